import { crc32, deflateSync } from 'node:zlib'

/**
 * A small PNG of one colour with a note that makes it unique; its header may declare other dimensions than its pixels
 * have.
 * @param bytes the size to pad the file to, after its end
 */
export function pngPicture({
  width = 2,
  height = 2,
  note = '',
  bytes: wanted = 0,
}: PictureOptions = {}): File {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = Buffer.alloc(Math.min(height, 4) * (1 + 3 * Math.min(width, 4)), 0x7f)
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    ...(note === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${note}`, 'latin1'))]),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const filling = new Uint8Array(Math.max(0, wanted - bytes.byteLength))
  return new File([bytes, filling], 'photo.png', { type: 'image/png' })
}

interface PictureOptions {
  readonly width?: number
  readonly height?: number
  readonly note?: string
  readonly bytes?: number
}

function chunk(kind: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), bytes])
  const whole = Buffer.alloc(named.byteLength + 8)
  whole.writeUInt32BE(bytes.byteLength, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.byteLength + 4)
  return whole
}
