import { expect, test } from 'vitest'

import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { sameProducts } from './supplier-products.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** This many products of other suppliers with one code; the last has the row's name. */
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    product_id: idOf(index),
    name: index === count - 1 ? 'Mug' : 'Pen',
    supplier: `Dealer ${index}`,
    supplier_code: '1',
  }))

test.each([1, 1000, 1001, 2500])('a product is found as the last of %d with its code', async (count) => {
  const products = others(count)
  fakeApi(({ query }) => {
    const after = query.get('product_id')?.replace('gt.', '') ?? ''
    const limit = Number(query.get('limit') ?? Infinity)
    return products.filter(({ product_id: id }) => id > after).slice(0, Math.min(limit, 1000))
  })
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  const rows = [{ number: 2, name: 'mug', supplier: 'Own', supplier_code: '1', errors: {} }]
  const { signal } = new AbortController()
  expect(await sameProducts(backend, rows, signal)).toEqual([
    { number: 2, product_id: idOf(count - 1), name: 'Mug', supplier: `Dealer ${count - 1}` },
  ])
})
