import { expect, test } from 'vitest'

import { dominantColour } from './dominant-colour.ts'

const pixels = (...colours: readonly (readonly number[])[]) =>
  Uint8ClampedArray.from(
    colours.flatMap(([red = 0, green = 0, blue = 0, opacity = 255]) => [red, green, blue, opacity]),
  )

test.each([
  ['of one colour', pixels([1, 2, 255]), '#0102ff'],
  ['mostly of one', pixels([255, 0, 0], [0, 128, 0], [0, 128, 0]), '#008000'],
  ['of shades, which count together', pixels([250, 0, 0], [240, 16, 0], [0, 0, 255]), '#f50800'],
  ['without pixels', pixels(), null],
  ['that can be seen through somewhere', pixels([250, 0, 0], [250, 0, 0, 254]), null],
])('a picture %s', (_, picture, colour) => {
  expect(dominantColour(picture)).toBe(colour)
})
