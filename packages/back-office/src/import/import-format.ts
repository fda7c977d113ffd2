import { readLocalStorageValue } from '@mantine/hooks'

import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { limits, optionalText, optionalVideoAddress } from '@giftwell/shared/kernel/form-rules.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import { csvFile, importLine, unguarded } from '../list/list-export.ts'
import type { ProductChoices } from '../products/product-form.ts'
import { type ColumnMapping, type Head, importFields, matchColumns } from './import-columns.ts'
import type { ImportKind, ImportRecord } from './product-import.ts'
import { clothesSizes, factReaders, namesIn, readPictures } from './read-facts.ts'
import { brandingName, type DetailField, detailFields, withDetails } from './row-details.ts'
import type { Sheet, SheetRow } from './sheet.ts'

const storageKey = 'giftwell-import-columns'
const rememberedSets = 20

function remembered(): [head: string, mapping: ColumnMapping][] {
  const stored: unknown = readLocalStorageValue({ key: storageKey })
  return Array.isArray(stored) ? stored : []
}

/** What the columns were when a file with the same head was last imported, or what their titles say. */
export function recalledColumns(head: readonly string[], rows: readonly SheetRow[] = []): ColumnMapping {
  const found = remembered().find(([known]) => known === JSON.stringify(head))?.[1]
  return Array.isArray(found)
    ? head.map((_, column) => importFields.find((field) => field === found[column]) ?? null)
    : matchColumns(head, rows)
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

const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔', '☑'])
const no = new Set(['no', 'n', 'false', '0', '', '-', '☐', '✗'])

/** A band however its dashes, blanks and currency are written. */
function budgetOf(cell: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/rs\.?|inr|₹|[\s,]/g, '')
      .replaceAll(/[–—]|to/g, '-')
  return budgetBands.find((band) => plain(band) === plain(cell)) ?? cell
}

/** The band of a price such as "₹ 1,299.00" or "399/-", that of its lower limit; undefined for another text. */
function bandOfPrice(cell: string): string | undefined {
  const [price, ...others] = cell.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? []
  if (price === undefined || others.length > 0) return undefined
  return budgetBands.findLast((band) => Number(/\d+/.exec(band)?.[0]) <= Number(price))
}

const rules = {
  name: optionalText('Name', limits.name),
  supplier_code: optionalText('Supplier code', limits.code),
  category: optionalText('Category', limits.name),
  subcategory: optionalText('Subcategory', limits.name),
  video_url: optionalVideoAddress('Video URL', 'https://example.com/video'),
}

/** What cells show in place of a value. */
const errorCell =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|GETTING_DATA)$/i

/** Codes that a spreadsheet may have made of others: 1.23E+12, fifteen digits and zeros, 1-Jan. */
const changedCode =
  /^\d+(?:\.\d+)?E[+-]?\d+$|^\d{15}0+$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d+)?$|^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d+$/i

/** Characters without a width or a meaning in a name. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000\u00AD\u200B\u2060\uFEFF]/g

/** A field whose cells hold several names. */
type TagField = 'industries' | 'doctor_types' | 'themes' | 'branding'
const tagFields: readonly string[] = ['industries', 'doctor_types', 'themes', 'branding'] satisfies TagField[]
const isTagField = (field: string): field is TagField => tagFields.includes(field)
const isDetailField = (field: string): field is DetailField => detailFields.some((each) => each === field)

/** How the rows of a file are read. */
export interface ReadingOptions {
  /** Whether rows that the sheet hides are left out. */
  readonly leavesOutHidden?: boolean
  /** Whether the price sets the band of rows that name none. */
  readonly bandByPrice?: boolean
  /** Whether a tag exists, the name of which may hold a comma. */
  readonly isKnown?: (field: TagField, name: string) => boolean
}

/** Sentences about a row, by field. */
export interface RowMessages {
  readonly number: number
  readonly errors: Readonly<Record<string, string>>
}

/**
 * The rows below the head as records, numbered as a spreadsheet shows them, with the errors that show without the server, and
 * what a person should look at.
 */
export function toRecords(
  sheet: Sheet,
  head: Head,
  mapping: ColumnMapping,
  options: ReadingOptions = {},
): { readonly records: readonly ImportRecord[]; readonly warnings: readonly RowMessages[] } {
  const rows = rowsBelow(sheet, head).filter(({ isHidden }) => !(isHidden && options.leavesOutHidden))
  const isTooLong = (row: SheetRow) => row.cells.length > head.titles.length
  // Unless most rows have a column without a title.
  const mayBeLong = sheet.lineCount === undefined || rows.filter(isTooLong).length * 2 > rows.length
  const cache: FactCache = new Map()
  const read = rows.map((row) => {
    const { number } = row
    const problem =
      row.problem ??
      (!mayBeLong && isTooLong(row)
        ? `The row has ${row.cells.length} cells, but there are ${head.titles.length} titles: put a cell that contains a separator in quotation marks`
        : undefined)
    if (problem !== undefined) return { record: { number, errors: { row: problem } }, warnings: {} }
    return recordOf(row, head, mapping, options, cache)
  })
  return {
    records: read.map(({ record }) => record),
    warnings: read.flatMap(({ record: { number }, warnings }) =>
      Object.keys(warnings).length > 0 ? [{ number, errors: warnings }] : [],
    ),
  }
}

/** The rows below the head. */
export function rowsBelow(sheet: Sheet, head: Head): readonly SheetRow[] {
  return sheet.rows.slice(head.last + 1)
}

/** A cell's text as it is meant: without the formula or the apostrophe that guards it, and without what no one sees. */
function plainText(cell: string): string {
  const text = cell.replaceAll(invisible, '').trim()
  const formula = /^="(.*)"$/s.exec(text)?.[1]
  return formula === undefined ? unguarded(text).trim() : formula.replaceAll('""', '"').trim()
}

type FactCache = Map<string, Readonly<Record<string, unknown>> | string>

function recordOf(
  row: SheetRow,
  head: Head,
  mapping: ColumnMapping,
  options: ReadingOptions,
  cache: FactCache,
) {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const warnings: Record<string, string> = {}
  let price = ''
  let first: string | undefined
  let pictures: string[] | undefined
  let sizes = ''
  const details: Partial<Record<DetailField, string>> = {}
  for (const [column, field] of mapping.entries()) {
    if (field === null) continue
    const cell = plainText(row.cells[column] ?? '')
    const plain = cell.toLowerCase()
    if (errorCell.test(cell)) errors[field] = `The cell shows ${cell}`
    else if (field === 'price') price = cell
    else if (isTagField(field)) {
      const names = namesIn(cell, (name) => options.isKnown?.(field, name) === true)
      values[field] = names
      if (names.length > 1 && !cell.includes(';'))
        warnings[field] = `"${cell}" is read as ${names.length} names`
    } else if (field === 'is_sample' || field === 'is_featured' || field === 'is_brand_reminder') {
      values[field] = yes.has(plain)
      if (!yes.has(plain) && !no.has(plain)) errors[field] = 'Write Yes or No'
    } else if (field === 'budget') values[field] = cell === '' ? null : budgetOf(cell)
    else if (field === 'image_url') first = cell
    else if (field === 'pictures') pictures = [...(pictures ?? []), cell]
    else if (isDetailField(field)) details[field] = cell
    else if (field === 'size' && clothesSizes.test(cell)) sizes = cell
    else if (factReaders[field] !== undefined) {
      const { empty, read } = factReaders[field]
      // Most cells of a column repeat, and reading one takes long.
      const key = `${column} ${cell}`
      const found = cell === '' ? empty : (cache.get(key) ?? read(cell, head.titles[column] ?? ''))
      cache.set(key, found)
      if (typeof found === 'string') errors[field] = found
      else Object.assign(values, found)
    } else {
      const checked = rules[field as keyof typeof rules].safeParse(cell) // the fields that are left
      if (checked.success) values[field] = checked.data
      else errors[field] = checked.error.issues[0]?.message ?? 'This was not accepted'
    }
    if ((field === 'supplier_code' || field === 'code') && changedCode.test(cell))
      warnings[field] =
        `"${cell}" may be what the spreadsheet made of another code. Check the supplier's list`
  }
  const inSheet = row.pictures ?? []
  if (first !== undefined || pictures !== undefined || inSheet.length > 0) {
    const found = readPictures({ first, all: pictures, inSheet: inSheet.filter((path) => path !== '') })
    const isUnreadable = inSheet.includes('') && !first && pictures === undefined
    if (isUnreadable)
      warnings['image_url'] = 'The picture in the sheet cannot be read. The product is left with its own'
    if (typeof found === 'string') errors['pictures'] = found
    else if (!isUnreadable) Object.assign(values, found)
  }
  if (options.bandByPrice && !values['budget'] && errors['price'] === undefined) {
    const band = bandOfPrice(price)
    if (band !== undefined) values['budget'] = band
    else if (price !== '') warnings['price'] = `"${price}" is not a price in any budget band, so none is set`
  }
  if (sizes !== '') {
    const isDescribed = values['description'] !== undefined
    if (isDescribed) values['sizes'] = sizes.split(/[,;/|&\n]/).map((size) => size.trim())
    warnings['size'] = isDescribed
      ? `"${sizes}" is not a length x width x height, so it is added to the description`
      : `"${sizes}" is not a length x width x height, so it is not stored. In a file with a column Description it is added there`
  }
  const record: ImportRecord = { number: row.number, ...values, errors }
  if (Object.keys(details).length === 0) return { record, warnings }
  const detailed = withDetails(record, details)
  return { record: detailed.record, warnings: { ...warnings, ...detailed.warnings } }
}

type Choices = Pick<
  ProductChoices,
  'categories' | 'subcategoriesOf' | 'industries' | 'themes' | 'doctorTypes' | 'brandingMethods'
>

const keysOf = (existing: readonly Named[]) => new Set(existing.map(({ name }) => nameKey(name)))

/** Tells the tags that exist, for cells that name several. */
export function tagsAmong(choices: Choices): NonNullable<ReadingOptions['isKnown']> {
  const keys = {
    industries: keysOf(choices.industries),
    doctor_types: keysOf(choices.doctorTypes),
    themes: keysOf(choices.themes),
    branding: keysOf(choices.brandingMethods),
  }
  return (field, name) => keys[field].has(nameKey(name))
}

/** The names in a file that there are no records for; each once, as it is written first. */
export function newNames(
  records: readonly ImportRecord[],
  choices: Choices,
): { readonly kind: ImportKind; readonly names: readonly string[] }[] {
  const missing = (
    kind: ImportKind,
    existing: readonly Named[],
    names: readonly (string | null | undefined)[],
  ) => {
    const seen = keysOf(existing)
    const isNew = (name: string | null | undefined): name is string => {
      if (!name || seen.has(nameKey(name))) return false
      seen.add(nameKey(name))
      return true
    }
    return { kind, names: names.filter(isNew) }
  }
  const subcategories = new Map(
    choices.categories.map(({ id, name }) => [nameKey(name), keysOf(choices.subcategoriesOf(id))]),
  )
  const newSubcategory = ({ category, subcategory }: ImportRecord) =>
    category && subcategory && subcategories.get(nameKey(category))?.has(nameKey(subcategory)) !== true
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
    missing(
      'branding_methods',
      choices.brandingMethods,
      records.flatMap(({ branding = [] }) => branding.map(brandingName)),
    ),
  ]
}

/** The rows that fail, as they were in the file, with a last column that says why. */
export function failedRows(
  sheet: Sheet,
  head: Head,
  failures: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Blob {
  const { titles } = head
  const lines = rowsBelow(sheet, head).flatMap(({ number, cells }) => {
    const errors = failures.get(number)
    if (errors === undefined) return []
    return [[...titles.map((_, column) => unguarded(cells[column] ?? '')), Object.values(errors).join('. ')]]
  })
  const isThere = titles.at(-1) === problemTitle
  const shown = [[...titles, problemTitle], ...lines].map((line) => (isThere ? line.toSpliced(-2, 1) : line))
  return csvFile(shown.map(importLine))
}

const problemTitle = 'Problem'
