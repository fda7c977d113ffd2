// This build has neither a worker of a `blob:` URL, which the content security policy blocks, nor WebAssembly.
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import {
  BlobReader,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  type FileEntry,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import { FileError } from './sheet.ts'

/** A file inside of a zip, read when asked for. */
export interface ZipEntry {
  /** With its folders. */
  readonly name: string
  /**
   * Unpacks it.
   *
   * @throws {FileError} when it is damaged, encrypted or larger than `limit` bytes; unpacking stops at the size that the zip says
   */
  read(limit: number): Promise<Uint8Array<ArrayBuffer>>
  /** Unpacks it part by part, as text; as `read` otherwise. */
  texts(limit: number): AsyncGenerator<string>
  /** The same for the same content. */
  readonly sum: string
}

const maxEntries = 20_000

/**
 * Lists the files of a zip without unpacking any. Reads only the directory at its end, so a zip of many gigabytes
 * is never in memory.
 *
 * @throws {FileError} unless it is an intact zip of at most 20,000 files
 */
export async function readZip(file: Blob): Promise<readonly ZipEntry[]> {
  const zip = new ZipReader(new BlobReader(file), { strictness: 'tolerant' })
  const entries: ZipEntry[] = []
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory) continue
      entries.push({
        name: entry.filename,
        read: (limit) => unpack(entry, limit),
        texts: (limit) => unpackTexts(entry, limit),
        sum: `${entry.crc32} ${entry.uncompressedSize}`,
      })
      if (entries.length > maxEntries)
        throw new FileError(`The zip has more than ${maxEntries.toLocaleString()} files.`)
    }
  } catch (error) {
    if (error instanceof FileError) throw error
    const isNoZip = [ERR_BAD_FORMAT, ERR_EOCDR_NOT_FOUND].includes(String(recordOf(error)['message']))
    throw new FileError(isNoZip ? 'This is not a zip file.' : damaged, { cause: error })
  }
  return entries
}

const damaged = 'The zip is damaged.'
const stored = 0
const deflated = 8

async function unpack(entry: FileEntry, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  refuseUnreadable(entry, limit)
  try {
    return await entry.getData(new Uint8ArrayWriter())
  } catch (error) {
    throw new FileError(damaged, { cause: error })
  }
}

async function* unpackTexts(entry: FileEntry, limit: number): AsyncGenerator<string> {
  refuseUnreadable(entry, limit)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const decoder = new TextDecoder()
  const reader = readable.getReader()
  const unpacked = entry.getData(writable)
  // Reading fails with it.
  unpacked.catch(() => undefined)
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true })
    await unpacked
  } catch (error) {
    throw new FileError(damaged, { cause: error })
  }
  yield decoder.decode()
}

function refuseUnreadable(entry: FileEntry, limit: number): void {
  if (entry.encrypted) throw new FileError('The zip is encrypted: unpack it first.')
  if (![stored, deflated].includes(entry.compressionMethod))
    throw new FileError('The zip uses a compression that cannot be read here.')
  if (entry.uncompressedSize > limit)
    throw new FileError(
      `A file in the zip is larger than ${Math.round(limit / 1024 / 1024)} MB when it is unpacked, which is too large.`,
    )
}
