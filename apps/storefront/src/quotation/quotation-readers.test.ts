import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { accountingDocument } from '@giftwell/back-office/quotations/accounting-documents.ts'
import { EvidenceTable } from '@giftwell/back-office/quotations/quotation-history.tsx'
import { pdfText } from '@giftwell/back-office/testing/pdf-text.ts'
import { QuotationPreview } from '@giftwell/back-office/quotations/quotation-preview.tsx'
import { queuedMessage } from '@giftwell/backend/mail/queued-message.ts'
import { BackendContext } from '@giftwell/shared/kernel/backend-context.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { placeOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import {
  chosenLines,
  type QuotationBuyer,
  type QuotationChoice,
  type QuotationContent,
  type QuotationLine,
  type QuotationSeller,
  type SentVersion,
} from '@giftwell/shared/quotations/quotation.ts'
import {
  quotationSheet,
  type QuotationSheet,
  sheetLabels,
} from '@giftwell/shared/quotations/quotation-sheet.ts'
import { blocksOf } from '@giftwell/shared/quotations/sheet-blocks.ts'
import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { OwnQuotations } from '../inquiry/own-quotations.tsx'
import { QuotationPage } from './quotation-page.tsx'

const line: QuotationLine = {
  id: 'mug',
  product_id: null,
  code: 'M-1',
  name: 'Steel mug',
  colour: null,
  note: 'with a ribbon',
  group: null,
  option: null,
  hsn: '7323',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [{ quantity: 100, price_paise: 50_017 }],
}
const lines: readonly QuotationLine[] = [
  line,
  {
    ...line,
    id: 'pen',
    name: 'Pen',
    group: 'For the desk',
    gst_rate: 500,
    quantities: [{ quantity: 250, price_paise: 1999 }],
  },
  {
    ...line,
    id: 'freight',
    code: null,
    note: null,
    name: 'Freight',
    is_charge: true,
    quantities: [{ quantity: 1, price_paise: 250_000 }],
  },
]
const seller: QuotationSeller = {
  legal_name: 'Meridian Gifts LLP',
  address: '2 Market Street',
  gstin: '27AAPFU0939F1ZV',
  state: '27',
  is_composition: false,
  bank_details: 'Account 0001',
  credit_note: 'Ask your accountant about gifts.',
  rounds_off: true,
  phones: ['+91 98765 43210'],
  email: 'office@meridian.example',
}
const buyer: QuotationBuyer = {
  name: 'Asha Rao',
  company: 'Nova Ltd',
  email: 'asha@nova.example',
  phone: '+91 91234 56780',
  gstin: null,
  billing_address: '1 Ring Road',
  billing_state: '29',
  delivery_address: null,
  delivery_state: null,
  is_sez: false,
  place: null,
  place_reason: null,
  delivery_city: null,
  needed_by: '2026-12-24',
}

interface Case {
  readonly content?: Partial<QuotationContent>
  readonly buyer?: Partial<QuotationBuyer>
  readonly seller?: Partial<QuotationSeller>
  readonly accepted?: QuotationChoice
}

const options = [
  { ...line, id: 'card', name: 'Card box', option: 'Box' },
  {
    ...line,
    id: 'wood',
    name: 'Wooden box',
    option: 'Box',
    quantities: [{ quantity: 100, price_paise: 83_900 }],
  },
]
const tiers = [
  {
    ...line,
    quantities: [100, 250, 1000].map((quantity) => ({ quantity, price_paise: 60_000 - quantity * 7 })),
  },
]
const lut = { number: 'AD290426', valid_until: '2027-03-31' }
const abroad = { billing_state: '96', delivery_state: '96' }
const cases: Readonly<Record<string, Case>> = {
  'inter-state': {},
  'intra-state': { buyer: { billing_state: '27' } },
  'a union territory': { buyer: { billing_state: '31' }, seller: { gstin: '31AAPFU0939F1ZM', state: '31' } },
  'a special economic zone with payment of IGST': { buyer: { is_sez: true } },
  'a special economic zone under LUT': { buyer: { is_sez: true }, seller: { lut } },
  'an export with payment of IGST': { buyer: { ...abroad, zero_rating: 'igst' }, seller: { lut } },
  'an export under LUT': { buyer: { ...abroad, zero_rating: 'lut' }, seller: { lut } },
  'a composition dealer': { seller: { is_composition: true } },
  'a seller without registration': { seller: { gstin: null } },
  options: { content: { lines: [...lines, ...options] } },
  tiers: { content: { lines: tiers } },
  colours: {
    content: {
      lines: ['Red', 'Teal', 'Red'].map((colour, index) => ({ ...line, id: colour + index, colour })),
    },
  },
  'a discount in per cent': { content: { discount: { percent: 725 } } },
  'a discount in rupees': { content: { discount: { paise: 123_456 }, lines: [...lines, ...options] } },
  '200 lines': {
    content: {
      lines: Array.from({ length: 200 }, (_, index) => ({
        ...line,
        id: `l${index}`,
        name: `Gift no. ${index}`,
      })),
    },
  },
  'gifts with their MRP': {
    content: {
      prints_mrp: true,
      lines: [
        { ...line, mrp_paise: 79_900 },
        { ...line, id: 'bag', name: 'Bag', mrp_paise: null },
      ],
    },
  },
  'what is accepted': {
    content: { lines: [...tiers, ...options] },
    accepted: { quantities: { mug: 2 }, options: { Box: 'wood' } },
  },
}

function versionOf({
  content: part = {},
  buyer: person = {},
  seller: own = {},
  accepted,
}: Case): SentVersion {
  const content: QuotationContent = {
    buyer: { ...buyer, ...person },
    message: 'As discussed.',
    terms: 'Half in advance.',
    discount: null,
    lines,
    ...part,
  }
  const who = { ...seller, ...own }
  const place = placeOfSupply(who, content.buyer)
  if (place === null) throw new Error('Where is the seller?')
  const figuresOf = (choice: Parameters<typeof chosenLines>[1]) =>
    quotationFigures(chosenLines(content, choice), content.discount, place.tax, who.rounds_off)
  const first = { quantities: {}, options: {} }
  return {
    number: 'GW2627/0042',
    revision: 2,
    sent_at: '2026-12-01T19:00:00Z',
    valid_until: '2026-12-20',
    content,
    frozen: { seller: who, place, choice: first, figures: figuresOf(first) },
    accepted:
      accepted === undefined
        ? null
        : {
            name: 'Asha Rao',
            designation: 'Head of purchase',
            purchase_order: 'PO 7',
            at: '2026-12-03T06:00:00Z',
            choice: accepted,
            figures: figuresOf(accepted),
          },
  }
}

function visible(node: ReactNode): string {
  return renderToStaticMarkup(node)
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function mailed(kind: 'quotation' | 'acceptance', version: SentVersion): string {
  const site = {
    name: null,
    colour_primary: null,
    sender_email: null,
    contact_email: null,
    contact_phone: null,
  }
  const quotation = { ...version, id: 'id', event: null }
  const mail = {
    id: 'id',
    kind,
    to: 'asha@nova.example',
    attempt: 1,
    created_at: '2026-12-01T19:00:00Z',
    reference: 'GW2627/0042-R2',
  }
  return queuedMessage(
    { ...mail, token: 'token', site, quotation },
    { site: 'https://gifts.example', images: null },
  ).text
}

const backend = createBackend(
  { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
  createMemoryPlatform().sessionStorage,
)

/** What each reader shows of a version. */
const readers: Readonly<
  Record<string, (version: SentVersion, sheet: QuotationSheet) => string | Promise<string>>
> = {
  preview: (_, sheet) =>
    visible(createElement(MantineProvider, null, createElement(QuotationPreview, { sheet }))),
  'the offline copy': (version) => {
    // From what is stored on the computer.
    const sheet = quotationSheet(JSON.parse(JSON.stringify(version)) as SentVersion)
    return visible(createElement(MantineProvider, null, createElement(QuotationPreview, { sheet })))
  },
  page({ frozen: { seller: who, place, figures }, content, ...version }) {
    const { rounds_off, credit_note, ...shown } = who
    const opened = {
      ...version,
      ...content,
      place,
      figures,
      rounds_off,
      credit_note,
      seller: shown,
      state: version.accepted === null ? ('sent' as const) : ('accepted' as const),
      purpose: 'buyer' as const,
      comments: [],
      approvals: [],
      needs_code: false,
      site: { name: 'Meridian' },
    }
    const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
    return visible(
      createElement(QuotationPage, {
        config,
        call: () => Promise.reject(new Error('No call')),
        first: opened,
      }),
    )
  },
  PDF: async (version) => pdfText(version),
  'the e-mail': (version) => mailed('quotation', version),
  'the e-mail of an acceptance': (version) => mailed('acceptance', version),
  'My inquiries': ({ number, revision, valid_until, accepted }, { figures }) => {
    const client = new QueryClient()
    const state = accepted === null ? 'sent' : 'accepted'
    const row = { number, revision, reference: null, state, total_paise: figures.total, valid_until }
    client.setQueryData(['my quotations', 'a'], [row])
    const list = createElement(OwnQuotations, { account: 'a' })
    return visible(
      createElement(BackendContext, { value: backend }, createElement(QueryClientProvider, { client }, list)),
    )
  },
  'the evidence sheet': (_, sheet) =>
    visible(createElement(MantineProvider, null, createElement(EvidenceTable, { sheet, offered: {} }))),
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
const sums = ({ sums: rows, total }: QuotationSheet) =>
  [...rows, total].map(({ label, text }) => label + text)
const money = /-?₹[\d,]+\.\d\d/g

/** Every text of a sheet; a version's own fields are not of its words. */
function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'figures' || name === 'amounts' ? [] : textsOf(value),
  )
}

/** The words that a reader has beside the sheet's: its buttons, forms and the sentences around it. */
const own: Readonly<Record<string, readonly string[]>> = {
  page: [
    'You can read and print this page as it is. To choose, comment and decide, turn on JavaScript.',
    'Please accept it by then, or tell us what to change.',
    'We store what you enter here, and when.',
    'Privacy notice',
    'Privacy',
    'Comment on',
    'Comments',
    'Comment',
    'optional',
    'Quantity of',
    'Meridian',
    'Accept',
    'Decline',
    'Ask for a change',
    'Ask a colleague',
    'Download PDF',
    'What happens next',
    'has your acceptance and will get in touch with you.',
    'Your purchase order:',
    'Print',
    'Need these gifts again?',
    'This puts them into your inquiry basket on our website, with their quantities, notes and colours.',
    'Order again',
    'Your details',
    'We use these details for the invoice and the delivery. You can change them until you accept.',
    'Your GSTIN',
    'Billing address',
    'Delivery places',
    'Address',
    'PIN code',
    'of place',
    'Quantity of place',
    '1 Ring Road',
    'Remove',
    'Add a place',
    'Save details',
    'Order documents',
    'Purchase order',
    'A PDF or a picture of at most MB. Only we, and people with this link, can open it.',
    'Attach',
    'Your logo',
    'Logo',
    'SVG, PDF, AI, EPS, PNG or JPEG of at most MB. Only we can open it.',
    'Add logo',
  ],
  PDF: ['page', 'of'],
  'the e-mail': [
    'Hello Asha Rao, Here is our quotation GW-R. It replaces the earlier revisions.',
    'Open the quotation: https gifts.example q token',
    'There you can choose, comment, ask for a change, and accept or decline it.',
    'No account is needed. Anyone with the link can answer in your name, so share it with care.',
    'Giftwell',
    'https gifts.example',
  ],
  'the e-mail of an acceptance': [
    'Hello Asha Rao, Quotation GW-R is accepted. Here are the details.',
    'Accepted by: Asha Rao, Head of purchase On: Dec am IST Purchase order number: PO',
    'Open the quotation: https gifts.example q token',
    'Giftwell',
    'https gifts.example',
    'at',
  ],
  'My inquiries': ['Quotations', 'GW-R', 'Waiting for you', 'Accepted', 'Open quotation'],
  'the evidence sheet': ['Unit value', 'Purpose', '____________'],
}

/** Letters of a reader that neither the sheet nor the reader's own words have. */
function wordsLeft(reader: string, text: string, sheet: QuotationSheet): string {
  const letters = (part: string) => part.replaceAll(/[^\p{L}_]/gu, '')
  const texts = [
    ...textsOf(sheet),
    ...blocksOf(sheet.lines).flatMap(textsOf),
    ...textsOf(sheetLabels),
    'Dec',
    'Valid until',
  ]
  const known = [...texts, ...(own[reader] ?? [])].map(letters).filter(Boolean)
  let left = letters(text)
  for (const words of new Set(known.toSorted((a, b) => b.length - a.length)))
    left = left.replaceAll(words, '\n')
  return left.replaceAll('\n', '')
}

describe.each(Object.entries(cases))('a quotation of %s', (_name, given) => {
  const version = versionOf(given)
  const sheet = quotationSheet(version)
  test.each(Object.entries(readers))('reads the same in %s', async (reader, read) => {
    const text = await read(version, sheet)
    const all = squeezed(text)
    const moneyOfSheet = new Set(textsOf(sheet).flatMap((part) => part.match(money) ?? []))
    const others = (text.match(money) ?? []).filter((amount) => !moneyOfSheet.has(amount))
    // Values of gifts as they are given are those of gift-values.test.ts.
    const allowed = reader === 'the evidence sheet' ? others : []
    expect(others, 'no amount is another one').toEqual(allowed)
    expect(wordsLeft(reader, text, sheet), 'no word is another one').toBe('')
    const isList = reader === 'My inquiries'
    const isShort = isList || reader.startsWith('the e-mail')
    const printed = isShort ? [] : sheet.lines.flatMap(({ mrp }) => mrp ?? [])
    expect(text.match(/MRP [^)]*\)/g) ?? [], 'the MRP of each line that has one').toEqual(printed)
    if (reader === 'the evidence sheet') return
    const { label, text: total } = sheet.total
    const rows = isList ? [total] : reader === 'the e-mail' ? [label + total] : sums(sheet)
    for (const row of rows) expect(all.replaceAll(':', '')).toContain(squeezed(row))
    const sentences = isList ? [] : [...sheet.sentences, sheet.closing]
    for (const sentence of sentences) expect(all).toContain(squeezed(sentence))
    if (isShort) return
    const whole = [
      sheet.title,
      sheet.words,
      sheet.perGift ?? '',
      sheet.seller.name,
      sheet.buyer.name,
      ...sheet.seller.lines,
      ...sheet.buyer.lines,
    ]
    for (const part of [
      ...whole,
      ...sheet.facts.flatMap(textsOf),
      ...sheet.sections.map(({ text: section }) => section),
    ])
      expect(all).toContain(squeezed(part))
    for (const { name, offer, mrp } of sheet.lines)
      for (const part of [name, offer.quantity, offer.price, offer.perGift ?? '', mrp ?? ''])
        expect(all).toContain(squeezed(part))
  })

  test('has the same figures for accounting', () => {
    const document = accountingDocument({ number: version.number, state: 'sent' }, version)
    const plain = (text: string) => text.replaceAll(/[₹,]/g, '')
    expect(document.total).toBe(plain(sheet.total.text))
    expect(
      document.lines.map(({ description, quantity, price, total }) => [
        description,
        String(quantity),
        price,
        total,
      ]),
    ).toEqual(
      sheet.lines
        .filter(({ isChosen }) => isChosen)
        .map(({ name, offer }) => [name, plain(offer.quantity), plain(offer.price), plain(offer.total)]),
    )
  })
})
