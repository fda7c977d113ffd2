import { expect, test } from 'vitest'

import { productPath, shortIdIn } from './site-routes.ts'

const id = '4f2a9c1e-77b0-4d5e-8a11-0123456789ab'

test.each([
  ['Copper Bottle, 1 litre', 'copper-bottle-1-litre'],
  ['Café “Crème” Set', 'cafe-creme-set'],
  ['दीया', 'gift'],
  ['  --  ', 'gift'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the address of %j is readable', (name, words) => {
  expect(productPath({ id, name })).toBe(`/product/${words}-4f2a9c1e77b0`)
})

test.each([
  ['/product/copper-bottle-4f2a9c1e77b0', '4f2a9c1e77b0'],
  ['/product/anything-at-all-4F2A9C1E77B0/', '4f2a9c1e77b0'],
  ['/product/4f2a9c1e77b0', '4f2a9c1e77b0'],
  ['/product/x-4f2a9c1e77b04d5e8a110123456789ab', '4f2a9c1e77b04d5e8a110123456789ab'],
  ['/product/x-4f2a9c1e77b', null],
  ['/product/copper-bottle', null],
  ['/product/', null],
  ['/product/a/b-4f2a9c1e77b0', null],
  ['/catalogue', null],
])('the short id in %s is %s', (path, shortId) => {
  expect(shortIdIn(path)).toBe(shortId)
})
