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

test('the gifts of a group are one gift, of which some have several pieces', () => {
  const hamper = { group: 'Hamper' }
  expect(valuesOf([priced(1, 700, hamper), priced(2, 700, hamper), priced(3, 700)])).toEqual([
    1400, 1400, 700,
  ])
  const pens = { group: 'Hamper', quantities: [{ quantity: 200, price_paise: 20_000 }] }
  expect(valuesOf([priced(1, 700, hamper), lineOf(2, pens)])).toEqual([1100, 1100])
  const uneven = { group: 'Hamper', quantities: [{ quantity: 150, price_paise: 20_000 }] }
  expect(valuesOf([priced(1, 700, hamper), lineOf(2, uneven)])).toEqual([700, 200])
})

test('branding that is charged on top is part of a gift, and freight is not', () => {
  const branding = priced(2, 50, { name: 'Branding', is_charge: true })
  const freight = priced(3, 500, { name: 'Freight', is_charge: true })
  expect(valuesOf([priced(1, 980), branding, freight])[0]).toBe(1030)
})

test('the highest of every choice counts, also of the other parts of a gift', () => {
  const part = (number: number, option: string, rupees: number) =>
    priced(number, rupees, { group: 'H', option })
  expect(
    valuesOf([part(1, 'Box', 200), part(2, 'Box', 500), part(3, 'In', 300), part(4, 'In', 600)]),
  ).toEqual([800, 1100, 800, 1100])
  const tiers = [
    { quantity: 100, price_paise: 30_000 },
    { quantity: 500, price_paise: 25_000 },
  ]
  const fewer = [
    { quantity: 500, price_paise: 90_000 },
    { quantity: 1000, price_paise: 80_000 },
  ]
  const set = { group: 'H' }
  expect(
    valuesOf([lineOf(1, { ...set, quantities: tiers }), lineOf(2, { ...set, quantities: fewer })]),
    'ten pieces with each of a hundred',
  ).toEqual([8300, 8300])
})

test('charges are shared by as few gifts as a buyer can choose', () => {
  const others = { quantities: [400, 100].map((quantity) => ({ quantity, price_paise: 100 })) }
  const branding = lineOf(3, {
    name: 'Branding',
    is_charge: true,
    quantities: [{ quantity: 1, price_paise: 2_000_000 }],
  })
  expect(valuesOf([priced(1, 950), lineOf(2, others), branding])[0]).toBe(1050)
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
