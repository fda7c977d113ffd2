import { expect, test } from 'vitest'

import { kindOfImage } from './image-header.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const container = (...brands: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(8 + 4 * (brands.length + 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`,
  )

test.each([
  ['jpeg', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF')],
  ['jpeg', bytes('\xFF\xD8\xFF\xE1\0\x10Exif')],
  ['png', bytes('\x89PNG\r\n\x1A\n\0\0\0\rIHDR')],
  ['webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['gif', bytes('GIF89a\x01\0\x01\0')],
  ['gif', bytes('GIF87a\x01\0\x01\0')],
  ['bmp', bytes('BM\x46\0\0\0\0\0\0\0')],
  ['tiff', bytes('II*\0\x08\0\0\0')],
  ['tiff', bytes('MM\0*\0\0\0\x08')],
  ['jxl', bytes('\xFF\x0A\xFA')],
  ['avif', container('avif', 'mif1', 'miaf')],
  ['avif', container('mif1', 'miaf', 'avif')],
  ['heic', container('heic', 'mif1', 'heic')],
  ['heic', container('mif1', 'heic')],
  ['heic', container('msf1', 'hevc')],
])('a file that begins like a %s is one', (kind, start) => {
  expect(kindOfImage(start)).toBe(kind)
})

test.each([
  ['a text', bytes('Mug, 240 rupees\nBottle, 480 rupees')],
  ['a drawing in SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['a PDF', bytes('%PDF-1.7')],
  ['a sound in the container of WebP', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['a film in the container of HEIC', container('isom', 'mp42')],
  ['a sentence that begins like a bitmap', bytes('BMW gifts of the year')],
  ['a single byte', bytes('\xFF')],
  ['nothing', bytes('')],
])('%s is no image', (_, start) => {
  expect(kindOfImage(start)).toBeNull()
})

test('a container whose header is cut off is no image', () => {
  expect(kindOfImage(bytes('\0\0\0\x18ftyp'))).toBeNull()
})
