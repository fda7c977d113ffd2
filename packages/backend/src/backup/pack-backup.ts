import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker, type TarHeader, type TarPackController } from 'modern-tar'
import { diskReason } from '../data-folder/data-folder.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { manifestName, sumsName } from './backup-contents.ts'

/**
 * Packs a snapshot into one file of mode 0600: a compressed tar archive that begins with the manifest and ends with the
 * checksums of all other files. The file is written atomically.
 * @returns its size in bytes
 * @throws UserFacingError when it cannot be written, or exists and `replace` is false
 */
export async function packBackup(snapshot: string, file: string, replace: boolean): Promise<number> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeArchive(snapshot, unfinished)
    const { size } = await stat(unfinished)
    if (replace) await rename(unfinished, file)
    else await publishFile(unfinished, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw new UserFacingError(`The backup ${file} cannot be written: ${reason(error, file)}.`)
  } finally {
    // The folder itself may be missing.
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

function reason(error: unknown, file: string): string {
  return errorCode(error) === 'ENOENT' ? `there is no folder ${dirname(file)}` : diskReason(error)
}

async function writeArchive(snapshot: string, path: string): Promise<void> {
  const { readable, controller } = createTarPacker()
  const adding = addFiles(snapshot, controller).catch((error: unknown) => controller.error(error))
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(readable, createGzip(), output)
  await adding
}

async function addFiles(snapshot: string, archive: TarPackController): Promise<void> {
  const sums: string[] = []
  for (const name of await filesIn(snapshot)) {
    const source = join(snapshot, name)
    const { size } = await stat(source)
    const sum = createHash('sha256')
    const writer = archive.add(tarHeader(name, size)).getWriter()
    for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
      sum.update(chunk)
      await writer.write(chunk)
    }
    await writer.close()
    sums.push(`${sum.digest('hex')}  ${name}\n`)
  }
  const bytes = Buffer.from(sums.join(''))
  const writer = archive.add(tarHeader(sumsName, bytes.byteLength)).getWriter()
  await writer.write(bytes)
  await writer.close()
  archive.finalize()
}

/** Mode 0600 and no time; the manifest has the time of the backup. */
function tarHeader(name: string, size: number): TarHeader {
  return { name, size, type: 'file', mode: 0o600, mtime: new Date(0) }
}

/** The files below a folder, with slashes on every platform; the manifest first. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== manifestName)
  return [manifestName, ...names.toSorted()]
}

async function publishFile(unfinished: string, file: string): Promise<void> {
  const taken = new UserFacingError(
    `${file} is there already; choose another name, or replace it with --force.`,
  )
  // Unlike a rename, a link never replaces a file.
  await link(unfinished, file).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST') throw taken
    if (await stat(file).catch(() => null)) throw taken
    await rename(unfinished, file)
  })
}

/** Makes a rename as durable as the file's content. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null)
  // Windows cannot sync a folder.
  await folder?.sync().catch(() => {})
  await folder?.close()
}
