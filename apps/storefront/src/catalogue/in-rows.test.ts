import { expect, test } from 'vitest'

import { someProducts } from '../testing/fake-backend.ts'
import { inRows } from './in-rows.ts'

test('products are arranged in rows, in order, and the last row may be shorter', () => {
  const products = someProducts(7)
  expect(inRows(products, 3)).toEqual([products.slice(0, 3), products.slice(3, 6), products.slice(6)])
  expect(inRows([], 3)).toEqual([])
})

test('When more products come, the rows that were full are the same objects', () => {
  const products = someProducts(10)
  const before = inRows(products.slice(0, 7), 3)
  const after = inRows(products, 3)
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(after[2]).toEqual(products.slice(6, 9))
})

test('Another product in a row makes it another row', () => {
  const [one, two, three] = someProducts(3)
  const before = inRows([one!, two!], 2)
  expect(inRows([one!, three!], 2)[0]).toEqual([one, three])
  expect(before[0]).toEqual([one, two])
})
