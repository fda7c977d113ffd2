import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { dimensionsInHeader, type ImageKind, kindOfImage } from './image-header.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }

describe('an image’s header', () => {
  const starts = [
    [0xff, 0xd8, 0xff, 0xe1],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1')],
    [...Buffer.from('GIF89a', 'latin1')],
    [...Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1')],
    [...Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
    [...Buffer.from('BM\0\0\0\0\0\0\0\0', 'latin1')],
    [...Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    [0xff, 0x0a],
  ]
  const bytes = fc
    .tuple(fc.constantFrom([], ...starts), fc.uint8Array({ maxLength: 300 }))
    .map(([start, rest]) => Uint8Array.from([...start, ...rest]))

  test('is read from any bytes without an error, as whole numbers or not at all', () => {
    fc.assert(
      fc.property(bytes, (file) => {
        const kind = kindOfImage(file)
        if (kind === null) return
        const size = dimensionsInHeader(kind, file)
        if (size === null) return
        expect(Number.isInteger(size.width) && Number.isInteger(size.height)).toBe(true)
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(0)
      }),
      { ...runs, numRuns: 2000 },
    )
  })

  test('is read without an error as every kind', () => {
    const kinds: readonly ImageKind[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'bmp', 'tiff', 'jxl']
    fc.assert(
      fc.property(bytes, fc.constantFrom(...kinds), (file, kind) => {
        expect(() => dimensionsInHeader(kind, file)).not.toThrow()
      }),
      runs,
    )
  })
})
