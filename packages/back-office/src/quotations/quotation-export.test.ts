import { expect, test } from 'vitest'

import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { type QuotationContent, chosenLines } from '@giftwell/shared/quotations/quotation.ts'
import { exportList, exportName } from '../list/list-export.ts'
import { accountingDocument } from './accounting-documents.ts'

const content: QuotationContent = {
  buyer: {
    name: 'Demo Buyer',
    company: 'Demo Pharma',
    email: 'demo@example.test',
    phone: '',
    gstin: null,
    billing_address: null,
    billing_state: null,
    delivery_address: null,
    delivery_state: '27',
    is_sez: false,
    place: null,
    place_reason: null,
    delivery_city: null,
    needed_by: null,
  },
  message: null,
  terms: null,
  discount: { paise: 10 },
  lines: [
    {
      id: 'l1',
      product_id: null,
      code: 'D-1',
      name: 'Demo lamp',
      colour: 'Red',
      note: null,
      group: null,
      option: null,
      hsn: '9405',
      gst_rate: 1850,
      is_charge: false,
      image_url: null,
      quantities: [{ quantity: 3, price_paise: 1005 }],
    },
  ],
}
const choice = { quantities: {}, options: {} }
const figures = quotationFigures(chosenLines(content, {}), content.discount, 'cgst_sgst', true)
const version = {
  revision: 2,
  sent_at: '2026-12-01T19:00:00Z',
  valid_until: '2026-12-20',
  content,
  frozen: {
    seller: {
      legal_name: 'Demo Gifts',
      address: null,
      gstin: null,
      state: '27',
      is_composition: false,
      bank_details: null,
      credit_note: null,
      rounds_off: true,
    },
    place: { state: '27', tax: 'cgst_sgst' as const, why: 'delivery' as const },
    choice,
    figures,
  },
  accepted: null,
}

test('a document has texts of rupees with two digits, lines with HSN and taxes, and days of India', () => {
  const document = accountingDocument({ number: 'GW2627/0042', state: 'sent' }, version)
  expect(document).toMatchObject({
    number: 'GW2627/0042-R2',
    date: '2026-12-02',
    accepted_on: null,
    place_of_supply: '27',
    lines: [
      {
        description: 'Demo lamp in Red',
        hsn: '9405',
        quantity: 3,
        price: '10.05',
        gst_rate: '18.50',
        amount: '30.15',
        discount: '0.10',
        taxable: '30.05',
        cgst: '2.78',
        sgst: '2.78',
        igst: '0.00',
        total: '35.61',
      },
    ],
    taxable: '30.05',
    cgst: '2.78',
    round_off: '0.39',
    total: '36.00',
  })
  const at = '2027-03-31T20:00:00Z'
  const accepted = { choice, figures, name: 'Demo Buyer', purchase_order: 'PO 7', at }
  expect(
    accountingDocument({ number: 'GW2627/0042', state: 'accepted' }, { ...version, accepted }),
  ).toMatchObject({ accepted_on: '2027-04-01', purchase_order: 'PO 7' })
})

test('a list with documents is exported as one array in JSON', async () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  const { content: blob, count } = await exportList(
    {
      columns: [],
      read: () => Promise.resolve(rows),
      documents: (given) => Promise.resolve(given.slice(1)),
    },
    'json',
    { signal: new AbortController().signal, onProgress: () => undefined },
  )
  expect([JSON.parse(await blob.text()), count]).toEqual([[{ id: 'b' }], 1])
  expect(exportName('Giftwell', 'quotations', new Date(2026, 10, 1), 'json')).toBe(
    'giftwell-quotations-2026-11-01.json',
  )
})
