import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  cropToCard,
  cardSources,
  cardWidths,
  imageWidths,
  sizeName,
  sizeOf,
  downscaleSteps,
  targetSize,
} from './image-sizes.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }
const side = fc.integer({ min: 1, max: 1600 })
const dimensions = fc.record({ width: side, height: side })
const name = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom('webp', 'jpg', 'png', 'JPEG'))
  .map(([number, extension]) => `${number}.${extension}`)

test.each([
  ['a photo of the largest size', { width: 1600, height: 1200 }, [320, 480, 960, 1600]],
  ['a tall one, of which a card shows the middle', { width: 1200, height: 1600 }, [320, 480, 960, 1200]],
  ['a panorama, of which it shows the middle too', { width: 1600, height: 400 }, [320, 480, 533]],
  ['one of just a size’s width', { width: 480, height: 360 }, [320, 480]],
  ['one that is smaller than all', { width: 12, height: 40 }, [12]],
])('%s is there in its widths', (_, image, widths) => {
  expect(imageWidths(image)).toEqual(widths)
})

test('a card shows the middle of an image, and never more of it than there is', () => {
  expect(cropToCard({ width: 1600, height: 900 })).toEqual({ x: 200, y: 0, width: 1200, height: 900 })
  expect(cropToCard({ width: 900, height: 1600 })).toEqual({ x: 0, y: 462, width: 900, height: 675 })
  fc.assert(
    fc.property(dimensions, (image) => {
      const { x, y, width, height } = cropToCard(image)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      expect(x + width).toBeLessThanOrEqual(image.width)
      expect(y + height).toBeLessThanOrEqual(image.height)
    }),
    runs,
  )
})

test('no size is as large as what it is cut from, and the last width is the image’s own', () => {
  fc.assert(
    fc.property(dimensions, (image) => {
      const widths = imageWidths(image)
      expect(widths.at(-1)).toBe(cropToCard(image).width)
      expect(widths).toEqual([...new Set(widths)].toSorted((one, other) => one - other))
      for (const width of widths.slice(0, -1)) {
        expect(cardWidths).toContain(width)
        expect(sizeOf(width).height).toBeLessThanOrEqual(cropToCard(image).height)
      }
    }),
    runs,
  )
})

test('a size is named after its image and its width, each by a name of its own that the bucket takes', () => {
  expect(sizeName('7.webp', 480)).toBe('7-480.webp')
  expect(sizeName('http://a.test/storage/v1/object/public/product-images/0.5.JPG', 320)).toBe(
    'http://a.test/storage/v1/object/public/product-images/0.5-320.JPG',
  )
  fc.assert(
    fc.property(name, (image) => {
      const names = cardWidths.map((width) => sizeName(image, width))
      expect(new Set([image, ...names]).size).toBe(cardWidths.length + 1)
      for (const size of names) expect(size).toMatch(/^\d{1,20}-(320|480|960)\.(webp|jpg|png|JPEG)$/)
    }),
    runs,
  )
})

test.each([
  [
    'every size, but not an image that is larger than any card',
    [320, 480, 960, 1600],
    '7-320.webp 320w, 7-480.webp 480w, 7-960.webp 960w',
  ],
  [
    'an image that a card can show whole as well',
    [320, 480, 640],
    '7-320.webp 320w, 7-480.webp 480w, 7.webp 640w',
  ],
  ['the widest card’s width', [320, 480, 960], '7-320.webp 320w, 7-480.webp 480w, 7.webp 960w'],
  ['the image alone', [12], '7.webp 12w'],
  ['nothing where there are no sizes', null, undefined],
  ['nothing where an older server says nothing of them', undefined, undefined],
  ['nothing of an empty list', [], undefined],
])('a browser may choose from %s', (_, widths, sources) => {
  expect(cardSources('7.webp', widths)).toBe(sources)
})

test.each([
  ['a wide photo', { width: 7296, height: 5472 }, { width: 1600, height: 1200 }],
  ['a tall photo', { width: 3024, height: 4032 }, { width: 1200, height: 1600 }],
  ['an image of just the size', { width: 1600, height: 900 }, { width: 1600, height: 900 }],
  ['a small image, which is not enlarged', { width: 320, height: 200 }, { width: 320, height: 200 }],
  ['a line, which keeps its one pixel', { width: 20_000, height: 2 }, { width: 1600, height: 1 }],
])('%s fits into 1600 px with its proportions', (_, from, to) => {
  expect(targetSize(from)).toEqual(to)
})

test('a large image goes down by halves, the last step excepted', () => {
  expect(downscaleSteps({ width: 7296, height: 5472 })).toEqual([
    { width: 3648, height: 2736 },
    { width: 1824, height: 1368 },
    { width: 1600, height: 1200 },
  ])
})

test('an image that is small enough is drawn once', () => {
  expect(downscaleSteps({ width: 800, height: 600 })).toEqual([{ width: 800, height: 600 }])
})
