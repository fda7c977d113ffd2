import { expect, test } from 'vitest'

import { claimsOf } from './brand.ts'

test.each([
  [null, '3000+'],
  [0, undefined],
  [1, undefined],
  [60, '60'],
  [10_000, '10000'],
  [10_001, '10,000+'],
])('a site with %s products of its own claims %s', (count, claimed) => {
  expect(claimsOf({ own_products: count }).products).toBe(claimed)
  expect(claimsOf({ own_products: count, claimed_products: 'Many' }).products).toBe('Many')
})
