import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { diskReason, isDiskFull } from '../data-folder/data-folder.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import {
  formatVersion,
  type Manifest,
  manifestName,
  manifestSchema,
  sumsName,
  unpackedPath,
} from './backup-contents.ts'

/**
 * Unpacks a backup into an empty folder and checks every file against its sum.
 * @throws UserFacingError when the file is no backup, is damaged or truncated, or was made by a newer Giftwell
 */
export async function unpackBackup(file: string, folder: string): Promise<Manifest> {
  const source = createReadStream(file)
  // Errors of the stream are thrown by the loop that reads it.
  const archive = pipeline(source, createGunzip(), () => {})
  let manifest: Manifest | null = null
  let listed: string | null = null
  const sums: string[] = []
  try {
    // Node's own type of a web stream is not the one of the DOM.
    const bytes = Readable.toWeb(archive) as unknown as globalThis.ReadableStream<Uint8Array>
    for await (const entry of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, type } = entry.header
      if (manifest === null && name !== manifestName) throw notABackup(file)
      if (listed !== null) throw new Error('The sums are not the last entry.')
      if (name === sumsName) {
        listed = await new Response(entry.body).text()
        continue
      }
      const path = unpackedPath(folder, name)
      if (path === null || type !== 'file') throw new Error('An entry does not belong to a backup.')
      sums.push(`${await unpackFile(entry, path)}  ${name}\n`)
      manifest ??= readManifest(await readFile(path, 'utf8'), file)
    }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw userFacingError(error, file, manifest !== null)
  } finally {
    source.destroy()
  }
  if (manifest === null) throw notABackup(file)
  if (listed !== sums.join('')) throw damaged(file)
  return manifest
}

async function unpackFile({ body }: ParsedTarEntry, path: string): Promise<string> {
  const sum = createHash('sha256')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      sum.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    await file.close()
  }
  return sum.digest('hex')
}

function readManifest(text: string, file: string): Manifest {
  // Checked first: a newer format may change everything else.
  const known = manifestSchema.pick({ format: true, formatVersion: true, version: true })
  const about = known.safeParse(parseJson(text))
  if (!about.success) throw notABackup(file)
  if (about.data.formatVersion > formatVersion) {
    throw new UserFacingError(
      `The backup ${file} was made by Giftwell ${about.data.version}, which is newer; restore it with that version.`,
    )
  }
  if (about.data.formatVersion < formatVersion) {
    throw new UserFacingError(
      `The backup ${file} was made by a development version of Giftwell; backups of earlier development versions cannot be restored.`,
    )
  }
  const manifest = manifestSchema.safeParse(parseJson(text))
  if (!manifest.success) throw damaged(file)
  return manifest.data
}

function userFacingError(error: unknown, file: string, begun: boolean): UserFacingError {
  const code = errorCode(error)
  if (code === 'ENOENT') return new UserFacingError(`There is no file ${file}.`)
  if (code === 'EISDIR') return notABackup(file)
  if (code === 'EACCES') return new UserFacingError(`The file ${file} may not be read by this user.`)
  if (isDiskFull(error)) {
    return new UserFacingError(`The backup ${file} cannot be unpacked: ${diskReason(error)}.`)
  }
  return begun ? damaged(file) : notABackup(file)
}

function notABackup(file: string): UserFacingError {
  return new UserFacingError(`${file} is not a backup of Giftwell, or only the beginning of one.`)
}

function damaged(file: string): UserFacingError {
  return new UserFacingError(`The backup ${file} is damaged or was not copied whole; nothing was changed.`)
}
