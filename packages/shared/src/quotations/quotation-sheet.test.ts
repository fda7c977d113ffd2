import { describe, expect, test } from 'vitest'

import type { QuotationContent, QuotationLine, QuotationSeller } from './quotation.ts'
import { draftVersion, quotationSheet } from './quotation-sheet.ts'
import { blocksOf } from './sheet-blocks.ts'
import { quotationFigures, type QuotationTax } from './tax-figures.ts'
import { taxSentences } from './tax-sentences.ts'

const line: QuotationLine = {
  id: 'mug',
  product_id: null,
  code: 'M-1',
  name: 'Mug',
  colour: 'Red',
  note: null,
  group: 'Kitchen',
  option: null,
  hsn: '6912',
  gst_rate: 1800,
  is_charge: false,
  image_url: '/mug.jpg',
  quantities: [
    { quantity: 100, price_paise: 10_000 },
    { quantity: 1000, price_paise: 9000 },
  ],
}
const box = {
  ...line,
  colour: null,
  group: null,
  option: 'Box',
  quantities: [{ quantity: 100, price_paise: 5000 }],
}
const content: QuotationContent = {
  buyer: {
    name: 'Asha Rao',
    company: 'Nova',
    email: 'asha@nova.example',
    phone: '',
    gstin: null,
    billing_address: '1 Road',
    billing_state: '29',
    delivery_address: null,
    delivery_state: null,
    is_sez: false,
    place: '29',
    place_reason: null,
    delivery_city: 'Mysuru',
    needed_by: '2026-12-24',
  },
  message: null,
  terms: 'Half in advance.',
  discount: null,
  lines: [
    line,
    { ...box, id: 'card', name: 'Card box' },
    { ...box, id: 'wood', name: 'Wooden box', quantities: [{ quantity: 100, price_paise: 30_000 }] },
    { ...box, id: 'freight', name: 'Freight', option: null, is_charge: true },
  ],
}
const seller: QuotationSeller = {
  legal_name: 'Demo Gifts',
  address: '2 Street',
  gstin: '27AAPFU0939F1ZV',
  state: '27',
  is_composition: false,
  bank_details: null,
  credit_note: null,
  rounds_off: true,
  phones: ['+91 98765 43210'],
  email: 'office@demo.example',
}
const version = draftVersion(content, seller, {
  number: 'GW2627/0042',
  revision: 2,
  valid_until: '2026-12-31',
})

describe('the sheet of a quotation', () => {
  test('has parties, facts and days by line, with their labels', () => {
    const { title, seller: from, buyer, facts, dates } = quotationSheet(version)
    expect(title).toBe('Quotation GW2627/0042-R2')
    expect(from).toMatchObject({
      label: 'From',
      name: 'Demo Gifts',
      lines: ['2 Street', 'GSTIN 27AAPFU0939F1ZV', '+91 98765 43210', 'office@demo.example'],
    })
    expect(buyer).toEqual({ label: 'For', name: 'Nova', lines: ['Asha Rao'] })
    expect(facts.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Billing address: 1 Road\nKarnataka',
      'Delivery address: Mysuru',
      'Needed by: 24 Dec 2026',
      'Place of supply: Karnataka (29)',
    ])
    expect(dates).toEqual(['Valid until 31 Dec 2026'])
  })

  test('an alternative that is not chosen has its amount and what a gift costs, all in', () => {
    const { lines, total } = quotationSheet(version)
    expect(
      lines.map(({ name, isChosen, standing, offer }) => [
        name,
        isChosen,
        standing,
        offer.amount,
        offer.perGift,
      ]),
    ).toEqual([
      ['Mug in Red', true, null, '₹10,000.00', '₹118.00 per gift, all in'],
      ['Card box', true, 'Box: chosen', '₹5,000.00', '₹59.00 per gift, all in'],
      ['Wooden box', false, 'Box: not chosen', '₹30,000.00', '₹354.00 per gift, all in'],
      ['Freight', true, null, '₹5,000.00', null],
    ])
    expect(lines[0]?.offers.map(({ text, isSelected, perGift }) => [text, isSelected, perGift])).toEqual([
      ['100 × ₹100.00', true, '₹118.00 per gift, all in'],
      ['1,000 × ₹90.00', false, '₹106.20 per gift, all in'],
    ])
    expect(total).toEqual({ label: 'Total', text: '₹23,600.00' })
  })

  test('what another alternative comes to is what it comes to once it is chosen, to the paisa, with a discount, too', () => {
    const reduced = { ...version, content: { ...content, discount: { paise: 33_333 } } }
    const before = quotationSheet(reduced).lines[2]
    const after = quotationSheet(reduced, { options: { Box: 'wood' } }).lines[2]
    expect(before?.isChosen).toBe(false)
    expect(after).toMatchObject({ isChosen: true, offer: before?.offer })
  })

  test('has the sums that count, with their labels', () => {
    const labels = (tax: QuotationTax, discount: QuotationContent['discount'] = null) => {
      const place = { state: '27', tax, why: 'billing' as const }
      return quotationSheet({
        ...version,
        content: { ...content, discount },
        frozen: { seller, place },
      }).sums.map(({ label }) => label)
    }
    expect(labels('igst')).toEqual(['Taxable value', 'IGST'])
    expect(labels('cgst_sgst', { percent: 1000 })).toEqual([
      'Amount',
      'Discount',
      'Taxable value',
      'CGST',
      'SGST',
    ])
    expect(labels('cgst_utgst')).toEqual(['Taxable value', 'CGST', 'UTGST'])
    expect(labels('zero'), 'a rate at each line and no tax ask for it').toEqual(['Taxable value', 'IGST'])
    expect(labels('none')).toEqual([])
    // A version of a newer release, which an older desktop app reads.
    expect(labels('another' as QuotationTax)).toEqual(['Taxable value', 'IGST'])
  })

  test('says of tax law what is true for its kind of supply, and nothing else', () => {
    const said = (tax: QuotationTax, isComposition = false) =>
      taxSentences({ tax }, { is_composition: isComposition })
    expect(said('igst')).toEqual(['GST at the rate on the invoice’s date.'])
    expect(said('none')).toEqual([])
    expect(said('none', true)).toEqual([
      'Composition taxable person, not eligible to collect tax on supplies.',
    ])
    expect(said('zero')).toEqual(['Special economic zone: supply under LUT without payment of IGST.'])
    const lut = { number: 'AD290426', valid_until: '2027-03-31' }
    const seller = { is_composition: false }
    expect(taxSentences({ tax: 'zero', supply: 'export', lut }, seller)).toEqual([
      'Export: supply under LUT without payment of IGST. LUT AD290426, valid until 31 Mar 2027.',
    ])
    expect(taxSentences({ tax: 'igst', supply: 'sez', lut: null }, seller)).toEqual([
      'Special economic zone: supply with payment of IGST.',
      'GST at the rate on the invoice’s date.',
    ])
  })

  test('a version that was accepted has its choice, its figures as they are stored, and nothing left to choose', () => {
    const choice = { quantities: { mug: 1 }, options: { Box: 'wood' } }
    const figures = { ...quotationFigures([], null, 'igst', true), total: 12_345 }
    const accepted = {
      name: 'Asha Rao',
      designation: 'Head',
      purchase_order: 'PO 7',
      at: '2026-12-03T06:00:00Z',
      choice,
      figures,
    }
    const sheet = quotationSheet({ ...version, accepted })
    expect(sheet.total.text).toBe('₹123.45')
    expect(sheet.accepted).toBe('Accepted by Asha Rao, Head on 3 Dec 2026, 11:30 am IST.')
    expect(sheet.facts).toContainEqual({ label: 'Purchase order number', text: 'PO 7' })
    expect(
      sheet.lines.filter(({ isChosen }) => isChosen).map(({ name, offer }) => [name, offer.quantity]),
    ).toEqual([
      ['Mug in Red', '1,000'],
      ['Wooden box', '100'],
      ['Freight', '100'],
    ])
    expect([sheet.toChoose, quotationSheet(version).toChoose]).toEqual([
      [],
      ['Quantity of Mug in Red', 'Box'],
    ])
  })

  test('lines are in blocks: a heading once, and alternatives together', () => {
    expect(
      blocksOf(quotationSheet(version).lines).map(({ heading, legend, lines }) => [
        heading,
        legend,
        lines.length,
      ]),
    ).toEqual([
      ['Kitchen', null, 1],
      [null, 'Box: choose one', 2],
      [null, null, 1],
    ])
  })
})
