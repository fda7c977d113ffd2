import { readStream } from '@giftwell/shared/kernel/read-stream.ts'
import { decodeText } from './read-csv.ts'

/** A sentence for the user: why a file is not read. */
export class FileError extends Error {}

/** A file inside of a zip, read when asked for. */
export interface ZipEntry {
  /** With its folders. */
  readonly name: string
  /**
   * Unpacks it as a stream, and stops at the limit.
   *
   * @throws {FileError} when it is damaged, or larger than `limit` bytes, whatever the zip says of its size
   */
  read(limit: number): Promise<Uint8Array<ArrayBuffer>>
}

const maxEntries = 20_000
/** The end record with its longest comment. */
const maxEndBytes = 22 + 65_535
const maxDirectoryBytes = 64 * 1024 * 1024
const damaged = 'The zip is damaged.'

/**
 * Lists the files of a zip without unpacking any. Reads the directory at its end, so that a zip of many gigabytes is never
 * in memory.
 *
 * @throws {FileError} for what is no zip, an encrypted one, or one with more than 20,000 files
 */
export async function readZip(file: Blob): Promise<readonly ZipEntry[]> {
  const tailStart = Math.max(0, file.size - maxEndBytes)
  const tail = await viewOf(file.slice(tailStart))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new FileError('This is no zip file.')
  let count = tail.getUint16(end + 10, true)
  let size = tail.getUint32(end + 12, true)
  let offset = tail.getUint32(end + 16, true)
  if (end >= 20 && tail.getUint32(end - 20, true) === 0x07064b50) {
    const at = Number(tail.getBigUint64(end - 12, true))
    const zip64 = await viewOf(file.slice(at, at + 56))
    if (zip64.byteLength < 56) throw new FileError(damaged)
    count = Number(zip64.getBigUint64(32, true))
    size = Number(zip64.getBigUint64(40, true))
    offset = Number(zip64.getBigUint64(48, true))
  }
  if (count > maxEntries) throw new FileError(`The zip has more than ${maxEntries.toLocaleString()} files.`)
  if (size > maxDirectoryBytes) throw new FileError(damaged)
  return entriesOf(file, await viewOf(file.slice(offset, offset + size)), count)
}

function entriesOf(file: Blob, directory: DataView<ArrayBuffer>, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
      throw new FileError(damaged)
    const flags = directory.getUint16(at + 8, true)
    const method = directory.getUint16(at + 10, true)
    let packed = directory.getUint32(at + 20, true)
    const unpacked = directory.getUint32(at + 24, true)
    const nameLength = directory.getUint16(at + 28, true)
    const extraLength = directory.getUint16(at + 30, true)
    let start = directory.getUint32(at + 42, true)
    const extra = at + 46 + nameLength
    const next = extra + extraLength + directory.getUint16(at + 32, true)
    if (next > directory.byteLength) throw new FileError(damaged)
    // Zip64: the sizes that do not fit, in this order.
    for (
      let field = extra;
      field + 4 <= extra + extraLength;
      field += 4 + directory.getUint16(field + 2, true)
    ) {
      if (directory.getUint16(field, true) !== 1) continue
      let value = field + 4 + (unpacked === 0xffffffff ? 8 : 0)
      const end = field + 4 + directory.getUint16(field + 2, true)
      const take = () => Number(directory.getBigUint64((value += 8) - 8, true))
      if (packed === 0xffffffff && value + 8 <= end) packed = take()
      if (start === 0xffffffff && value + 8 <= end) start = take()
    }
    const name = decodeText(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength))
    at = next
    if (name.endsWith('/')) continue
    entries.push({
      name,
      async read(limit) {
        if (flags & 1) throw new FileError('The zip is encrypted: unpack it first.')
        if (method !== 0 && method !== 8)
          throw new FileError('The zip is packed in a way that is not read here.')
        const head = await viewOf(file.slice(start, start + 30))
        if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new FileError(damaged)
        const from = start + 30 + head.getUint16(26, true) + head.getUint16(28, true)
        const content = file.slice(from, from + packed)
        return takeAll(
          method === 0
            ? content.stream()
            : content.stream().pipeThrough(new DecompressionStream('deflate-raw')),
          limit,
        )
      },
    })
  }
  return entries
}

function takeAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number) {
  return readStream(stream, limit).catch((error: unknown) => {
    throw new FileError(
      error instanceof RangeError
        ? `A file in the zip is larger than ${Math.round(limit / 1024 / 1024)} MB when it is unpacked, which is not read.`
        : damaged,
    )
  })
}

async function viewOf(blob: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.arrayBuffer())
}
