import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findHead, matchColumns } from '@giftwell/back-office/import/import-columns.ts'
import { toRecords } from '@giftwell/back-office/import/import-format.ts'
import { joinRows } from '@giftwell/back-office/import/join-rows.ts'
import { newNames } from '@giftwell/back-office/import/new-names.ts'
import { pictureChanges } from '@giftwell/back-office/import/picture-changes.ts'
import { collectPictures, type Pictures } from '@giftwell/back-office/import/pictures.ts'
import { checkRows, type ImportRecord, storeImport } from '@giftwell/back-office/import/product-import.ts'
import { readSheet } from '@giftwell/back-office/import/read-table.ts'
import { checkPictures } from '@giftwell/back-office/import/run-import.ts'
import { sameProducts } from '@giftwell/back-office/import/supplier-products.ts'
import { xlsxWriter } from '@giftwell/back-office/list/xlsx-writer.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { beforeAll, expect, it } from 'vitest'
import { backOffice, runStoredImport } from './testing/import-client.ts'
import { sharedServer } from './testing/shared-server.ts'

const folder = join(import.meta.dirname, 'testing/suppliers-lists')
const bytesOf = (name: string) => readFile(join(folder, name))
const fileOf = async (name: string, as = name) => new File([await bytesOf(name)], as)
const { signal } = new AbortController()

const server = sharedServer()
let office: Backend
beforeAll(async () => {
  office = await backOffice(server.url)
}, 400_000)

const nothing = {
  categories: [],
  subcategoriesOf: () => [],
  industries: [],
  themes: [],
  doctorTypes: [],
  brandingMethods: [],
}

interface ImportOfFile {
  readonly file: Blob
  readonly supplier: string
  readonly pictures?: Pictures
  /** Whether products of other suppliers with the same code and name are updated. */
  readonly updatesSame?: boolean
}

function countsOf(rows: readonly { readonly outcome: string | null }[]) {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
  }
}

/** Reads and checks a file as the screen does, with every new name ticked. */
async function checkFile({ file, supplier, pictures: chosen, updatesSame = false }: ImportOfFile) {
  const pictures = chosen ?? (await collectPictures([]))
  const sheet = await readSheet(file)
  const head = findHead(sheet.rows)
  const mapping = matchColumns(head.titles)
  const { records: read } = toRecords(sheet, head, mapping, { signs: ['/', '-'] })
  const named = mapping.includes('supplier') ? read : read.map((record) => ({ ...record, supplier }))
  const { records } = joinRows(named, true)
  const create = Object.fromEntries(newNames(records, nothing).map(({ kind, names }) => [kind, names]))
  const options = { update: true, create }
  const same = await sameProducts(office, records, signal)
  const ids = new Map(same.map(({ number, product_id: id }) => [number, id]))
  const withIds = records.map((record): ImportRecord => {
    const id = updatesSame ? ids.get(record.number) : undefined
    return id === undefined ? record : { ...record, product_id: id }
  })
  const prepare = () => Promise.reject(new Error('Nothing is decoded here'))
  const checked = await checkPictures(office, withIds, pictures, prepare, {
    signal,
    onProgress: () => undefined,
  })
  const results = await checkRows(office, checked.toCheck, options, signal)
  const changes = await pictureChanges(office, results, checked.toStore, checked.storedNames)
  const promised = countsOf(results)
  const { toStore } = checked
  return { promised, toStore, options, pictures, same, changes: [...changes.values()] }
}

/** Checks a file, and imports it. */
async function importFile(wanted: ImportOfFile) {
  const checked = await checkFile(wanted)
  const run = { id: randomUUID(), name: wanted.supplier, options: checked.options }
  await storeImport(office, run, checked.toStore, signal)
  await runStoredImport(office, run.id, checked.pictures)
  const rows = await readRows(office, (rest) =>
    rest.from('import_rows').select('number, outcome, errors').eq('import_id', run.id).order('number'),
  )
  const failed = rows.filter(({ outcome }) => outcome === 'failed')
  return { ...checked, report: { counts: countsOf(rows), failed } }
}

const counts = (created: number, failed = 0, others: { updated?: number; unchanged?: number } = {}) => ({
  created,
  updated: 0,
  unchanged: 0,
  failed,
  ...others,
})

it.each([
  ['backslash-quotes.csv', counts(2)],
  ['category-with-invisible-or-double-spaces.csv', counts(5)],
  ['checkbox-and-yes-values.xlsx', counts(2)],
  ['colours-separators.csv', counts(2)],
  ['error-cells-from-lookups.xlsx', counts(3, 2)],
  ['excel-csv-utf8-with-title-line.csv', counts(1)],
  ['excel-text-guard-formula-codes.csv', counts(2)],
  ['excel-unicode-text-utf16le-tabs.txt', counts(2)],
  ['html-saved-as.xls', counts(1)],
  ['html.csv', counts(1)],
  ['inch-mark-opens-quote.csv', counts(4, 1)],
  ['indian-number-formats.xlsx', counts(6)],
  ['leading-zero-code-as-text.csv', counts(1)],
  ['logo-row-then-header.xlsx', counts(1)],
  ['mac-line-ends-cr.csv', counts(2)],
  ['nbsp-zero-width-duplicate-titles.csv', counts(2)],
  ['number-formats-show-leading-zeros.xlsx', counts(8)],
  ['one-cell-styled-in-row-1048576.xlsx', counts(1)],
  ['price-breaks-forms.csv', counts(10)],
  ['prices-by-quantity.csv', counts(2)],
  ['product-deleted-name-html-rtl-300.csv', counts(11, 1)],
  ['quote-never-closed-in-the-last-column.csv', counts(2, 2)],
  ['shopify-export.csv', counts(2)],
  ['tax-and-measures.csv', counts(8)],
  ['title-and-date-above-header.csv', counts(2)],
  ['two-header-rows.xlsx', counts(1)],
  ['update-then-later-edit-then-undo.csv', counts(2)],
  ['utf8-bom-quotes-newlines.csv', counts(3)],
  ['windows1252-semicolons.csv', counts(2)],
  ['woocommerce-export.csv', counts(2)],
  ['yes-no.csv', counts(5)],
] as const)(
  'the check of %s promises what its run does, and a second check changes nothing',
  async (name, expected) => {
    const file = await fileOf(name)
    const first = await importFile({ file, supplier: name })
    expect(first.promised).toEqual(expected)
    expect(first.report.counts).toEqual(expected)
    const again = await checkFile({ file, supplier: name })
    expect(again.promised).toMatchObject({ updated: 0, failed: expected.failed })
  },
)

it.each(['old-excel.xls', 'opendocument.ods', 'apple.numbers'])(
  '%s is refused with a sentence that says how to save it',
  async (name) => {
    await expect(readSheet(await fileOf(name))).rejects.toThrow(/XLSX or CSV/)
  },
)

const blankCells = async () => {
  const writer = xlsxWriter()
  const blank = Array.from({ length: 60_000 }, () => ['', ''])
  writer.add([['Supplier code', 'Name'], ['B-1', 'Mug before blank cells'], ...blank])
  return new Uint8Array(await writer.finish().arrayBuffer())
}

it.each([
  ['100,000 empty rows', () => `Supplier code;Name\nE-1;Mug\nE-2;Pen\n${';\n'.repeat(100_000)}`, 2],
  ['100,000 blank lines', () => `Supplier code,Name\nZ-1,Mug\n${'\n'.repeat(100_000)}`, 1],
  ['60,000 rows of blank cells', blankCells, 1],
] as const)('a list with %s at its end has those that hold something', async (name, content, created) => {
  const { promised, report } = await importFile({ file: new File([await content()], name), supplier: name })
  expect(promised).toEqual(counts(created))
  expect(report.counts).toEqual(promised)
})

const zips = (name: string) => fileOf(name).then((zip) => collectPictures([zip]))

it.each([
  ['macos-zip-nfd-names.csv', () => zips('macos-zip-nfd-names-and-macosx-folder.zip'), 1],
  ['backslash-folders.csv', () => zips('backslash-folders.zip'), 2],
  ['cells-with-folders.csv', () => zips('same-file-name-in-a-folder-per-product.zip'), 2],
  [
    'other-extension-case-spaces.csv',
    async () =>
      collectPictures([
        await fileOf('mug-blue.jpg', 'mug blue.jpg'),
        await fileOf('zz-red.png', 'Screenshot 2026-01-02 at 9.41.00\u202FAM.png'),
        await fileOf('zz-blue.png', 'Snap v\u00A013.05.png'),
      ]),
    11,
  ],
  ['images.csv', () => photos('red'), 1],
  ['photos.csv', () => photos('red'), 1],
  ['image.csv', () => photos('red'), 1],
  ['image-1-2.csv', () => photos('red', 'blue'), 1],
  ['pictures-first.csv', () => photos('red', 'blue', 'green'), 1],
] as const)('the pictures of %s are found among the chosen ones', async (name, choose, created) => {
  const pictures = await choose()
  const { promised, report } = await importFile({ file: await fileOf(name), supplier: name, pictures })
  expect(report.failed).toEqual([])
  expect(promised).toEqual(counts(created))
  expect(report.counts).toEqual(promised)
})

const photos = async (...colours: string[]) =>
  collectPictures(await Promise.all(colours.map((colour) => fileOf(`zz-${colour}.png`))))

it('a picture in the cells of a workbook is stored with its row', async () => {
  const name = 'pictures-placed-in-cells.xlsx'
  const file = await fileOf(name)
  const { promised, report } = await importFile({
    file,
    supplier: name,
    pictures: await collectPictures([file]),
  })
  expect(promised).toEqual(counts(1))
  expect(report.counts).toEqual(promised)
})

it.each(['pictures-again-other-order.csv', 'pictures-again-without-product-image.csv'])(
  'the check of %s names new, moved and gone pictures by their files',
  async (again) => {
    const supplier = `pictures of ${again}`
    const first = await importFile({
      file: await fileOf('pictures-with-product-image.csv'),
      supplier,
      pictures: await photos('red', 'blue', 'green'),
    })
    expect(first.promised).toEqual(counts(1))
    const second = await importFile({
      file: await fileOf(again),
      supplier,
      pictures: await photos('yellow'),
    })
    expect(second.promised).toEqual(counts(0, 0, { updated: 1 }))
    expect(second.report.counts).toEqual(second.promised)
    expect(second.changes).toEqual(['New: zz-yellow.png. Moved: zz-green.png, zz-red.png. Gone: zz-blue.png'])
  },
)

it('rows with the code and name of a product of another supplier are told, and update it by choice', async () => {
  const list = () => new File(['Item code,Name,MOQ\nSame-1,Same flask,50\nSame-2,Same cup,50'], 'list.csv')
  await importFile({ file: list(), supplier: 'First dealer' })
  const second = await importFile({
    file: new File(['Item code,Name,MOQ\nSame-1,SAME Flask,60\nSame-2,Another cup,60'], 'list.csv'),
    supplier: 'Second dealer',
    updatesSame: true,
  })
  expect(second.same).toMatchObject([{ number: 2, name: 'Same flask', supplier: 'First dealer' }])
  expect(second.promised).toEqual(counts(1, 0, { updated: 1 }))
  expect(second.report.counts).toEqual(second.promised)
})
