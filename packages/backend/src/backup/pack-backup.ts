import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { diskReason } from '../disk-reason.ts'
import { errorCode } from '../error-code.ts'
import { Refusal } from '../refusal.ts'
import { manifestName, sumsName } from './backup-contents.ts'
import { tarEnd, tarHeader, tarPadding } from './tar-format.ts'

/**
 * Packs a snapshot into one file that only its owner may read (mode 0600): a compressed tar archive that begins with
 * the manifest and ends with the sums of everything before. The file is there whole or not at all.
 * @returns its size in bytes
 * @throws Refusal when it cannot be written, or is there already and `replace` is false
 */
export async function packBackup(snapshot: string, file: string, replace: boolean): Promise<number> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeArchive(snapshot, unfinished)
    const { size } = await stat(unfinished)
    if (replace) await rename(unfinished, file)
    else await giveName(unfinished, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The backup ${file} cannot be written: ${reason(error, file)}.`)
  } finally {
    // Where it could not be made, there may be no folder to look for it in.
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

function reason(error: unknown, file: string): string {
  return errorCode(error) === 'ENOENT' ? `there is no folder ${dirname(file)}` : diskReason(error)
}

async function writeArchive(snapshot: string, path: string): Promise<void> {
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  // Whichever of the three fails ends the other two, and is what is thrown here.
  await pipeline(archiveOf(snapshot), createGzip(), output)
}

async function* archiveOf(snapshot: string): AsyncGenerator<Buffer> {
  const sums: string[] = []
  for (const name of await filesIn(snapshot)) {
    const source = join(snapshot, name)
    const { size } = await stat(source)
    yield tarHeader(name, size)
    const sum = createHash('sha256')
    for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
      sum.update(chunk)
      yield chunk
    }
    yield tarPadding(size)
    sums.push(`${sum.digest('hex')}  ${name}\n`)
  }
  const bytes = Buffer.from(sums.join(''))
  yield Buffer.concat([tarHeader(sumsName, bytes.byteLength), bytes, tarPadding(bytes.byteLength), tarEnd])
}

/** Every file below a folder, with slashes on any system; the manifest first. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== manifestName)
  return [manifestName, ...names.toSorted()]
}

async function giveName(unfinished: string, file: string): Promise<void> {
  const taken = new Refusal(`${file} is there already; choose another name, or replace it with --force.`)
  // Unlike a rename, a link never takes the place of a file that is there.
  await link(unfinished, file).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST') throw taken
    if (await stat(file).catch(() => null)) throw taken
    await rename(unfinished, file)
  })
}

/** So that a file's name is as lasting as its bytes. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null)
  // Windows has no such thing.
  await folder?.sync().catch(() => {})
  await folder?.close()
}
