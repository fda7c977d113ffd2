import { expect, test } from 'vitest'

import { drawDisc } from './badge.ts'

const pixels = drawDisc()
const pixel = (x: number, y: number) => [...pixels.subarray((y * 32 + x) * 4, (y * 32 + x) * 4 + 4)]

test('the overlay icon is a marigold disc on a transparent background', () => {
  expect(pixels).toHaveLength(32 * 32 * 4)
  expect(pixel(16, 16)).toEqual([0x1b, 0x9a, 0xe3, 255])
  for (const [x, y] of [
    [0, 0],
    [31, 0],
    [0, 31],
    [31, 31],
  ] as const) {
    expect(pixel(x, y)).toEqual([0, 0, 0, 0])
  }
})

test('the edge of the overlay icon is antialiased with premultiplied colours', () => {
  const covers = Array.from({ length: 32 * 32 }, (_, index) => pixels[index * 4 + 3] ?? 0)
  expect(covers.some((cover) => cover > 0 && cover < 255)).toBe(true)
  for (let index = 0; index < covers.length; index += 1) {
    const strongest = Math.max(...pixels.subarray(index * 4, index * 4 + 3))
    expect(strongest).toBeLessThanOrEqual(covers[index] ?? 0)
  }
})
