import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Grouping, writtenNumber } from './written-number.ts'

const counts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('a written number', () => {
  test.each<[Grouping, (number: number) => string]>([
    ['lakhs', (number) => number.toLocaleString('en-IN')],
    ['thousands', (number) => number.toLocaleString('en-US')],
    ['none', String],
  ])('with %s is what Intl would write', (grouping, byIntl) => {
    const written = fc.property(counts, (number) => {
      expect(writtenNumber(number, grouping)).toBe(byIntl(number))
    })
    fc.assert(written)
  })

  test('has the decimals that are asked for', () => {
    expect(writtenNumber(123_456.789, 'lakhs', 1)).toBe('1,23,456.8')
    expect(writtenNumber(4, 'none', 2)).toBe('4.00')
  })
})
