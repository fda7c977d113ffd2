import { expect, test } from 'vitest'

import { chosenLines, type QuotationLine } from './quotation.ts'

const line = (id: string, option: string | null = null): QuotationLine => ({
  id,
  product_id: null,
  code: null,
  name: `Line ${id}`,
  colour: null,
  note: null,
  group: null,
  option,
  hsn: null,
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [
    { quantity: 100, price_paise: 5000 },
    { quantity: 500, price_paise: null },
  ],
})
const lines = [line('a'), line('b', 'Box'), line('c', 'Box')]
const figuresOf = (choice: Parameters<typeof chosenLines>[1]) =>
  chosenLines({ lines }, choice).map(({ id, quantity, price_paise: price }) => [id, quantity, price])

test('the first quantity and the first line of an option count until others are selected', () => {
  expect(figuresOf({})).toEqual([
    ['a', 100, 5000],
    ['b', 100, 5000],
  ])
})

test('a selected quantity and option count, and one without a price costs nothing yet', () => {
  expect(figuresOf({ quantities: { a: 1 }, options: { Box: 'c' } })).toEqual([
    ['a', 500, 0],
    ['c', 100, 5000],
  ])
})

test('a selection of what the quotation does not have counts as none', () => {
  expect(figuresOf({ quantities: { a: 7 }, options: { Box: 'a', Bag: 'b' } })).toEqual(figuresOf({}))
})
