import { expect, test } from 'vitest'
import { countFrames } from './image-content.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const png = '\x89PNG\r\n\x1A\n'
const chunk = (name: string, data: string): string =>
  `\0\0\0${String.fromCharCode(data.length)}${name}${data}\0\0\0\0`

test('countFrames reads the frames of an animated PNG before its pixels', () => {
  const header = chunk('IHDR', '\0'.repeat(13))
  expect(
    countFrames('png', bytes(png + header + chunk('acTL', '\0\0\x01\0\0\0\0\0') + chunk('IDAT', ''))),
  ).toBe(256)
  expect(
    countFrames('png', bytes(png + header + chunk('IDAT', '') + chunk('acTL', '\0\0\x01\0\0\0\0\0'))),
  ).toBe(1)
})

test('countFrames counts the chunks of a WebP animation', () => {
  const frame = 'ANMF\x03\0\0\0abc\0'
  expect(countFrames('webp', bytes(`RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0${'\0'.repeat(10)}${frame}${frame}`))).toBe(
    2,
  )
  expect(countFrames('webp', bytes('RIFF\0\0\0\0WEBPVP8 \x02\0\0\0ab'))).toBe(1)
})

test('countFrames counts the frames of a GIF between extensions, with and without color tables', () => {
  const head = 'GIF89a\x01\0\x01\0\x80\0\0abcdef'
  const extension = '\x21\xFE\x03\x2C\x2C\x2C\0'
  const plain = '\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x4C\x01\0'
  const coloured = '\x2C\0\0\0\0\x01\0\x01\0\x80abcdef\x02\x02\x4C\x01\0'
  expect(countFrames('gif', bytes(`${head}${extension}${plain}${extension}${coloured}${plain};`))).toBe(3)
})

test.each(['gif', 'png', 'webp', 'jpeg'] as const)('countFrames of a truncated %s is 1', (kind) => {
  expect(countFrames(kind, bytes(''))).toBe(1)
  expect(countFrames(kind, bytes('GIF89a'))).toBe(1)
})
