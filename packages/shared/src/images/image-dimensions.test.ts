import { expect, test } from 'vitest'

import { dimensionsInHeader } from './image-header.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const ascii = (text: string) => Buffer.from(text, 'latin1').toString('hex')

const frame = (marker: string) => `ff${marker} 0011 08 1560 1c80 03 012200 021101 031101`
const camera = 'ffe1 0006 45786966'

test('a JPEG says its dimensions in its frame, behind what the camera wrote', () => {
  expect(dimensionsInHeader('jpeg', hex(`ffd8 ${camera} ${camera} ${frame('c0')}`))).toEqual({
    width: 7296,
    height: 5472,
  })
})

test('a progressive JPEG says them too, behind its tables and filling bytes', () => {
  const tables = 'ffc4 0003 00 ffdb 0003 00'
  expect(dimensionsInHeader('jpeg', hex(`ffd8 ${tables} ffff ${frame('c2')}`))).toEqual({
    width: 7296,
    height: 5472,
  })
})

test('a PNG, a GIF and a bitmap say their dimensions in their first line', () => {
  const png = hex(`89504e470d0a1a0a 0000000d ${ascii('IHDR')} 00004e20 00002710 08060000`)
  expect(dimensionsInHeader('png', png)).toEqual({ width: 20_000, height: 10_000 })
  expect(dimensionsInHeader('gif', hex(`${ascii('GIF89a')} 4006 b004`))).toEqual({
    width: 1600,
    height: 1200,
  })
  // A negative height: the rows stand from top to bottom.
  const bitmap = hex(`${ascii('BM')} 00000000 00000000 36000000 28000000 40060000 50fbffff`)
  expect(dimensionsInHeader('bmp', bitmap)).toEqual({ width: 1600, height: 1200 })
})

test('each of the three kinds of WebP says its dimensions', () => {
  const lossy = hex(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8 ')} 00000000 000000 9d012a 4006 b004`)
  expect(dimensionsInHeader('webp', lossy)).toEqual({ width: 1600, height: 1200 })
  const lossless = hex(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8L')} 00000000 2f 3fc62b01`)
  expect(dimensionsInHeader('webp', lossless)).toEqual({ width: 1600, height: 1200 })
  const extended = hex(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8X')} 0a000000 10000000 3f0600 af0400`)
  expect(dimensionsInHeader('webp', extended)).toEqual({ width: 1600, height: 1200 })
})

test('a photo of tiles has the dimensions of the whole', () => {
  const extent = (width: string, height: string) => `00000014 ${ascii('ispe')} 00000000 ${width} ${height}`
  const file = hex(
    `00000018 ${ascii('ftypheic')} ${extent('00000200', '00000200')} ${extent('00000fc0', '00000bd0')} ${extent('00000200', '00000200')}`,
  )
  expect(dimensionsInHeader('heic', file)).toEqual({ width: 4032, height: 3024 })
})

test.each([
  ['jpeg', `ffd8 ${camera} ffc0 0011 08`],
  ['png', '89504e470d0a1a0a 0000000d'],
  ['webp', `${ascii('RIFF')} 00000000 ${ascii('WEBPVP8X')}`],
  ['heic', `00000018 ${ascii('ftypheic')}`],
  ['tiff', '49492a00 08000000'],
] as const)('a %s whose header does not say its dimensions has none', (kind, file) => {
  expect(dimensionsInHeader(kind, hex(file))).toBeNull()
})
