import { crc32 } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** The keyword of the note that says which drawing a picture was made from. */
const sourceKeyword = 'Source'

/** What is read from a PNG here. */
export interface PngFacts {
  readonly width: number
  readonly height: number
  /** Whether it has an alpha channel. */
  readonly isTransparent: boolean
  /** The note of `withSource`, where there is one. */
  readonly source: string | null
}

/** The picture with a note of the drawing that it was made from, so that an icon that is out of date gives itself away. */
export function withSource(png: Buffer, source: string): Buffer {
  const afterHeader = signature.length + 25 // the header chunk: 12 bytes around 13
  const note = chunk('tEXt', Buffer.from(`${sourceKeyword}\0${source}`, 'latin1'))
  return Buffer.concat([png.subarray(0, afterHeader), note, png.subarray(afterHeader)])
}

/** @throws when the bytes are no whole PNG */
export function readPng(bytes: Buffer): PngFacts {
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('This is no PNG.')
  let source: string | null = null
  let type = ''
  for (let at = 8; type !== 'IEND';) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + length)
    type = body.toString('latin1', 0, 4)
    if (crc32(body) !== bytes.readUInt32BE(at + 8 + length))
      throw new Error(`The ${type} of a PNG is broken.`)
    const [keyword, text] = body.toString('latin1', 4).split('\0', 2)
    if (type === 'tEXt' && keyword === sourceKeyword) source = text ?? null
    at += 12 + length
  }
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isTransparent: bytes[25] === 6,
    source,
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
