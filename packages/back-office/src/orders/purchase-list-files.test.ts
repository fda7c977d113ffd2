import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'

import { readSheet } from '../import/read-table.ts'
import { tablePdf } from '../quotations/table-pdf.ts'
import { lineOf } from '../testing/show-quotation.tsx'
import { purchaseName, purchaseTable, purchaseText, purchaseWorkbook } from './purchase-list-files.ts'
import { type PurchaseTerms, purchaseLists } from './purchase-lists.ts'

const { resolve } = createRequire(import.meta.url)
const weight = (name: string) =>
  readFileSync(resolve(`@expo-google-fonts/noto-sans-devanagari/${name}.ttf`)).toString('base64')
const fonts = {
  first: {
    normal: weight('400Regular/NotoSansDevanagari_400Regular'),
    bold: weight('600SemiBold/NotoSansDevanagari_600SemiBold'),
  },
}

const long = 'ZZ_STEEL_BOTTLE_750ML_RED_MATT_GIFT_BOX_2027_DIWALI'
const content = {
  lines: [
    lineOf(1, { product_id: 'lamp', code: 'DL-1', name: 'Demo lamp', colour: 'Red' }),
    lineOf(2, { name: 'Printed card' }),
    lineOf(3, { product_id: 'mug', code: long, name: 'Demo mug' }),
    lineOf(4, { product_id: 'lamp', code: 'DL-1', name: 'Demo lamp', colour: 'Blue' }),
  ],
}
const order = {
  number: 'GW-O2627/0001',
  needed_by: '2026-12-11',
  version: { content },
  lines: content.lines.map(({ id }, index) => ({ line_id: id, quantity: 100 + index })),
}
const terms: readonly PurchaseTerms[] = [
  { product_id: 'lamp', supplier: 'Zari & Sons', supplier_code: 'Z-77', cost_paise: 9050 },
  { product_id: 'mug', supplier: 'Acme Traders', supplier_code: long, cost_paise: null },
]
const [acme, zari, none] = purchaseLists(order, terms, true)

async function readPdf(list: NonNullable<typeof zari>) {
  const bytes = await tablePdf(purchaseTable(list, 'Demo Gifts'), fonts)
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document)
  return { document, pages: text, all: text.join(' ').replaceAll(/\s+/g, ' ') }
}

test('the lines of an order are listed by supplier, those without one at the end', () => {
  const lists = purchaseLists(
    order,
    [...terms.slice(0, 1), { product_id: 'mug', supplier: 'ZARI & SONS', supplier_code: null }],
    true,
  )
  expect(lists.map(({ supplier, lines }) => [supplier, lines.map(({ quantity }) => quantity)])).toEqual([
    ['Zari & Sons', [100, 102, 103]],
    [null, [101]],
  ])
  expect([acme, zari, none].map((list) => list?.supplier)).toEqual(['Acme Traders', 'Zari & Sons', null])
})

test('the PDF of a supplier has codes, quantities, the day and the costs of what is bought there alone', async () => {
  const { all } = await readPdf(zari!)
  for (const part of [
    'Demo Gifts Purchase list GW-O2627/0001 Zari & Sons Needed by 11 Dec 2026',
    'Supplier code Our code Name Colour Quantity Needed by Cost Sum',
    'Z-77 DL-1 Demo lamp Red 100 11 Dec 2026 ₹90.50 ₹9,050.00',
    'Z-77 DL-1 Demo lamp Blue 103 11 Dec 2026 ₹90.50 ₹9,321.50',
    'Total ₹18,371.50',
    'page 1 of 1',
  ])
    expect(all).toContain(part)
  expect(all).not.toMatch(/mug|card|Acme/)
})

test('a PDF of many lines repeats its head, and no code leaves the paper', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => ({ ...acme!.lines[0]!, id: `${index}` }))
  const { document, pages } = await readPdf({ ...acme!, lines })
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.every((page) => page.includes('Supplier code'))).toBe(true)
  const { items } = await (await document.getPage(1)).getTextContent()
  const beyond = items.flatMap((item) =>
    'transform' in item && item.transform[4] + item.width > 807 ? [item.str] : [],
  )
  expect(beyond).toEqual([])
})

test('the workbook of a supplier reads back as its rows', async () => {
  const { rows } = await readSheet(await purchaseWorkbook(zari!))
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Supplier code', 'Our code', 'Name', 'Colour', 'Quantity', 'Needed by', 'Cost', 'Sum'],
    ['Z-77', 'DL-1', 'Demo lamp', 'Red', '100', '11 Dec 2026', '90.5', '9050'],
    ['Z-77', 'DL-1', 'Demo lamp', 'Blue', '103', '11 Dec 2026', '90.5', '9321.5'],
    ['Total', '', '', '', '', '', '', '18371.5'],
  ])
})

test('the text of a list is that of an e-mail, and its file is named after order and supplier', () => {
  expect(purchaseText(zari!)).toBe(
    [
      'Purchase list GW-O2627/0001',
      'Zari & Sons',
      'Needed by 11 Dec 2026',
      '',
      '100 × Demo lamp in Red, your code Z-77, our code DL-1, ₹90.50 each, ₹9,050.00',
      '103 × Demo lamp in Blue, your code Z-77, our code DL-1, ₹90.50 each, ₹9,321.50',
      '',
      'Total ₹18,371.50',
    ].join('\n'),
  )
  expect(purchaseText(none!)).toBe(
    'Purchase list GW-O2627/0001\nNo supplier\nNeeded by 11 Dec 2026\n\n101 × Printed card',
  )
  expect(purchaseName(zari!)).toBe('purchase-list-GW-O2627-0001-zari-sons')
})

test('a list without costs has neither their columns nor a total', async () => {
  const [, list] = purchaseLists(
    order,
    terms.map(({ cost_paise: _cost, ...each }) => each),
    false,
  )
  expect((await readPdf(list!)).all).not.toMatch(/₹|Cost|Sum|Total/)
  expect(purchaseText(list!)).not.toMatch(/₹|Total/)
})
