import { expect, test } from 'vitest'

import { lineNames } from '@giftwell/shared/quotations/quotation.ts'
import { draftOf, newLine, readDraft } from './quotation-draft.ts'

const content = {
  buyer: {
    name: 'Person 1',
    company: 'Company 1',
    email: 'person1@example.com',
    phone: '',
    gstin: null,
    billing_address: null,
    billing_state: null,
    delivery_address: null,
    delivery_state: '29',
    gstin_as_stated: false,
    is_sez: false,
    zero_rating: null,
    is_pharmaceutical: null,
    place: null,
    place_reason: null,
    delivery_city: 'Pune',
    needed_by: '2026-12-12',
  },
  message: null,
  terms: 'Half in advance',
  discount: { percent: 750 },
  lines: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      product_id: null,
      code: null,
      name: 'Mug',
      colour: 'Red',
      note: null,
      group: null,
      option: null,
      hsn: '6912',
      gst_rate: 1250,
      is_charge: false,
      image_url: null,
      quantities: [
        { quantity: 1200, price_paise: 24_550 },
        { quantity: 5, price_paise: null },
      ],
    },
  ],
}
const draft = draftOf({ content, valid_until: '2026-12-31' })

test('a stored draft is the same after its form, with rates and amounts as people write them', () => {
  expect(draft).toMatchObject({
    discount: '7.5 %',
    lines: [
      { gst_rate: '12.5', quantities: [{ quantity: '1200', price_paise: '245.50' }, { price_paise: '' }] },
    ],
  })
  const { content: read, problems } = readDraft(draft)
  expect(read).toEqual(content)
  expect([...problems]).toEqual([])
})

test.each([
  ['', null],
  ['7 %', { percent: 700 }],
  ['2.25%', { percent: 225 }],
  ['2,500', { paise: 250_000 }],
  ['Rs. 99.5', { paise: 9950 }],
  ['500/-', { paise: 50_000 }],
  ['₹500', { paise: 50_000 }],
  ['५००', { paise: 50_000 }],
  ['७.५ %', { percent: 750 }],
])('the discount "%s" is %j', (discount, stored) => {
  expect(readDraft({ ...draft, discount }).content.discount).toEqual(stored)
})

test.each(['101 %', 'some', '-5'])(
  'the discount "%s" is refused, and counts as none meanwhile',
  (discount) => {
    const { content: read, problems } = readDraft({ ...draft, discount })
    expect(problems.get('discount')).toBe('Enter a discount like 7 % or 2500')
    expect(read).toEqual({ ...content, discount: null })
  },
)

test('what cannot be read is named by its line, and everything else counts meanwhile', () => {
  const wrong = {
    ...newLine({ name: 'Pen', hsn: '123' }),
    quantities: [{ quantity: 'x', price_paise: '1.234' }],
  }
  const buyer = { ...draft.buyer, gstin: '27AAPFU0939F1ZW' }
  const { content: read, problems } = readDraft({ ...draft, buyer, lines: [...draft.lines, wrong] })
  expect([...problems.keys()].toSorted()).toEqual(
    [`${wrong.id} hsn`, `${wrong.id} price_paise 0`, `${wrong.id} quantity 0`].toSorted(),
  )
  expect(read.buyer.gstin, 'a GSTIN of another form blocks no draft').toBe('27AAPFU0939F1ZW')
  expect(read.lines[0]).toEqual(content.lines[0])
  expect(read.lines[1]).toMatchObject({
    name: 'Pen',
    hsn: null,
    quantities: [{ quantity: 1, price_paise: null }],
  })
})

test('the same quantity twice in a line is refused, and a price has one limit', () => {
  const offers = [
    { quantity: '1,000', price_paise: '10' },
    { quantity: '1000', price_paise: '1000000001' },
  ]
  const line = newLine({ name: 'Pen', quantities: offers })
  expect(Object.fromEntries(readDraft({ ...draft, lines: [line] }).problems)).toEqual({
    [`${line.id} price_paise 1`]: 'Price may be at most Rs. 100 crore',
    [`${line.id} quantity 1`]: '1000 is offered twice',
  })
})

test('lines are called by name and colour, and a second one of the same has a number', () => {
  const line = (name: string, colour = '') => ({ name, colour })
  expect(
    lineNames([line('Mug'), line('Mug', 'Red'), line('Mug'), line(''), line('Mug', 'Red'), line('Mug')]),
  ).toEqual(['Mug', 'Mug in Red', 'Mug (2)', 'line 4', 'Mug in Red (2)', 'Mug (3)'])
})
