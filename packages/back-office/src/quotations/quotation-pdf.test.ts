import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { describe, expect, test } from 'vitest'

import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import type { QuotationContent, QuotationLine, SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { chosenLines } from '@giftwell/shared/quotations/quotation.ts'
import { firstSigns, fontsOf, pdfFonts, undrawnSigns } from './pdf-fonts.ts'
import { quotationPdf } from './quotation-pdf.ts'

const { resolve } = createRequire(import.meta.url)
const weight = (name: string) =>
  readFileSync(resolve(`@expo-google-fonts/noto-sans-devanagari/${name}.ttf`)).toString('base64')
const first = {
  normal: weight('400Regular/NotoSansDevanagari_400Regular'),
  bold: weight('600SemiBold/NotoSansDevanagari_600SemiBold'),
}
const read64 = (file: string) => readFileSync(resolve(file)).toString('base64')
const fontsFor = (version: SentVersion) => ({
  ...Object.fromEntries(
    fontsOf(version).map(({ name, normal, bold }) => [name, { normal: read64(normal), bold: read64(bold) }]),
  ),
  first,
})

const line: QuotationLine = {
  id: 'l1',
  product_id: null,
  code: 'DL-1',
  name: 'Demo lamp',
  colour: 'Red',
  note: 'with a ribbon',
  group: null,
  option: null,
  hsn: '9405',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [{ quantity: 1000, price_paise: 12_345 }],
}

interface Given {
  readonly lines?: readonly Partial<QuotationLine>[]
  readonly tax?: PlaceOfSupply['tax']
  readonly content?: Partial<QuotationContent>
  readonly version?: Partial<SentVersion>
}

function printed({ lines = [{}], tax = 'igst', content: given = {}, version = {} }: Given): SentVersion {
  const content: QuotationContent = {
    buyer: {
      name: 'श्री माधव त्रिपाठी',
      company: 'Demo Pharma',
      email: 'demo@example.test',
      phone: '',
      gstin: '29AAPFU0939F1ZR',
      billing_address: '1 Demo Road',
      billing_state: '29',
      delivery_address: null,
      delivery_state: null,
      is_sez: false,
      place: null,
      place_reason: null,
      delivery_city: null,
      needed_by: null,
    },
    message: null,
    terms: 'Payment in advance',
    discount: null,
    lines: lines.map((each, index) => ({ ...line, id: `l${index}`, ...each })),
    ...given,
  }
  const figures = quotationFigures(chosenLines(content, {}), content.discount, tax, true)
  return {
    number: 'GW2627/0042',
    revision: 1,
    sent_at: '2026-12-01T19:00:00Z',
    valid_until: '2026-12-20',
    content,
    frozen: {
      seller: {
        legal_name: 'Demo Gifts',
        address: '2 Demo Street',
        gstin: '27AAPFU0939F1ZV',
        state: '27',
        is_composition: false,
        bank_details: 'Demo Bank 0001',
        credit_note: 'Ask your accountant about gifts.',
        rounds_off: true,
      },
      place: { state: '29', tax, why: 'gstin' },
      choice: { quantities: {}, options: {} },
      figures,
    },
    accepted: null,
    ...version,
  }
}

async function read(version: SentVersion, pictures: Readonly<Record<string, string>> = {}) {
  const bytes = await quotationPdf(version, pictures, fontsFor(version))
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document)
  return { bytes, document, pages: text, all: text.join(' ').replaceAll(/\s+/g, ' ') }
}

test('has the seller, the buyer, the place of supply and amounts with the rupee sign and Indian grouping', async () => {
  const { all } = await read(printed({}))
  for (const part of [
    'Demo Gifts 2 Demo Street GSTIN 27AAPFU0939F1ZV',
    // The day of India, where it is after midnight.
    'GW2627/0042 2 Dec 2026, 12:30 am IST Valid until 20 Dec 2026',
    'Demo Pharma',
    'GSTIN 29AAPFU0939F1ZR',
    'Place of supply Karnataka (29)',
    'Demo lamp in Red',
    '9405',
    '₹1,23,450.00',
    'IGST ₹22,221.00',
    'Total ₹1,45,671.00',
    '₹145.67 per gift, all in',
    'One Lakh Forty Five Thousand Six Hundred Seventy One Rupees Only',
    'Demo Bank 0001',
    'Payment in advance',
    'Input tax credit on gifts Credit for the tax on goods that are given away as gifts is usually blocked: ask your accountant.',
    'Ask your accountant about gifts.',
    'not a tax invoice',
    'page 1 of 1',
  ])
    expect(all).toContain(part)
})

test('80 lines with 40 pictures repeat the head and number the pages, in at most 500 KB', async () => {
  const lines = Array.from({ length: 80 }, (_, index) => ({
    name: `Demo gift ${index + 1}`,
    group: index < 40 ? 'For doctors' : 'For teams',
    image_url: index < 40 ? `/picture-${index}.jpg` : null,
  }))
  const pictures = Object.fromEntries(
    lines.slice(0, 40).map(({ image_url: address }, index) => [address, thumbnail(index)]),
  )
  const bytes = await quotationPdf(printed({ lines }), pictures, { first })
  expect(bytes.length).toBeLessThan(500_000)
  const { pages } = await read(printed({ lines }), pictures)
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) expect(page).toContain(`page ${index + 1} of ${pages.length}`)
  expect(
    pages.filter((page) => page.includes('Demo gift')).every((page) => page.includes('Taxable value')),
  ).toBe(true)
  expect(pages.join(' ').match(/For teams/g)).toHaveLength(1)
})

test('Devanagari is shaped: conjuncts and vowel signs are fewer glyphs than letters', async () => {
  const name = 'श्री माधव त्रिपाठी'
  const { document } = await read(printed({}))
  const page = await document.getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  const { OPS } = await getResolvedPDFJS()
  const shown = fnArray.flatMap((operator, index): { unicode: string }[] =>
    operator === OPS.showText
      ? argsArray[index][0].filter((glyph: unknown) => typeof glyph === 'object')
      : [],
  )
  const glyphs = shown.filter(({ unicode }) => /\p{Script=Devanagari}/u.test(unicode))
  expect(glyphs.map(({ unicode }) => unicode).join('').length).toBe(name.replaceAll(' ', '').length)
  expect(glyphs.length).toBeLessThan(name.replaceAll(' ', '').length)
  expect(glyphs.some(({ unicode }) => unicode === 'त्र' || unicode === 'श्र')).toBe(true)
})

test('a seller without taxes prints no tax column, and composition its sentence', async () => {
  const version = printed({ tax: 'none' })
  const { seller } = version.frozen
  const { all } = await read({
    ...version,
    frozen: { ...version.frozen, seller: { ...seller, is_composition: true } },
  })
  expect(all).not.toMatch(/IGST|SGST|Taxable|18 %/)
  expect(all).toContain('Composition taxable person, not eligible to collect tax on supplies.')
  expect((await read(printed({ tax: 'zero' }))).all).toContain('supply under LUT')
  expect((await read(printed({ tax: 'cgst_utgst' }))).all).toMatch(/CGST ₹11,110\.50 UTGST ₹11,110\.50/)
})

test('prints what was accepted, a discount, and what else is offered', async () => {
  const lines = [
    { option: 'Lamp', quantities: [{ quantity: 10, price_paise: 5000 }] },
    { option: 'Lamp', name: 'Demo candle', colour: null, quantities: [{ quantity: 10, price_paise: 7000 }] },
    {
      name: 'Freight',
      is_charge: true,
      quantities: [
        { quantity: 1, price_paise: 10_000 },
        { quantity: 2, price_paise: 9000 },
      ],
    },
  ]
  const version = printed({ lines, content: { discount: { percent: 1000 } } })
  const { all: first } = await read(version)
  expect(first).toContain('Amount ₹600.00 Discount -₹60.00 Taxable value ₹540.00')
  expect(first).toContain(
    'Also offered Lamp: Demo candle 10 × ₹70.00 ₹700.00 ₹74.34 per gift, all in Freight',
  )
  const choice = { quantities: {}, options: { Lamp: 'l1' } }
  const figures = quotationFigures(chosenLines(version.content, choice), null, 'igst', true)
  const { all } = await read({
    ...version,
    revision: 2,
    accepted: { choice, figures, name: 'Demo Buyer', at: '2026-12-03T06:00:00Z' },
  })
  expect(all).toContain('GW2627/0042-R2')
  expect(all).toContain('Accepted by Demo Buyer on 3 Dec 2026, 11:30 am IST.')
  expect(all.indexOf('Demo candle')).toBeLessThan(all.indexOf('Also offered'))
})

test('every column stays on the page, however long a word is', async () => {
  const long = 'ZZ_Steel_Bottle_750ml_Red_Matt_Gift_Box_2027_Diwali'
  const lines = [51, 175].map((length) => ({
    name: long.repeat(4).slice(0, length),
    code: long,
    note: long.repeat(2),
    group: long.repeat(2),
    image_url: '/picture-0.jpg',
    quantities: [{ quantity: 1000, price_paise: 10_911_234_50 }],
  }))
  const version = printed({ lines })
  const { buyer } = version.content
  const content = {
    ...version.content,
    buyer: { ...buyer, company: long.repeat(3), billing_address: long.repeat(3) },
  }
  const { document } = await read({ ...version, content }, { '/picture-0.jpg': thumbnail(0) })
  const pages = await Promise.all(
    Array.from(
      { length: document.numPages },
      async (_, index) => (await (await document.getPage(index + 1)).getTextContent()).items,
    ),
  )
  const beyond = pages
    .flat()
    .flatMap((item) => ('transform' in item && item.transform[4] + item.width > 565 ? [item.str] : []))
  expect(beyond).toEqual([])
})

describe('letters and signs beyond Latin and Devanagari', () => {
  const words = ['தமிழ்', 'తెలుగు', 'ಕನ್ನಡ', 'മലയാളം', 'বাংলা', 'ગુજરાતી', 'ਪੰਜਾਬੀ', 'ଓଡ଼ିଆ', '½ ⅜ 11″ → ≤ ✓ ✔ ★ ℃']

  test('are drawn by fonts of which only those that occur are needed', async () => {
    const version = printed({ lines: words.map((name) => ({ name, colour: null })) })
    expect(fontsOf(version)).toHaveLength(pdfFonts.length)
    expect(fontsOf(printed({}))).toEqual([])
    expect(fontsOf(printed({ lines: [{ name: 'தமிழ்' }] })).map(({ name }) => name)).toEqual([
      'noto-sans-tamil',
    ])
    const { document, bytes } = await read(version)
    expect(bytes.length).toBeLessThan(150_000)
    const page = await document.getPage(1)
    const { fnArray, argsArray } = await page.getOperatorList()
    const { OPS } = await getResolvedPDFJS()
    const shown = fnArray.flatMap((operator, index): { unicode: string }[] =>
      operator === OPS.showText
        ? argsArray[index][0].filter((glyph: unknown) => typeof glyph === 'object')
        : [],
    )
    const drawn = shown.map(({ unicode }) => unicode).join('')
    for (const name of words.slice(0, -1))
      expect(
        Array.from(drawn).filter((sign) => name.includes(sign)),
        name,
      ).not.toEqual([])
    for (const sign of '½″→≤✓✔★') expect(drawn).toContain(sign)
  })

  test('are in the files of the fonts that are said to have them', () => {
    const { create } = createRequire(resolve('pdfmake/package.json'))('fontkit')
    const files = [
      ...pdfFonts,
      {
        name: 'first',
        normal: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
        signs: firstSigns,
      },
    ]
    for (const { name, normal, signs } of files) {
      const { characterSet } = create(readFileSync(resolve(normal)))
      const has = new Set<number>(characterSet)
      const missing = Array.from({ length: 0x1_00_00 }, (_, code) => code).filter(
        (code) =>
          signs.test(String.fromCodePoint(code)) && !/\s/.test(String.fromCodePoint(code)) && !has.has(code),
      )
      expect(
        missing.map((code) => code.toString(16)),
        name,
      ).toEqual([])
    }
  })

  test('are named where no font has them, and written as what they are like where one has that', () => {
    expect(undrawnSigns(['Mug 😀 你好', '你'])).toEqual(['😀', '你', '好'])
    expect(undrawnSigns(['ﬁne ⅓ ℃ № Ⅳ ＡＢＣ', 'क्ष ₹ é', 'a\u00a0b\u2011c ✔️'])).toEqual([])
  })
})

/** A JPEG of the size of a card in print, with no more than its head and as many bytes as such a picture has. */
function thumbnail(index: number): string {
  const head = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 72, 0, 96, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  const noise = Array.from({ length: 6000 }, (_, at) => (at * 7919 + index * 104_729) % 251)
  return `data:image/jpeg;base64,${Buffer.from([...head, ...noise, 0xff, 0xd9]).toString('base64')}`
}
