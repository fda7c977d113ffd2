import { expect, test } from 'vitest'

import { bandAt, isAbove } from './budget-helper.tsx'

test.each([
  [9.99, null],
  [10, 'Rs.10-100'],
  [100, 'Rs.10-100'],
  [100.5, 'Rs.100-500'],
  [800, 'Rs.500-1000'],
  [2000, 'Rs.1000-2000'],
  [2001, 'Rs.2000+'],
  [1e9, 'Rs.2000+'],
])('a price of Rs.%d is of the band %s', (price, band) => {
  expect(bandAt(price)).toBe(band)
})

test.each([
  ['Rs.1000-2000', 'Rs.500-1000', true],
  ['Rs.500-1000', 'Rs.500-1000', false],
  ['Rs.10-100', 'Rs.500-1000', false],
  ['Rs.10-100', null, true],
  [null, 'Rs.10-100', false],
  ['free', null, false],
] as const)('%s lies above %s: %s', (band, other, expected) => {
  expect(isAbove(band, other)).toBe(expected)
})
