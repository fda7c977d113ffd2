import type { IconPicture } from './ico.ts'

/** Apple's types of entries that hold a PNG, and how many pixels wide each is. */
export const icnsTypes = {
  ic11: 32, // 16 points on a dense screen
  ic12: 64,
  ic07: 128,
  ic13: 256, // 128 points on a dense screen
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const

/** A macOS icon. @throws when a picture of a size that it must hold is not among those given */
export function writeIcns(pictures: readonly IconPicture[]): Buffer {
  const entries = Object.entries(icnsTypes).map(([type, size]) => {
    const picture = pictures.find((candidate) => candidate.size === size)
    if (picture === undefined) throw new Error(`A macOS icon needs a picture of ${size} pixels.`)
    return block(type, picture.png)
  })
  return block('icns', Buffer.concat(entries))
}

/** The pictures of a macOS icon by their type. @throws when the bytes are no whole one */
export function readIcns(bytes: Buffer): Map<string, Buffer> {
  if (bytes.toString('latin1', 0, 4) !== 'icns' || bytes.readUInt32BE(4) !== bytes.length) {
    throw new Error('This is no whole macOS icon.')
  }
  const pictures = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4)) {
    const end = at + bytes.readUInt32BE(at + 4)
    pictures.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, end))
  }
  return pictures
}

/** A type of four letters, the length of everything, and what it holds. */
function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}
