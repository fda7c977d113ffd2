import { expect, test } from 'vitest'

import { colourPairs, contrast, describeContrast } from './site-settings.ts'

test('black on white is 21 to 1, and a colour on itself 1 to 1', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#4a2545', '#4a2545')).toBe(1)
})

test('the theme’s own colours are used for what is not chosen', () => {
  for (const { ratio, least } of colourPairs('', '')) expect(ratio).toBeGreaterThan(least)
  expect(colourPairs('#767676', '')[0].ratio).toBeLessThan(4.5)
})

test('a ratio below the limit never reads as the limit', () => {
  expect(describeContrast({ what: 'Words', ratio: 4.49, least: 4.5 })).toBe(
    'Words: 4.4 to 1, and at least 4.5 to 1 is needed',
  )
  expect(describeContrast({ what: 'Words', ratio: 4.5, least: 4.5 })).toBe('Words: 4.5 to 1')
})
