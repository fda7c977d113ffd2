import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { QuotationContent, QuotationLine } from '@giftwell/shared/quotations/quotation.ts'
import { quotationFigures, type QuotationTax } from '@giftwell/shared/quotations/tax-figures.ts'
import { exportList } from '../list/list-export.ts'
import { accountingDocument } from './accounting-documents.ts'
import { tallyFoot, tallyHead, tallyVoucher } from './tally-vouchers.ts'

const line: QuotationLine = {
  id: 'l1',
  product_id: null,
  code: 'D-1',
  name: 'Demo lamp',
  colour: 'Red',
  note: null,
  group: null,
  option: null,
  hsn: '9405',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [{ quantity: 3, price_paise: 1005 }],
}
const choice = { quantities: {}, options: {} }

interface Sale {
  readonly company?: string
  readonly tax?: QuotationTax
  readonly roundsOff?: boolean
  readonly lines?: readonly Pick<QuotationLine, 'gst_rate' | 'quantities'>[]
  readonly discount?: QuotationContent['discount']
}

function documentOf({
  company = 'Demo Pharma',
  tax = 'cgst_sgst',
  roundsOff = true,
  discount = null,
  lines = [line],
}: Sale) {
  const content: QuotationContent = {
    buyer: {
      name: 'Demo Buyer',
      company,
      email: 'demo@example.test',
      phone: '',
      gstin: '27AAPFU0939F1ZV',
      billing_address: null,
      billing_state: '27',
      delivery_address: null,
      delivery_state: '35',
      is_sez: false,
      place: null,
      place_reason: null,
      delivery_city: null,
      needed_by: null,
    },
    message: null,
    terms: null,
    discount,
    lines: lines.map((own, index) => ({ ...line, ...own, id: `l${index}` })),
  }
  const chosen = lines.map(({ gst_rate: rate, quantities: [offer] }) => ({
    gst_rate: rate,
    quantity: offer?.quantity ?? 0,
    price_paise: offer?.price_paise ?? 0,
  }))
  const figures = quotationFigures(chosen, discount, tax, roundsOff)
  return accountingDocument(
    { number: 'GW2627/0042', state: 'accepted' },
    {
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
          rounds_off: roundsOff,
        },
        place: { state: '35', tax, why: 'delivery' },
        choice,
        figures,
      },
      accepted: { name: 'Demo Buyer', at: '2026-12-03T19:00:00Z', purchase_order: 'PO 7', choice, figures },
    },
  )
}

/** What TallyPrime reads: a strict parser, which rejects what is not well-formed. */
function parsed(xml: string) {
  const root = new DOMParser().parseFromString(xml, 'application/xml')
  expect(root.querySelector('parsererror')).toBeNull()
  const textIn = (within: Element | null | undefined, tag: string) =>
    [...(within?.children ?? [])].find(({ tagName }) => tagName === tag)?.textContent
  const vouchers = [...root.getElementsByTagName('VOUCHER')].map((voucher) => ({
    get: (tag: string) => textIn(voucher, tag),
    entries: [...voucher.getElementsByTagName('LEDGERENTRIES.LIST')].map((entry) => ({
      ledger: textIn(entry, 'LEDGERNAME'),
      paise: Number(textIn(entry, 'AMOUNT')?.replace('.', '')),
      isDebit: textIn(entry, 'ISDEEMEDPOSITIVE') === 'Yes',
      hsn: textIn(entry, 'GSTHSNNAME'),
      description: entry.getElementsByTagName('BASICUSERDESCRIPTION')[0]?.textContent,
      rates: [...entry.getElementsByTagName('RATEDETAILS.LIST')].map(({ textContent }) => textContent),
    })),
  }))
  return { root, vouchers }
}
const voucherOf = (sale: Sale) =>
  parsed(`${tallyHead}${tallyVoucher(documentOf(sale))}${tallyFoot}`).vouchers[0]

test('an accepted quotation is an optional sales voucher of its day, party and place of supply', () => {
  const voucher = voucherOf({})
  const tags = [
    'DATE',
    'VOUCHERTYPENAME',
    'ISOPTIONAL',
    'REFERENCE',
    'PARTYLEDGERNAME',
    'PARTYGSTIN',
    'PLACEOFSUPPLY',
    'NARRATION',
  ]
  expect(tags.map((tag) => voucher?.get(tag))).toEqual([
    '20261204',
    'Sales',
    'Yes',
    'GW2627/0042-R2',
    'Demo Pharma',
    '27AAPFU0939F1ZV',
    'Andaman & Nicobar Islands',
    'Quotation GW2627/0042-R2, purchase order PO 7',
  ])
  const { root } = parsed(`${tallyHead}${tallyFoot}`)
  expect(root.querySelector('ENVELOPE > HEADER > TALLYREQUEST')?.textContent).toBe('Import Data')
  expect(root.querySelector('ENVELOPE > BODY > IMPORTDATA > REQUESTDESC > REPORTNAME')?.textContent).toBe(
    'Vouchers',
  )
})

test('its lines are credits of sales with HSN, description and rates, beside the taxes and the rounding off', () => {
  expect(voucherOf({})?.entries).toEqual([
    { ledger: 'Demo Pharma', paise: -3600, isDebit: true, hsn: undefined, description: undefined, rates: [] },
    {
      ledger: 'Sales',
      paise: 3015,
      isDebit: false,
      hsn: '9405',
      description: '3 x Demo lamp in Red at 10.05',
      rates: ['CGST9.00', 'SGST/UTGST9.00'],
    },
    { ledger: 'CGST', paise: 271, isDebit: false, hsn: undefined, description: undefined, rates: [] },
    { ledger: 'SGST', paise: 271, isDebit: false, hsn: undefined, description: undefined, rates: [] },
    { ledger: 'Round Off', paise: 43, isDebit: false, hsn: undefined, description: undefined, rates: [] },
  ])
  expect(voucherOf({ tax: 'igst' })?.entries.map(({ ledger }) => ledger)).toEqual([
    'Demo Pharma',
    'Sales',
    'IGST',
    'Round Off',
  ])
  expect(voucherOf({ tax: 'cgst_utgst' })?.entries.map(({ ledger }) => ledger)).toContain('UTGST')
  expect(voucherOf({ tax: 'none' })?.entries[1]?.rates).toEqual([])
  expect(voucherOf({ lines: [{ ...line, gst_rate: 25 }] })?.entries[1]?.rates).toEqual([
    'CGST0.125',
    'SGST/UTGST0.125',
  ])
})

test('the entries of every voucher add up to nothing, and to the quotation’s total, to the paisa', () => {
  const offer = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    price_paise: fc.integer({ min: 1, max: 10_000_000 }),
  })
  const sale = fc.record({
    tax: fc.constantFrom<QuotationTax>('none', 'zero', 'igst', 'cgst_sgst', 'cgst_utgst'),
    roundsOff: fc.boolean(),
    discount: fc.oneof(
      fc.constant(null),
      fc.record({ percent: fc.integer({ min: 0, max: 10_000 }) }),
      fc.record({ paise: fc.nat(1_000_000) }),
    ),
    lines: fc.array(
      fc.record({
        gst_rate: fc.integer({ min: 0, max: 2800 }),
        quantities: offer.map((each) => [each] as const),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  fc.assert(
    fc.property(sale, (sold) => {
      const document = documentOf(sold)
      const entries = voucherOf(sold)?.entries ?? []
      const sum = (of: typeof entries) => of.reduce((paise, entry) => paise + entry.paise, 0)
      expect(sum(entries)).toBe(0)
      expect(sum(entries.slice(1))).toBe(Number(document.total.replace('.', '')))
      expect(sum(entries.filter(({ ledger }) => ledger === 'Sales'))).toBe(
        Number(document.taxable.replace('.', '')),
      )
      for (const { paise, isDebit } of entries) expect(isDebit).toBe(paise < 0)
    }),
  )
})

test('every name of a company is read back, without control characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }).map((text) => `A${text}`),
      (company) => {
        const clean = company.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
        expect(voucherOf({ company })?.get('PARTYLEDGERNAME')).toBe(clean)
      },
    ),
  )
  expect(voucherOf({ company: '<b>&amp;"\u0000' })?.get('PARTYLEDGERNAME')).toBe('<b>&amp;" ')
})

test('an export is one import of all vouchers', async () => {
  const rows = [{ id: 'one' }, { id: 'other' }]
  const { content, count } = await exportList(
    {
      columns: [],
      read: () => Promise.resolve(rows),
      vouchers: {
        head: tallyHead,
        foot: tallyFoot,
        of: (given) => Promise.resolve(given.map(() => tallyVoucher(documentOf({})))),
      },
    },
    'xml',
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  expect(count).toBe(2)
  expect(parsed(await content.text()).vouchers).toHaveLength(2)
})
