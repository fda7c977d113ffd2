import { expect, test } from 'vitest'

import type { Product } from '@giftwell/shared/products/products.ts'
import { tumbler } from '../testing/show-products.tsx'

import { exportedProducts } from './export-products.ts'
import { failedRows, matchColumns, newNames, toRecords } from './import-format.ts'
import { collectPictures } from './pictures.ts'
import { readSheet } from './read-table.ts'

test('columns are found by their titles and usual names, each field once', () => {
  expect(matchColumns(['SKU', 'product name', 'Price', 'Photo', 'Image', 'sub-category'])).toEqual([
    'sku',
    'name',
    null,
    'image_url',
    null,
    'subcategory',
  ])
})

test('rows become records, with errors by field, and empty rows are left out', () => {
  const sheet = [
    ['Code', 'Name', 'Budget', 'Industries', 'Sample', 'Image', 'Video'],
    [' M-1 ', 'Mug', '₹100 – 500', 'Banking; R;;D ;', 'yes', 'photos/mug.jpg', 'example.com/v'],
    ['', '', '', '', '', '', ''],
    ['m-1', 'x'.repeat(201), 'cheap', '', 'maybe', 'https://example.com/a.jpg', 'javascript:1'],
  ]
  expect(toRecords(sheet, matchColumns(sheet[0] ?? []))).toEqual([
    {
      number: 2,
      sku: 'M-1',
      name: 'Mug',
      budget: 'Rs.100-500',
      industries: ['Banking', 'R;D'],
      is_sample: true,
      image: 'photos/mug.jpg',
      video_url: 'https://example.com/v',
      errors: {},
    },
    {
      number: 4,
      sku: 'm-1',
      budget: 'cheap',
      industries: [],
      is_sample: false,
      image_url: 'https://example.com/a.jpg',
      errors: {
        name: 'Name may have at most 200 characters',
        is_sample: 'Write Yes or No',
        video_url: 'Enter a URL like https://example.com/video',
        sku: 'Row 2 has the same code',
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
  const read = toRecords(sheet, matchColumns(sheet[0] ?? [])).map((record) => Object(record).name)
  expect(new Set(read)).toEqual(new Set(names.map((name) => name.trim())))
})

test('an export is read back as it was, and formulas in it are guarded', async () => {
  const odd: Product = {
    ...tumbler,
    id: 'other',
    name: '=1+1; "x"',
    sku: "'-5",
    is_sample: false,
    image_url: null,
    video_url: null,
  }
  const file = await exportedProducts([tumbler, odd], 'csv')
  const csv = await file.text()
  expect(csv).toContain("'=1+1")
  expect(await (await exportedProducts([odd, tumbler], 'csv')).text()).toBe(csv)
  const sheet = await readSheet(file)
  const records = toRecords(sheet, matchColumns(sheet[0] ?? []))
  expect(records.map((record) => record.errors)).toEqual([{}, {}])
  expect(records[0]).toMatchObject({ name: '=1+1; "x"', sku: "'-5", is_sample: false, image_url: null })
  expect(records[1]).toMatchObject({
    sku: 'ST-350',
    category: 'Drinkware',
    industries: ['Banking', 'PHARMACEUTICAL'],
    doctor_types: ['Dentist'],
    image_url: tumbler.image_url,
  })
})

test('the rows that fail come back as a file with a last column that says why', async () => {
  const sheet = [
    ['Name', 'Budget'],
    ['=Mug', 'cheap'],
    ['Pen', ''],
  ]
  const corrected = await readSheet(failedRows(sheet, new Map([[2, { budget: 'The budget is unknown' }]])))
  expect(corrected).toEqual([
    ['Name', 'Budget', 'Problem'],
    ["'=Mug", 'cheap', 'The budget is unknown'],
  ])
  const again = await readSheet(failedRows(corrected, new Map([[2, { budget: 'Still' }]])))
  expect(again[0]).toEqual(['Name', 'Budget', 'Problem'])
})

test('names that there are no records for are offered to be created, whatever their case', () => {
  const choices = {
    categories: [{ id: '1', name: 'Drinkware' }],
    subcategoriesOf: (id?: string) => (id === '1' ? [{ id: '2', name: 'Mugs' }] : []),
    industries: [],
    themes: [{ id: '3', name: 'Diwali' }],
    doctorTypes: [],
  }
  const records = [
    { number: 2, category: 'drinkware', subcategory: 'MUGS', themes: ['diwali', 'Spring'], errors: {} },
    { number: 3, category: 'Paper', subcategory: 'Mugs', themes: ['spring'], errors: {} },
  ]
  expect(newNames(records, choices)).toEqual([
    { kind: 'categories', names: ['Paper'] },
    { kind: 'subcategories', names: ['Mugs'] },
    { kind: 'industry_tags', names: [] },
    { kind: 'doctor_type_tags', names: [] },
    { kind: 'themes', names: ['Spring'] },
  ])
})

test('pictures are found by the names of their files, without folder, case or extension', async () => {
  const pictures = await collectPictures([new File(['a'], 'Mug.JPG'), new File(['b'], 'list.csv')])
  expect(pictures.size).toBe(1)
  expect(await (await pictures.read('photos\\mug.jpg'))?.text()).toBe('a')
  expect(pictures.has('mug')).toBe(true)
  expect(await pictures.read('list.csv')).toBeNull()
})
