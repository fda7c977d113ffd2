import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseStoredBasket, storedBasket } from './basket.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ', '\u0000', '\ud800', '%', '&a=b', '+'),
)

describe('a stored basket', () => {
  const item = fc.record({ id: anyText, name: anyText, imageUrl: fc.option(anyText) })

  test('is read from anything, as products that are whole and there once', () => {
    const stored = fc.oneof(
      anyText,
      fc.json(),
      fc
        .array(fc.oneof(item, fc.jsonValue()), { maxLength: 6 })
        .map((items) => JSON.stringify({ version: 1, items })),
    )
    fc.assert(
      fc.property(stored, (text) => {
        const basket = parseStoredBasket(text)
        expect(new Set(basket.map(({ id }) => id)).size).toBe(basket.length)
        for (const { id, name, imageUrl } of basket) {
          expect([typeof id, typeof name]).toEqual(['string', 'string'])
          expect(imageUrl === null || typeof imageUrl === 'string').toBe(true)
        }
      }),
      runs,
    )
  })

  test('is restored as it was stored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 6 }), (basket) => {
        expect(parseStoredBasket(storedBasket(basket))).toEqual(basket)
      }),
      runs,
    )
  })
})
