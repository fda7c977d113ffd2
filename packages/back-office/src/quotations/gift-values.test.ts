import type { QuotationLine } from '@giftwell/shared/quotations/quotation.ts'
import { expect, test } from 'vitest'

import { contentOf, lineOf } from '../testing/show-quotation.tsx'
import { highestValues } from './gift-values.ts'

const priced = (number: number, rupees: number, fields: Partial<QuotationLine> = {}) =>
  lineOf(number, { quantities: [{ quantity: 100, price_paise: rupees * 100 }], ...fields })
const valuesOf = (lines: readonly QuotationLine[], discount: { readonly percent: number } | null = null) =>
  [...highestValues({ ...contentOf(lines), discount }).values()].map((paise) => paise / 100)

test('a gift is worth what it costs after the discount', () => {
  expect(valuesOf([priced(1, 1050)], { percent: 1000 })).toEqual([945])
})

test('the gifts of a group in the same quantity are one gift', () => {
  const hamper = { group: 'Hamper' }
  expect(valuesOf([priced(1, 700, hamper), priced(2, 700, hamper), priced(3, 700)])).toEqual([
    1400, 1400, 700,
  ])
  const fewer = { group: 'Hamper', quantities: [{ quantity: 50, price_paise: 70_000 }] }
  expect(valuesOf([priced(1, 700, hamper), lineOf(2, fewer)])).toEqual([700, 700])
})

test('branding that is charged on top is part of a gift, and freight is not', () => {
  const branding = priced(2, 50, { name: 'Branding', is_charge: true })
  const freight = priced(3, 500, { name: 'Freight', is_charge: true })
  expect(valuesOf([priced(1, 980), branding, freight])[0]).toBe(1030)
})

test('the highest of the quantities and alternatives counts', () => {
  const quantities = [
    { quantity: 500, price_paise: 90_000 },
    { quantity: 100, price_paise: 110_000 },
  ]
  const box = { option: 'Box', group: 'Set' }
  expect(valuesOf([lineOf(1, { quantities }), priced(2, 600, box), priced(3, 900, box)])).toEqual([
    1100, 600, 900,
  ])
})
