import { expect, test } from 'vitest'

import type { Product } from '@giftwell/shared/products/products.ts'
import { noFacts, tumbler } from '../testing/show-products.tsx'

import { exportedProducts } from './export-products.ts'
import { findHead, headAt, matchColumns } from './import-columns.ts'
import { failedRows, type ReadingOptions, toRecords } from './import-format.ts'
import { joinRows } from './join-rows.ts'
import { newNames, tagsAmong } from './new-names.ts'
import { collectPictures } from './pictures.ts'
import { readSheet } from './read-table.ts'
import type { Sheet } from './sheet.ts'

const sheetOf = (rows: readonly (readonly string[])[], others: Partial<Sheet> = {}): Sheet => ({
  rows: rows.map((cells, index) => ({ number: index + 1, cells })),
  ...others,
})

/** The records of a sheet as the screen reads it by default. */
function read(sheet: Sheet, options?: ReadingOptions) {
  const head = findHead(sheet.rows)
  const { records, warnings, bandCount } = toRecords(sheet, head, matchColumns(head.titles), options)
  return { records: joinRows(records, false).records, warnings, bandCount }
}

test('columns are found by their titles and usual names, each field once', () => {
  expect(matchColumns(['SKU', 'product name', 'Price', 'Photo', 'Image', 'sub-category'])).toEqual([
    'supplier_code',
    'name',
    'price',
    'pictures',
    'image_url',
    'subcategory',
  ])
})

test('rows become records, with errors of the name and warnings of other cells by field', () => {
  const sheet = sheetOf([
    ['Item code', 'Name', 'Budget', 'Industries', 'Sample', 'Image', 'Video'],
    [' M-1 ', 'Mug', '₹100 – 500', 'Banking; R;;D ;', 'yes', 'photos/mug.jpg', 'example.com/v'],
    ['m-1', 'x'.repeat(201), 'cheap', '', 'maybe', 'https://example.com/a.jpg', 'javascript:1'],
  ])
  expect(read(sheet).records).toEqual([
    {
      number: 2,
      supplier_code: 'M-1',
      name: 'Mug',
      budget: 'Rs.100-500',
      industries: ['Banking', 'R;D'],
      is_sample: true,
      image: 'photos/mug.jpg',
      video_url: 'https://example.com/v',
      errors: {},
    },
    {
      number: 3,
      supplier_code: 'm-1',
      industries: [],
      image_url: 'https://example.com/a.jpg',
      errors: {
        name: 'Name may have at most 200 characters',
        supplier_code: 'Row 2 has the same code',
      },
    },
  ])
  expect(read(sheet).warnings).toEqual([
    {
      number: 3,
      errors: {
        budget:
          '"cheap" is left out. The budget must be one of Rs.10-100, Rs.100-500, Rs.500-1000, Rs.1000-2000, Rs.2000+',
        is_sample: '"maybe" is left out. Write Yes or No',
        video_url: '"javascript:1" is left out. Enter a URL like https://example.com/video',
      },
    },
  ])
})

test.each(['csv', 'xlsx'] as const)('names in a %s file are read back to the letter', async (kind) => {
  const names = ["'=1", "''=1", '=1', "'a", '+91 22 1234', 'a_x0041_', 'one\ntwo', '"', ' -1', "'"]
  const file = await exportedProducts(
    names.map((name) => ({ ...tumbler, name })),
    kind,
  )
  const sheet = await readSheet(file)
  const found = read(sheet).records.map((record) => Object(record).name)
  expect(new Set(found)).toEqual(new Set(names.map((name) => name.trim())))
})

test('an export is read back as it was, and formulas in it are guarded', async () => {
  const odd: Product = {
    ...tumbler,
    id: 'other',
    name: '=1+1; "x"',
    product_terms: { ...noFacts.terms, supplier_code: "'-5" },
    is_sample: false,
    is_brand_reminder: true,
    image_url: null,
    video_url: null,
  }
  const file = await exportedProducts([tumbler, odd], 'csv')
  const csv = await file.text()
  expect(csv).toContain("'=1+1")
  expect(await (await exportedProducts([odd, tumbler], 'csv')).text()).toBe(csv)
  const sheet = await readSheet(file)
  const { records } = read(sheet)
  expect(records.map((record) => record.errors)).toEqual([{}, {}])
  expect(records[0]).toMatchObject({
    name: '=1+1; "x"',
    supplier_code: "'-5",
    is_sample: false,
    is_brand_reminder: true,
    image_url: null,
  })
  expect(records[1]).toMatchObject({
    supplier_code: 'ST-350',
    category: 'Drinkware',
    industries: ['Banking', 'PHARMACEUTICAL'],
    doctor_types: ['Dentist'],
    is_brand_reminder: false,
    image_url: tumbler.image_url,
  })
})

test('the rows that fail come back as a file with a last column that says why', async () => {
  const sheet = sheetOf([
    ['Name', 'Budget'],
    ['=Mug', 'cheap'],
    ['Pen', ''],
  ])
  const file = failedRows(sheet, headAt(sheet.rows, 0), new Map([[2, { budget: 'The budget is unknown' }]]))
  const corrected = await readSheet(file)
  expect(corrected.rows.map(({ cells }) => cells)).toEqual([
    ['Name', 'Budget', 'Problem'],
    ["'=Mug", 'cheap', 'The budget is unknown'],
  ])
  const again = await readSheet(
    failedRows(corrected, headAt(corrected.rows, 0), new Map([[2, { budget: 'Still' }]])),
  )
  expect(again.rows[0]?.cells).toEqual(['Name', 'Budget', 'Problem'])
})

test('names that there are no records for are offered to be created, whatever their case', () => {
  const choices = {
    categories: [{ id: '1', name: 'Drinkware' }],
    subcategoriesOf: (id?: string) => (id === '1' ? [{ id: '2', name: 'Mugs' }] : []),
    industries: [],
    themes: [{ id: '3', name: 'Diwali' }],
    doctorTypes: [],
    brandingMethods: [{ id: '4', name: 'Engraving' }],
  }
  const records = [
    { number: 2, category: 'drinkware', subcategory: 'MUGS', themes: ['diwali', 'Spring'], errors: {} },
    {
      number: 3,
      category: 'Paper',
      subcategory: 'Mugs',
      themes: ['spring'],
      branding: ['engraving', 'Print'],
      errors: {},
    },
  ]
  expect(newNames(records, choices)).toEqual([
    { kind: 'categories', names: ['Paper'] },
    { kind: 'subcategories', names: ['Mugs'] },
    { kind: 'industry_tags', names: [] },
    { kind: 'doctor_type_tags', names: [] },
    { kind: 'themes', names: ['Spring'] },
    { kind: 'branding_methods', names: ['Print'] },
  ])
})

test('pictures are found by the names of their files, without folder, case or extension', async () => {
  const pictures = await collectPictures([new File(['a'], 'Mug.JPG'), new File(['b'], 'list.csv')])
  expect(pictures.size).toBe(1)
  expect(await (await pictures.read('photos\\mug.jpg'))?.text()).toBe('a')
  expect(pictures.has('mug')).toBe(true)
  expect(await pictures.read('list.csv')).toBeNull()
})

test.each([
  [
    'title lines above it',
    [['Acme Gifts'], ['valid from April'], ['Item No.', 'Product Group', 'Particulars']],
    2,
    ['supplier_code', 'category', 'name'],
  ],
  [
    'a group of columns above it',
    [
      ['Product', '', 'Classification'],
      ['Supplier code', 'Name', 'Category'],
    ],
    1,
    ['supplier_code', 'name', 'category'],
  ],
  [
    'titles in two rows',
    [
      ['Style No', 'Item Name', 'Price (Rs.)'],
      ['', '', 'MRP'],
    ],
    1,
    ['supplier_code', 'name', 'mrp'],
  ],
  [
    'unknown titles',
    [['Sweets'], ['Bezeichnung', 'Nummer', 'Preis'], ['Mug', '1', '2']],
    1,
    [null, null, null],
  ],
] as const)('the head of a list is found with %s', (_, rows, last, mapping) => {
  const head = findHead(sheetOf([...rows, ['x-1', 'Mug', '9']]).rows)
  expect(head.last).toBe(last)
  expect(matchColumns(head.titles)).toEqual(mapping)
})

test('an error in a cell, a malformed line and a line with too many cells fail by name', () => {
  const sheet = sheetOf(
    [
      ['Item code', 'Name', 'Barcode'],
      ['A', '#N/A', '1'],
      ['B', 'Mug', 'blue', '2'],
      ['C', 'Pen', '#REF!'],
    ],
    { lineCount: 4 },
  )
  const malformed = { rows: [...sheet.rows, { number: 9, cells: ['"x'], problem: 'Line 9 ...' }] }
  expect(read({ ...sheet, ...malformed }).records.map(({ errors }) => errors)).toEqual([
    { name: 'The cell shows #N/A' },
    { row: expect.stringMatching(/^The row has 4 cells, but there are 3 titles/) },
    {},
    { row: 'Line 9 ...' },
  ])
})

test('codes that look the same are one, and a guard against a spreadsheet is none of the code', () => {
  const codes = ['="00123"', '00123', 'K\u00AD-5', 'K-5', 'N\u20112', 'N-2', 'A\u00A0 1', 'a 1']
  const { records } = read(sheetOf([['Item code', 'Name'], ...codes.map((code) => [code, 'Mug'])]))
  expect(records[0]?.supplier_code).toBe('00123')
  expect(records.map(({ errors }) => Object.keys(errors).length)).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
})

test('a code that a spreadsheet may have changed is one to look at', () => {
  const codes = ['1.00E+05', '12345678901234600000', '1-Jan', '8901234567890', 'A-1']
  const { warnings } = read(sheetOf([['Item code', 'Name'], ...codes.map((code) => [code, 'Mug'])]))
  expect(warnings.map(({ number }) => number)).toEqual([2, 3, 4])
})

test('commas separate names, unless the whole is a name that exists', () => {
  const isKnown = tagsAmong({
    industries: [{ id: '1', name: 'Hotels, Travel', has_doctor_types: false }],
    doctorTypes: [],
    themes: [],
    brandingMethods: [],
  })
  const rows = [
    ['Name', 'Industry'],
    ['Mug', 'Banking & Finance, Technology'],
    ['Pen', 'hotels,  travel'],
    ['Cap', 'A, B; C'],
  ]
  const { records, warnings } = read(sheetOf(rows), { isKnown })
  expect(records.map(({ industries }) => industries)).toEqual([
    ['Banking & Finance', 'Technology'],
    ['hotels,  travel'],
    ['A, B', 'C'],
  ])
  expect(warnings).toEqual([
    { number: 2, errors: { industries: '"Banking & Finance, Technology" is read as 2 names' } },
  ])
})

test('a price sets the band of rows that name none, once that is switched on', () => {
  const prices = ['₹ 1,299.00', '399/-', '100', '5', '100-150', 'on request', '2500', '245,50']
  const sheet = sheetOf([['Name', 'MRP'], ...prices.map((price) => ['Mug', price])])
  const bands = (options?: ReadingOptions) =>
    read(sheet, options).records.map((record) => Object(record).budget)
  expect(bands()).toEqual(prices.map(() => undefined))
  expect(bands({ bandByPrice: true })).toEqual([
    'Rs.1000-2000',
    'Rs.100-500',
    'Rs.100-500',
    undefined,
    undefined,
    undefined,
    'Rs.2000+',
    undefined,
  ])
  expect(read(sheet, { bandByPrice: true }).bandCount).toBe(4)
  expect(read(sheet, { bandByPrice: true }).warnings.map(({ number }) => number)).toEqual([5, 6, 7, 9])
})

test('hidden rows are left out when that is switched on', () => {
  const sheet: Sheet = {
    rows: [...sheetOf([['Name', 'Code']]).rows, { number: 5, cells: ['Mug'], isHidden: true }],
  }
  expect(read(sheet).records).toHaveLength(1)
  expect(read(sheet, { leavesOutHidden: true }).records).toEqual([])
})

test('a picture in the sheet is that of its row, and one that cannot be read empties nothing', () => {
  const rows = [['Name', 'Image'], ['Mug'], ['Pen'], ['Cap']]
  const pictures = [[], ['xl/media/image1.png', 'xl/media/image2.png'], [''], []]
  const sheet: Sheet = {
    rows: rows.map((cells, index) => ({ number: index + 1, cells, pictures: pictures[index] ?? [] })),
  }
  const { records, warnings } = read(sheet)
  expect(records[0]).toMatchObject({
    image: 'xl/media/image1.png',
    pictures: [{ image: 'xl/media/image2.png' }],
  })
  expect(records[1]).not.toHaveProperty('image_url')
  expect(records[2]).toMatchObject({ image_url: null })
  expect(warnings.map(({ number }) => number)).toEqual([3])
})

const photo = (content: string, path: string) => {
  const file = new File([content], path.split('/').at(-1) ?? '')
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

test.each([
  ['MUG%20BLUE.JPG', 'a'],
  ['mug blue.jpeg', 'a'],
  ['mug\u202Fblue.jpg', 'a'],
  ['Mug  Blue', 'a'],
  ['mug_blue.jpg', 'a'],
  ['C:\\Photos\\mug blue.jpg', 'a'],
  ['file:///C:/Photos/mug%20blue.jpg', 'a'],
  ['mug blue.jpg, mug back.jpg', 'a'],
  ['mugs/1.jpg', 'mug'],
  ['pens/1.jpg', 'pen'],
  ['caps/1.jpg', null],
  ['other/mug blue.jpg', null],
])('the picture that %s names is found', async (name, content) => {
  const pictures = await collectPictures([
    photo('a', 'c05/mug blue.jpg'),
    photo('mug', 'all/mugs/1.jpg'),
    photo('pen', 'all/pens/1.jpg'),
  ])
  expect((await (await pictures.read(name))?.text()) ?? null).toBe(content)
  expect(pictures.has(name)).toBe(content !== null)
})

test('a name that several pictures have is an error', async () => {
  const pictures = await collectPictures([photo('mug', 'mugs/1.jpg'), photo('a pen', 'pens/1.jpg')])
  await expect(pictures.read('1.jpg')).rejects.toThrow('"1.jpg" is the name of several')
})

test('rows of another width than the titles are told, whatever their share of the file', async () => {
  const csv = 'Code,Name,Colours\nA,Mug,Red,Blue\nB,Pen,Red,Black\nC,Cap,Red,White\nD,Bag\n'
  const { records, warnings } = read(await readSheet(new Blob([csv])))
  expect(records.map(({ errors }) => Object.keys(errors))).toEqual([['row'], ['row'], ['row'], []])
  expect(warnings).toEqual([
    {
      number: 5,
      errors: { width: 'The row has 2 cells, but there are 3 titles. The others are read as empty' },
    },
  ])
})

test('a category may be a path', () => {
  const sheet = sheetOf([
    ['Name', 'Category'],
    ['Mug', 'Drinkware > Mugs > Big'],
  ])
  expect(read(sheet).records[0]).toMatchObject({ category: 'Drinkware', subcategory: 'Mugs' })
})

test('cells of an own export are read to the letter', async () => {
  const file = await exportedProducts([{ ...tumbler, name: 'A &amp; <b>B</b>', material: 'NA' }], 'csv')
  expect(read(await readSheet(file)).records[0]).toMatchObject({ name: 'A &amp; <b>B</b>', material: 'NA' })
})

test('pictures for colours alone are those of the product', () => {
  const sheet = sheetOf([
    ['Name', 'Colours', 'Colour pictures'],
    ['Mug', 'Red; Blue', 'Red: r.jpg; Blue: b.jpg'],
  ])
  expect(read(sheet).records[0]).toMatchObject({
    image: 'r.jpg',
    pictures: [{ image: 'b.jpg' }],
    colours: [
      { name: 'Red', picture_position: 1 },
      { name: 'Blue', picture_position: 2 },
    ],
    errors: {},
  })
})
