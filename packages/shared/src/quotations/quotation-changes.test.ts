import { expect, test } from 'vitest'

import { quotationChanges } from './quotation-changes.ts'
import type { QuotationContent, QuotationLine, QuotationSeller } from './quotation.ts'
import { draftVersion } from './quotation-sheet.ts'
import { quotationFigures } from './tax-figures.ts'

const line: QuotationLine = {
  id: 'mug',
  product_id: null,
  code: 'M-1',
  name: 'Mug',
  colour: 'Red',
  note: 'Logo on one side',
  group: null,
  option: null,
  hsn: '6912',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [{ quantity: 100, price_paise: 50_000 }],
}
const pen: QuotationLine = {
  ...line,
  id: 'pen',
  code: null,
  name: 'Pen',
  colour: null,
  note: null,
  quantities: [{ quantity: 200, price_paise: 2000 }],
}
const content: QuotationContent = {
  buyer: {
    name: 'Asha Rao',
    company: 'Nova',
    email: 'asha@nova.example',
    phone: '',
    gstin: null,
    billing_address: null,
    billing_state: null,
    delivery_address: '1 Ring Road',
    delivery_state: '29',
    is_sez: false,
    place: null,
    place_reason: null,
    is_pharmaceutical: false,
    delivery_city: null,
    needed_by: null,
  },
  message: null,
  terms: 'Half in advance.\nDelivery in 20 days.',
  discount: null,
  price_reason: 'A new customer',
  lines: [line, pen],
}
const seller: QuotationSeller = {
  legal_name: 'Demo Gifts',
  address: null,
  gstin: '27AAPFU0939F1ZV',
  state: '27',
  is_composition: false,
  bank_details: null,
  credit_note: null,
  rounds_off: true,
}
const version = (more: Partial<QuotationContent> = {}, valid_until = '2026-12-05') =>
  draftVersion({ ...content, ...more }, seller, { valid_until })
const changes = (more: Partial<QuotationContent>, valid_until?: string) =>
  quotationChanges(version(), version(more, valid_until)).map(({ about, texts }) => [about, ...texts])

test('a revision tells what it adds, removes and changes of each line', () => {
  const box = { ...pen, id: 'box', name: 'Box', quantities: [{ quantity: 100, price_paise: 3000 }] }
  const mug = { ...line, colour: 'Blue', note: null, quantities: [{ quantity: 150, price_paise: 45_000 }] }
  expect(changes({ lines: [mug, box] })).toEqual([
    [
      'Mug in Blue',
      'Colour: Blue (was Red)',
      'Quantity: 150 (was 100)',
      'Price: ₹450.00 (was ₹500.00)',
      'Note: none (was Logo on one side)',
    ],
    ['Box', 'Added: 100 × ₹30.00'],
    ['Pen', 'Removed'],
    ['Total', '₹83,190.00 (was ₹63,720.00)'],
  ])
})

test('a quantity to choose is told with all its prices, and then no total of one choice', () => {
  const tiers = { ...pen, quantities: [...pen.quantities, { quantity: 500, price_paise: 1500 }] }
  expect(changes({ lines: [line, tiers] })).toEqual([
    ['Pen', 'Quantities: 200 × ₹20.00, 500 × ₹15.00 (was 200 × ₹20.00)'],
  ])
})

test('discount, delivery, buyer, terms and validity are told, and of terms the lines that change', () => {
  const buyer = {
    ...content.buyer,
    gstin: '29AAPFU0939F1ZR',
    billing_state: '29',
    delivery_address: '2 Market Street',
    needed_by: '2026-12-24',
  }
  const terms = 'Half in advance.\nDelivery in 10 days.'
  expect(changes({ buyer, terms, discount: { percent: 500 } }, '2026-12-31')).toEqual([
    ['Discount', '5 % (new)'],
    ['Total', '₹60,534.00 (was ₹63,720.00)'],
    ['Valid until', '31 Dec 2026 (was 5 Dec 2026)'],
    ['Delivery address', 'Added: 2 Market Street', 'Removed: 1 Ring Road'],
    ['For', 'Added: GSTIN 29AAPFU0939F1ZR'],
    ['Terms', 'Added: Delivery in 10 days.', 'Removed: Delivery in 20 days.'],
    ['Billing address', 'Karnataka (new)'],
    ['Needed by', '24 Dec 2026 (new)'],
  ])
})

test('what only the seller reads is no change, and nor is another message', () => {
  const buyer = { ...content.buyer, is_pharmaceutical: true, place_reason: 'Told by telephone' }
  expect(changes({ price_reason: 'End of season', message: 'As discussed', buyer })).toEqual([])
})

test('a draft without a day, and a version that was accepted, are compared as they were offered', () => {
  const accepted = {
    name: 'Asha Rao',
    at: '2026-12-01T06:00:00Z',
    purchase_order: 'PO-7',
    choice: { quantities: {}, options: {} },
    figures: quotationFigures([], null, 'none', true),
  }
  expect(quotationChanges({ ...version(), accepted }, version({}, ''))).toEqual(
    [['Valid until', 'none (was 5 Dec 2026)']].map(([about, text]) => ({ about, texts: [text] })),
  )
})
