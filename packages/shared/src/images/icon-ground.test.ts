import { expect, test } from 'vitest'

import { iconGround } from './icon-ground.ts'

const through = [0, 0, 0, 0]

test.each([
  ['a dark logo', [through, [18, 58, 107, 255]], '#ffffff', false],
  ['an orange logo', [through, [227, 154, 27, 255]], '#ffffff', false],
  ['a yellow logo', [through, [255, 215, 0, 255]], '#241b2f', false],
  ['a white logo, however little of it there is', [through, through, [255, 255, 255, 40]], '#241b2f', false],
  [
    'a picture with a ground of its own',
    [
      [11, 61, 46, 255],
      [255, 255, 255, 255],
    ],
    '#0b3d2e',
    true,
  ],
])('%s', (_, pixels, colour, isOwn) => {
  expect(iconGround(Uint8ClampedArray.from(pixels.flat()))).toEqual({ colour, isOwn })
})
