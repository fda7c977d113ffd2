import type { Product } from '@giftwell/shared/products/products.ts'
import type { ExportKind } from '../list/list-export.ts'
import type { ImportRecord } from './product-import.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { csvFile, importLine, unguarded } from '../list/csv.ts'
import { limits, optionalText, optionalVideoAddress } from '@giftwell/shared/kernel/form-rules.ts'
import type { Sheet } from './read-table.ts'

/** A column of the format, as docs/import.md lists them. */
export type ImportField =
  | 'sku'
  | 'name'
  | 'category'
  | 'subcategory'
  | 'budget'
  | 'industries'
  | 'doctor_types'
  | 'themes'
  | 'is_sample'
  | 'is_featured'
  | 'image_url'
  | 'video_url'

interface FieldColumn {
  readonly title: string
  /** Other titles that it is known by. */
  readonly also: readonly string[]
  readonly cell: (product: Product) => string
}

/** The columns of the format in the order of the export. */
export const importColumns: Readonly<Record<ImportField, FieldColumn>> = {
  sku: {
    title: 'Supplier code',
    also: ['sku', 'code', 'item code', 'article'],
    cell: (product) => product.sku ?? '',
  },
  name: {
    title: 'Name',
    also: ['product', 'product name', 'title', 'item'],
    cell: (product) => product.name,
  },
  category: { title: 'Category', also: [], cell: (product) => product.categories?.name ?? '' },
  subcategory: {
    title: 'Subcategory',
    also: ['sub category'],
    cell: (product) => product.subcategories?.name ?? '',
  },
  budget: { title: 'Budget', also: ['price band', 'band'], cell: (product) => product.budget ?? '' },
  industries: {
    title: 'Industries',
    also: ['industry', 'industry tags'],
    cell: (product) => listed(product.product_industry_tags.map((link) => link.industry_tags.name)),
  },
  doctor_types: {
    title: 'Doctor Types',
    also: ['doctor type'],
    cell: (product) => listed(product.product_doctor_type_tags.map((link) => link.doctor_type_tags.name)),
  },
  themes: {
    title: 'Themes',
    also: ['theme', 'tags'],
    cell: (product) => listed(product.product_themes.map((link) => link.themes.name)),
  },
  is_sample: {
    title: 'Sample Product',
    also: ['sample'],
    cell: (product) => (product.is_sample ? 'Yes' : 'No'),
  },
  is_featured: {
    title: 'Featured Product',
    also: ['featured'],
    cell: (product) => (product.is_featured ? 'Yes' : 'No'),
  },
  image_url: {
    title: 'Product Image',
    also: ['image', 'picture', 'photo', 'image url'],
    cell: (product) => product.image_url ?? '',
  },
  video_url: { title: 'Video URL', also: ['video'], cell: (product) => product.video_url ?? '' },
}

/** Every column's field, in the order of the export. */
export const importFields = Object.keys(importColumns) as ImportField[] // its own keys

/** Several names in a cell: a semicolon between them, and two for one that is part of a name. */
function listed(names: readonly string[]): string {
  return names
    .map((name) => name.replaceAll(';', ';;'))
    .toSorted()
    .join('; ')
}

function namesIn(cell: string): string[] {
  return cell
    .replaceAll(';;', '\u0000')
    .split(';')
    .map((name) => name.replaceAll('\u0000', ';').trim())
    .filter((name) => name !== '')
}

/**
 * Products in the format of the import. Their order and that of their tags depend on what they are alone, so that products that
 * were exported, imported and exported again are the same bytes.
 */
export async function exportedProducts(products: readonly Product[], kind: ExportKind): Promise<Blob> {
  const lines = products
    .map((product) => importFields.map((field) => importColumns[field].cell(product)))
    .toSorted(
      (one, other) => compare(one[1] ?? '', other[1] ?? '') || compare(one.join('\n'), other.join('\n')),
    )
  const sheet = [importFields.map((field) => importColumns[field].title), ...lines]
  if (kind === 'csv') return csvFile(sheet.map(importLine))
  const { xlsxWriter } = await import('../list/xlsx-writer.ts')
  const writer = xlsxWriter()
  // A workbook's cells are texts, which nothing calculates: only an apostrophe that an import would take away needs another.
  writer.add(sheet.map((line) => line.map((cell) => (unguarded(cell) === cell ? cell : `'${cell}`))))
  return writer.finish()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Which field each column of a file is; null for those that are left out. */
export type ColumnMapping = readonly (ImportField | null)[]

const simplified = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Finds the columns by their titles, whatever their case and punctuation; each field once. */
export function matchColumns(head: readonly string[]): ColumnMapping {
  const free = new Set(importFields)
  return head.map((title) => {
    const found = [...free].find((field) =>
      [importColumns[field].title, ...importColumns[field].also].some(
        (known) => simplified(known) === simplified(title),
      ),
    )
    if (found !== undefined) free.delete(found)
    return found ?? null
  })
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓'])
const no = new Set(['no', 'n', 'false', '0', '', '-'])

/** A band however its dashes, blanks and currency are written. */
function budgetOf(cell: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/rs\.?|inr|₹|[\s,]/g, '')
      .replaceAll(/[–—]|to/g, '-')
  return budgetBands.find((band) => plain(band) === plain(cell)) ?? cell
}

const rules = {
  name: optionalText('Name', limits.name),
  sku: optionalText('Supplier code', limits.sku),
  category: optionalText('Category', limits.name),
  subcategory: optionalText('Subcategory', limits.name),
  video_url: optionalVideoAddress('Video URL', 'https://example.com/video'),
}

/** An address, or the path of an image that this site stores: not the name of a file. */
const likeAddress = /^(https?:\/\/|\/storage\/)/i

/**
 * The rows of a file as records, numbered as a spreadsheet shows them, with the errors that show without the server. Empty rows
 * are left out.
 */
export function toRecords(sheet: Sheet, mapping: ColumnMapping): ImportRecord[] {
  const codes = new Map<string, number>()
  return sheet.slice(1).flatMap((row, index) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const number = index + 2
    const record = recordOf(row, mapping, number)
    const code = record.sku?.toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ')
    if (!code) return [record]
    const other = codes.get(code)
    if (other === undefined) codes.set(code, number)
    return [
      other === undefined
        ? record
        : { ...record, errors: { ...record.errors, sku: `Row ${other} has the same code` } },
    ]
  })
}

function recordOf(row: readonly string[], mapping: ColumnMapping, number: number): ImportRecord {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [column, field] of mapping.entries()) {
    if (field === null) continue
    const cell = unguarded((row[column] ?? '').replaceAll('\u0000', '')).trim()
    const plain = cell.toLowerCase()
    if (field === 'industries' || field === 'themes' || field === 'doctor_types')
      values[field] = namesIn(cell)
    else if (field === 'is_sample' || field === 'is_featured') {
      values[field] = yes.has(plain)
      if (!yes.has(plain) && !no.has(plain)) errors[field] = 'Write Yes or No'
    } else if (field === 'budget') values[field] = cell === '' ? null : budgetOf(cell)
    else if (field === 'image_url') {
      // A file's name is looked for among the pictures that were chosen.
      if (cell === '' || likeAddress.test(cell)) values['image_url'] = cell === '' ? null : cell
      else values['image'] = cell
    } else {
      const checked = rules[field].safeParse(cell)
      if (checked.success) values[field] = checked.data
      else errors[field] = checked.error.issues[0]?.message ?? 'This was not accepted'
    }
  }
  return { number, ...values, errors }
}

/** The rows that fail, as they were in the file, with a last column that says why. */
export function failedRows(
  sheet: Sheet,
  failures: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Blob {
  const [head = []] = sheet
  const lines = [...failures].map(([number, errors]) => {
    const row = sheet[number - 1] ?? []
    return [...head.map((_, column) => unguarded(row[column] ?? '')), Object.values(errors).join('. ')]
  })
  const isThere = head.at(-1) === problemTitle
  const shown = [[...head, problemTitle], ...lines].map((line) => (isThere ? line.toSpliced(-2, 1) : line))
  return csvFile(shown.map(importLine))
}

const problemTitle = 'Problem'
