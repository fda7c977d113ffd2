/** A square picture of an icon, as PNG. */
export interface IconPicture {
  readonly size: number
  readonly png: Buffer
}

const headerBytes = 6
const entryBytes = 16

/** A Windows icon that holds the pictures as they are: PNG, which every Windows since Vista reads. */
export function writeIco(pictures: readonly IconPicture[]): Buffer {
  const header = Buffer.alloc(headerBytes + entryBytes * pictures.length)
  header.writeUInt16LE(1, 2) // an icon, not a cursor
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = headerBytes + entryBytes * index
    header.writeUInt8(size === 256 ? 0 : size, entry) // a byte has no room for 256
    header.writeUInt8(size === 256 ? 0 : size, entry + 1)
    header.writeUInt16LE(1, entry + 4) // colour planes
    header.writeUInt16LE(32, entry + 6) // bits for each pixel
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** The pictures of a Windows icon. @throws when its head is not that of an icon */
export function readIco(bytes: Buffer): IconPicture[] {
  if (bytes.readUInt32LE(0) !== 0x10000) throw new Error('This is no Windows icon.')
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const entry = headerBytes + entryBytes * index
    const offset = bytes.readUInt32LE(entry + 12)
    const png = bytes.subarray(offset, offset + bytes.readUInt32LE(entry + 8))
    return { size: bytes.readUInt8(entry) || 256, png }
  })
}
