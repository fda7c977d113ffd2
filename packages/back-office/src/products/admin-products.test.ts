import { expect, test } from 'vitest'

import { productListRetries } from './admin-products.ts'

test('a failed list is retried three times, a second apart', () => {
  const failure = new Error('out of order')
  expect([0, 1, 2, 3].map((failedBefore) => productListRetries.retry(failedBefore, failure))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(productListRetries.retryDelay).toBe(1000)
})

test.each(['JWT expired', 'not authorized', 'auth session missing'])(
  'after “%s” it is not tried again',
  (message) => {
    expect(productListRetries.retry(0, new Error(message))).toBe(false)
  },
)
