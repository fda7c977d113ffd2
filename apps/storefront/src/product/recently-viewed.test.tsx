import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { someProducts } from '../testing/fake-backend.ts'
import { readRecentlyViewed, useRecentlyViewed } from './recently-viewed.ts'

const key = 'giftwell-recently-viewed'

test('products that were looked at are remembered newest first, each once, at most nine', () => {
  const products = someProducts(12)
  for (const product of [...products, ...products.slice(3, 4)]) {
    renderHook(() => useRecentlyViewed(product)).unmount()
  }
  const ids = readRecentlyViewed().map(({ id }) => id)
  expect(ids).toEqual([3, 11, 10, 9, 8, 7, 6, 5, 4].map((index) => `product-${index}`))
})

test('a product’s page shows those that were looked at before it', () => {
  const [first, second] = someProducts(2)
  if (!first || !second) throw new Error('There are two')
  expect(renderHook(() => useRecentlyViewed(first)).result.current).toEqual([])
  const { result, rerender } = renderHook((product) => useRecentlyViewed(product), { initialProps: second })
  expect(result.current.map(({ name }) => name)).toEqual(['Product 0'])
  rerender(first)
  expect(result.current.map(({ name }) => name)).toEqual(['Product 1'])
})

test.each([
  'no JSON',
  '{"length": 3}',
  '[null, 1, "x", []]',
  '[{"id": 1, "name": "x", "image_url": null}]',
  '[{"id": "1", "name": "x", "image_url": "javascript:alert(1)"}]',
  JSON.stringify([{ id: '1', name: 'x'.repeat(5000), image_url: null }]),
])('stored content that this code has not written is ignored: %.40s', (stored) => {
  window.localStorage.setItem(key, stored)
  expect(readRecentlyViewed()).toEqual([])
})
