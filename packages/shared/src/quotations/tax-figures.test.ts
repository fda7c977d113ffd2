import { expect, test } from 'vitest'

import { quotationFigures } from './tax-figures.ts'

const line = { quantity: 1, price_paise: 1010, gst_rate: 500 }

test('halves of a rate are rounded each, and may differ from the whole rate by a paisa', () => {
  expect(quotationFigures([line], null, 'cgst_sgst', false)).toMatchObject({
    cgst: 25,
    sgst: 25,
    total: 1060,
  })
  expect(quotationFigures([line], null, 'igst', false)).toMatchObject({ igst: 51, total: 1061 })
})

test('a discount is spread by the largest remainder, and the lines’ parts are exactly its sum', () => {
  const lines = [333, 333, 334].map((price) => ({ quantity: 1, price_paise: price, gst_rate: 0 }))
  const figures = quotationFigures(lines, { paise: 100 }, 'igst', false)
  expect(figures.lines.map(({ discount }) => discount)).toEqual([33, 33, 34])
  expect(figures).toMatchObject({ discount: 100, taxable: 900 })
  expect(quotationFigures(lines, { percent: 10_000 }, 'igst', true)).toMatchObject({ total: 0, per_gift: 0 })
  expect(quotationFigures(lines, { paise: 5000 }, 'igst', true), 'never negative').toMatchObject({ total: 0 })
})

test('of lines with equal remainders the first ones bear the paise of a discount that are left', () => {
  const lines = Array.from({ length: 3 }, () => ({ quantity: 1, price_paise: 1000, gst_rate: 0 }))
  const { lines: parts } = quotationFigures(lines, { paise: 200 }, 'igst', false)
  expect(parts.map(({ discount }) => discount)).toEqual([67, 67, 66])
})

test('a gift costs its share of all charges and taxes before rounding off', () => {
  const lines = [
    { quantity: 3, price_paise: 10_000, gst_rate: 1800 },
    { quantity: 1, price_paise: 5000, gst_rate: 1800, is_charge: true },
  ]
  const figures = quotationFigures(lines, null, 'igst', true)
  expect(figures).toMatchObject({
    taxable: 35_000,
    igst: 6300,
    round_off: 0,
    total: 41_300,
    per_gift: 13_767,
  })
  expect(figures.lines.map((each) => each.per_gift)).toEqual([11_800, 5900])
  expect(quotationFigures([], null, 'igst', true)).toMatchObject({ total: 0, per_gift: null, lines: [] })
})
