import { readLocalStorageValue } from '@mantine/hooks'

import type { Named, Product } from '@giftwell/shared/products/products.ts'
import type { ImportKind, ImportRecord } from './product-import.ts'
import type { ProductChoices } from '../products/use-product-choices.ts'
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

const storageKey = 'giftwell-import-columns'
const rememberedSets = 20

function remembered(): [head: string, mapping: ColumnMapping][] {
  const stored: unknown = readLocalStorageValue({ key: storageKey })
  return Array.isArray(stored) ? stored : []
}

/** What the columns were when a file with the same head was last imported, or what their titles say. */
export function recalledColumns(head: readonly string[]): ColumnMapping {
  const found = remembered().find(([known]) => known === JSON.stringify(head))?.[1]
  return Array.isArray(found)
    ? head.map((_, column) => importFields.find((field) => field === found[column]) ?? null)
    : matchColumns(head)
}

/** Remembers what the columns are: a supplier's files have the same head each time. */
export function rememberColumns(head: readonly string[], mapping: ColumnMapping): void {
  const key = JSON.stringify(head)
  const sets = [[key, mapping], ...remembered().filter(([known]) => known !== key)].slice(0, rememberedSets)
  try {
    localStorage.setItem(storageKey, JSON.stringify(sets))
  } catch {
    // A browser that forbids storage matches by titles each time.
  }
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

/** The names in a file that there are no records for, whatever their case; each once, as it is written first. */
export function newNames(
  records: readonly ImportRecord[],
  choices: Pick<ProductChoices, 'categories' | 'subcategoriesOf' | 'industries' | 'themes' | 'doctorTypes'>,
): { readonly kind: ImportKind; readonly names: readonly string[] }[] {
  const inLowerCase = (existing: readonly Named[]) => new Set(existing.map(({ name }) => name.toLowerCase()))
  const missing = (
    kind: ImportKind,
    existing: readonly Named[],
    names: readonly (string | null | undefined)[],
  ) => {
    const seen = inLowerCase(existing)
    const isNew = (name: string | null | undefined): name is string => {
      if (!name || seen.has(name.toLowerCase())) return false
      seen.add(name.toLowerCase())
      return true
    }
    return { kind, names: names.filter(isNew) }
  }
  const subcategories = new Map(
    choices.categories.map(({ id, name }) => [name.toLowerCase(), inLowerCase(choices.subcategoriesOf(id))]),
  )
  const newSubcategory = ({ category, subcategory }: ImportRecord) =>
    category &&
    subcategory &&
    subcategories.get(category.toLowerCase())?.has(subcategory.toLowerCase()) !== true
      ? subcategory
      : null
  return [
    missing(
      'categories',
      choices.categories,
      records.map(({ category }) => category),
    ),
    missing('subcategories', [], records.map(newSubcategory)),
    missing(
      'industry_tags',
      choices.industries,
      records.flatMap(({ industries = [] }) => industries),
    ),
    missing(
      'doctor_type_tags',
      choices.doctorTypes,
      records.flatMap(({ doctor_types: types = [] }) => types),
    ),
    missing(
      'themes',
      choices.themes,
      records.flatMap(({ themes = [] }) => themes),
    ),
  ]
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
