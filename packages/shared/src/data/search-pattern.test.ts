import { expect, test } from 'vitest'

import { patternOf } from './search-pattern.ts'

test.each([
  ['mug', '%mug%'],
  ['100%', String.raw`%100\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`a\b`, String.raw`%a\\b%`],
  ['50 * 70', '%50 _ 70%'],
  ['"Tea", (green)', '%"Tea", (green)%'],
])('the search %j becomes the pattern %j', (text, pattern) => {
  expect(patternOf(text)).toBe(pattern)
})
