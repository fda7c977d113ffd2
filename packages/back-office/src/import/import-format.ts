import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { limits, optionalText, optionalVideoAddress, paiseIn } from '@giftwell/shared/kernel/form-rules.ts'
import { factFields, maxPictures } from '@giftwell/shared/products/product-facts.ts'
import { importLine, unguarded } from '@giftwell/shared/kernel/csv-line.ts'
import { csvFile } from '../list/list-export.ts'
import { type ColumnMapping, type Head, type ImportField, isOwnExport } from './import-columns.ts'
import { brandingIn, isNone, type ListReading, namesIn, type UnclearSign, unclearIn } from './list-cells.ts'
import { hasMarkup, textOfMarkup } from '@giftwell/shared/kernel/markup.ts'
import { pieces, quantityInTitle, rupeesPerPiece } from './price-cells.ts'
import type { ImportRecord } from './product-import.ts'
import { factReaders, picturesOfRow, readPictures } from './read-facts.ts'
import { type DetailField, detailFields, withDetails } from './row-details.ts'
import type { Sheet, SheetRow } from './sheet.ts'

const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔', '✅', '☑'])
const no = new Set(['no', 'n', 'false', '0', '', '-', '☐', '✗', '✘', '❌'])

/** A band in any spelling of dashes, blanks and currency; null if empty, undefined if it is not a band. */
function budgetOf(cell: string): string | null | undefined {
  if (cell === '') return null
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/rs\.?|inr|₹|[\s,]/g, '')
      .replaceAll(/[–—]|to/g, '-')
  return budgetBands.find((band) => plain(band) === plain(cell))
}

/** The band of a price such as "₹ 1,299.00" or "399/-", that of its lower limit; undefined for another text. */
function bandOfPrice(cell: string): string | undefined {
  const [price = '', ...others] = cell.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
  const rupees = others.length > 0 ? NaN : paiseIn(price) / 100
  return budgetBands.findLast((band) => Number(/\d+/.exec(band)?.[0]) <= rupees)
}

const rules = {
  name: optionalText('Name', limits.name),
  supplier_code: optionalText('Supplier code', limits.code),
  category: optionalText('Category', limits.name),
  subcategory: optionalText('Subcategory', limits.name),
  video_url: optionalVideoAddress('Video URL', 'https://example.com/video'),
}

/** The placeholders of empty cells. */
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
const tagFields: readonly TagField[] = ['industries', 'doctor_types', 'themes', 'branding']
const isTagField = (field: string): field is TagField => tagFields.some((each) => each === field)
const isDetailField = (field: string): field is DetailField => detailFields.some((each) => each === field)

/** How the rows of a file are read. */
export interface ReadingOptions {
  /** Whether rows that the sheet hides are left out. */
  readonly leavesOutHidden?: boolean
  /** Whether the price sets the band of rows that name none. */
  readonly bandByPrice?: boolean
  /** Whether a tag of this name exists; names may contain commas. */
  readonly isKnown?: (field: TagField, name: string) => boolean
  /** The unclear signs that separate values in the lists of this file. */
  readonly signs?: readonly UnclearSign[]
}

/** Sentences about a row, by field. */
export interface RowMessages {
  readonly number: number
  readonly errors: Readonly<Record<string, string>>
}

interface ReadRows {
  readonly records: readonly ImportRecord[]
  /** Notes for the user, such as skipped unreadable cells. */
  readonly warnings: readonly RowMessages[]
  /** How many cells had markup of another program. */
  readonly markupCount: number
  /** How many rows have the band of their price. */
  readonly bandCount: number
  /** An example cell for each sign that only a person can interpret as a separator. */
  readonly unclear: ReadonlyMap<UnclearSign, string>
}

/** The rows below the head as records, numbered as a spreadsheet shows them, with the errors that show without the server. */
export function toRecords(
  sheet: Sheet,
  head: Head,
  mapping: ColumnMapping,
  options: ReadingOptions = {},
): ReadRows {
  const context: Context = {
    head,
    mapping,
    options,
    isLiteral: isOwnExport(head.titles),
    cache: new Map(),
    unclear: new Map(),
    markupCount: 0,
    bandCount: 0,
  }
  const warnings: RowMessages[] = []
  const rows = rowsBelow(sheet, head).filter(({ isHidden }) => !(isHidden && options.leavesOutHidden))
  const records = rows.map((row) => {
    const { number } = row
    const width = row.width ?? row.cells.length
    const isLong = sheet.lineCount !== undefined && row.cells.length > head.titles.length
    const counts = `The row has ${width} cells, but there are ${head.titles.length} titles`
    const problem =
      row.problem ??
      (isLong ? `${counts}: put a cell that contains a separator in quotation marks` : undefined)
    if (problem !== undefined) return { number, errors: { row: problem } }
    const read = recordOf(row, context)
    const isShort = row.width !== undefined && row.width < head.titles.length
    const found = isShort
      ? { ...read.warnings, width: `${counts}. The others are read as empty` }
      : read.warnings
    if (Object.keys(found).length > 0) warnings.push({ number, errors: found })
    return read.record
  })
  const { markupCount, bandCount, unclear } = context
  return { records, warnings, markupCount, bandCount, unclear }
}

/** The rows below the head. */
export function rowsBelow(sheet: Sheet, head: Head): readonly SheetRow[] {
  return sheet.rows.slice(head.last + 1)
}

/** A cell's intended text: without a guarding formula or apostrophe, and without invisible characters. */
function plainText(cell: string): string {
  const text = cell.replaceAll(invisible, '').trim()
  const formula = /^="(.*)"$/s.exec(text)?.[1]
  return formula === undefined ? unguarded(text).trim() : formula.replaceAll('""', '"').trim()
}

interface Context {
  readonly head: Head
  readonly mapping: ColumnMapping
  readonly options: ReadingOptions
  /** Whether cells are read to the letter. */
  readonly isLiteral: boolean
  /** Most cells of a column repeat, and reading one takes long. */
  readonly cache: Map<string, Readonly<Record<string, unknown>> | string>
  readonly unclear: Map<UnclearSign, string>
  markupCount: number
  bandCount: number
}

/** Fields with Markdown, and those with several values in a cell. */
const markedFields = new Set<ImportField>(['description', 'note'])
const listFields = new Set<ImportField>([...tagFields, 'colours', 'parts'])
const yesOrNo = ['is_sample', 'is_featured', 'is_brand_reminder'] as const
const isYesOrNo = (field: ImportField): field is (typeof yesOrNo)[number] =>
  yesOrNo.some((one) => one === field)

const shortened = (cell: string) => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell)
const leftOut = (cell: string, why: string) => `"${shortened(cell)}" is left out. ${why}`

/** A cell's value: text instead of markup, and empty for words such as "none". */
function meaning(written: string, field: ImportField, context: Context): string {
  const cell = plainText(written)
  if (context.isLiteral) return cell
  let text = cell
  if (hasMarkup(cell)) {
    text = textOfMarkup(cell, markedFields.has(field))
    if (field === 'name') text = text.replaceAll(/\s+/g, ' ')
    if (text !== cell) context.markupCount += 1
  }
  // For taxes "nil" is a rate; for prices an invalid value is reported.
  return field !== 'name' && field !== 'gst_rate' && field !== 'price' && field !== 'mrp' && isNone(text)
    ? ''
    : text
}

/** One row: every cell that cannot be read is left out with a warning, but for the name, without which there is no product. */
function recordOf(row: SheetRow, context: Context) {
  const { head, mapping, options, isLiteral, cache } = context
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const warnings: Record<string, string> = {}
  let price = ''
  let retailPrice = ''
  let first: string | undefined
  let pictures: string[] | undefined
  const prices = new PricesByQuantity()
  const details: Partial<Record<DetailField, string>> = {}
  for (const [column, field] of mapping.entries()) {
    if (field === null) continue
    const written = row.cells[column] ?? ''
    const cell = meaning(written, field, context)
    const title = head.titles[column] ?? ''
    const reading: ListReading = {
      isKnown: isTagField(field) ? (name) => options.isKnown?.(field, name) === true : undefined,
      signs: isLiteral ? [] : options.signs,
      isLiteral,
    }
    if (!isLiteral && listFields.has(field))
      for (const sign of unclearIn(cell, reading))
        if (!context.unclear.has(sign)) context.unclear.set(sign, cell)
    if (field === 'mrp') retailPrice = cell
    if (errorCell.test(cell)) {
      if (field === 'name') errors[field] = `The cell shows ${cell}`
      else warnings[field] = `The cell shows ${cell}, so it is left out`
    } else if (field === 'price') price = cell
    else if (field === 'price_at' || field === 'break_quantity' || field === 'break_price') {
      const problem = prices.add(field, cell, title)
      if (problem !== undefined) warnings[field] = leftOut(cell, problem)
    } else if (isTagField(field)) {
      const names = namesIn(cell, reading)
      values[field] = field === 'branding' && !isLiteral ? brandingIn(names, reading.isKnown) : names
      if (names.length > 1 && !cell.includes(';'))
        warnings[field] = `"${cell}" is read as ${names.length} names`
    } else if (isYesOrNo(field)) {
      const plain = cell.toLowerCase()
      if (yes.has(plain) || no.has(plain)) values[field] = yes.has(plain)
      else warnings[field] = leftOut(cell, 'Write Yes or No')
    } else if (field === 'budget') {
      const band = budgetOf(cell)
      if (band === undefined)
        warnings[field] = leftOut(cell, `The budget must be one of ${budgetBands.join(', ')}`)
      else values[field] = band
    } else if (field === 'image_url') first = cell
    else if (field === 'pictures') pictures = [...(pictures ?? []), cell]
    else if (isDetailField(field)) details[field] = cell
    else if (factReaders[field] !== undefined) {
      const { empty, read } = factReaders[field]
      const key = `${column} ${cell}`
      const found = cell === '' ? empty : (cache.get(key) ?? read(cell, title, reading))
      cache.set(key, found)
      if (typeof found === 'string') warnings[field] = leftOut(cell, found)
      else {
        Object.assign(values, found)
        if (listFields.has(field) && unclearIn(cell, reading).length > 0)
          warnings[field] =
            `"${shortened(cell)}" is read as ${counted(namesIn(cell, reading).length, 'value')}`
        const [list] = Object.values(found)
        if (Array.isArray(list) && list.length === 0 && cell !== '')
          warnings[field] = `"${shortened(cell)}" names none, so none is stored`
      }
    } else {
      const checked = rules[field as keyof typeof rules].safeParse(cell) // the fields that are left
      const message = checked.error?.issues[0]?.message ?? 'This was not accepted'
      if (checked.success) values[field] = checked.data
      else if (field === 'name') errors[field] = message
      else warnings[field] = leftOut(cell, message)
    }
    if ((field === 'supplier_code' || field === 'code') && changedCode.test(cell))
      warnings[field] =
        `"${cell}" looks like a code that a spreadsheet has changed. Check the supplier's list`
  }
  if (prices.isUsed) values['price_breaks'] = prices.rows(values['price_breaks'])
  const { category, subcategory } = values
  if (typeof category === 'string' && !isLiteral && category.includes('>')) {
    const path = category
      .split('>')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    values['category'] = path[0] ?? null
    if (!subcategory) values['subcategory'] = path[1] ?? null
  }
  const inSheet = row.pictures ?? []
  if (first !== undefined || pictures !== undefined || inSheet.length > 0) {
    const found = readPictures({ first, all: pictures, inSheet: inSheet.filter((path) => path !== '') })
    const isUnreadable = inSheet.includes('') && !first && pictures === undefined
    if (isUnreadable)
      warnings['image_url'] = 'The picture in the sheet cannot be read. The product is left with its own'
    else Object.assign(values, picturesOfRow(found.slice(0, maxPictures), pictures !== undefined))
    if (found.length > maxPictures)
      warnings['pictures'] = `Of ${found.length} pictures the first ${maxPictures} are taken`
  }
  if (options.bandByPrice && !values['budget']) {
    const [field, cell] = price === '' ? (['mrp', retailPrice] as const) : (['price', price] as const)
    const band = bandOfPrice(cell)
    if (band !== undefined) {
      values['budget'] = band
      context.bandCount += 1
    } else if (cell !== '') warnings[field] ??= `"${cell}" is not a price in any budget band, so none is set`
  }
  const record: ImportRecord = { number: row.number, ...values, errors }
  if (Object.keys(details).length === 0) return { record, warnings }
  const detailed = withDetails(record, details)
  return { record: detailed.record, warnings: { ...warnings, ...detailed.warnings } }
}

/** The prices of a row in separate columns. */
class PricesByQuantity {
  isUsed = false
  private readonly found = new Map<number, number>()
  private quantity: number | undefined

  /** Takes a cell, or says why it cannot. */
  add(field: 'price_at' | 'break_quantity' | 'break_price', cell: string, title: string): string | undefined {
    this.isUsed = true
    if (field === 'break_quantity') {
      const read = factFields.min_quantity.safeParse(pieces(cell))
      this.quantity = read.data ?? undefined
      return read.error?.issues[0]?.message
    }
    const quantity = field === 'price_at' ? quantityInTitle(title)?.quantity : this.quantity
    if (field === 'break_price') this.quantity = undefined
    const read = factFields.cost.safeParse(rupeesPerPiece(cell, title))
    if (read.error !== undefined) return read.error.issues[0]?.message.replace(/^Cost/, 'Price')
    if (read.data === null) return undefined
    if (quantity === undefined) return 'No quantity is known for this price'
    if (this.found.has(quantity)) return 'There is already a price for this quantity'
    this.found.set(quantity, read.data)
    return undefined
  }

  /** All prices, those of a column of price breaks first. */
  rows(written: unknown): readonly unknown[] {
    const others = [...this.found].map(([quantity, price]) => ({ quantity, price_paise: price }))
    return [...(Array.isArray(written) ? (written as readonly unknown[]) : []), ...others]
  }
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
