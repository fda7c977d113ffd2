import { expect, test } from 'vitest'

import { productListAddress } from './product-filters.tsx'

const id = '3fd44ef7-ec84-57ba-a9d3-598fa4626e28'
const read = (address: string) => productListAddress.read(new URLSearchParams(address))

test('an empty address lists all products, newest first', () => {
  expect(read('')).toEqual({ search: '', order: 'newest', filters: {} })
})

test('what is written is read back', () => {
  const listing = {
    search: 'mug & "lid"',
    order: 'name-down',
    filters: { category: id, doctor_type: id, budget: 'Rs.2000+', featured: 'no' },
  } as const
  const written = Object.entries(productListAddress.write(listing)).filter(([, value]) => value !== undefined)
  expect(read(new URLSearchParams(written as [string, string][]).toString())).toEqual(listing)
})

test('what products lack is a filter', () => {
  const filters = { category: 'none', theme: 'none', budget: 'none', image: 'none', video: 'none' }
  expect(read(new URLSearchParams(filters).toString()).filters).toEqual(filters)
  expect(read('image=yes&sample=none').filters).toEqual({})
})

test('lists of the figures are filters of one value', () => {
  const filters = { seen_never_asked: 'yes', asked_never_quoted: 'yes', quoted_declined: 'yes' }
  expect(read(new URLSearchParams(filters).toString()).filters).toEqual(filters)
  expect(read('seen_never_asked=no&quoted_declined=all').filters).toEqual({})
})

test('what is not set leaves the address', () => {
  const written = productListAddress.write({ search: '', order: 'newest', filters: {} })
  expect(Object.keys(written)).toContain('category')
  expect(Object.values(written).every((value) => value === undefined)).toBe(true)
})

test.each(['category=mugs', 'budget=Rs.1', 'sample=perhaps', 'sort=price', 'sort=toString', 'theme='])(
  'the invalid value of %s is ignored',
  (address) => {
    expect(read(address)).toEqual({ search: '', order: 'newest', filters: {} })
  },
)
