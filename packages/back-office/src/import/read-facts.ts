import type { z } from 'zod'

import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { factFields, maxPictures } from '@giftwell/shared/products/product-facts.ts'
import type { ImportField } from './import-columns.ts'
import type { ImportRecord } from './product-import.ts'
import { singleBlanks } from './sheet.ts'

type Values = Readonly<Record<string, unknown>>

/** How a cell of a fact is read. */
interface FactReader {
  /** What an empty cell empties. */
  readonly empty: Values
  /** The fields of the record, or a sentence on why the cell cannot be read. The title of its column may tell the unit. */
  readonly read: (cell: string, title: string) => Values | string
}

/** Facts with a rule of the product form for a field of the record. */
const rules = { ...factFields, cost_paise: factFields.cost }

function ruled(field: keyof typeof rules, cell: string): Values | string {
  const checked = rules[field].safeParse(cell)
  return checked.success
    ? { [field]: checked.data }
    : (checked.error.issues[0]?.message ?? 'This was not accepted')
}

/** A fact of one field, which is read by its rule once it is written as the form has it. */
function single(field: keyof typeof rules, asInForm: (cell: string) => string = (cell) => cell): FactReader {
  return { empty: { [field]: null }, read: (cell) => ruled(field, asInForm(cell)) }
}

/** Several values, each checked as a row of the product form. */
function list<Field extends 'colours' | 'parts' | 'price_breaks'>(
  field: Field,
  split: (cell: string) => readonly string[],
  asInForm: (text: string) => z.input<(typeof factFields)[Field]>[number],
  asSaved: (row: z.output<(typeof factFields)[Field]>[number]) => unknown,
): FactReader {
  return {
    empty: { [field]: [] },
    read(cell) {
      const checked = factFields[field].safeParse(split(cell).map(asInForm))
      return checked.success
        ? { [field]: checked.data.map(asSaved) }
        : (checked.error.issues[0]?.message ?? 'This was not accepted')
    },
  }
}

type Units = Readonly<Record<string, number>>

const millimetres: Units = { mm: 1, cm: 10, cms: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4, '"': 25.4 }
const litre = 1000
const millilitres: Units = {
  ml: 1,
  mls: 1,
  l: litre,
  ltr: litre,
  ltrs: litre,
  liter: litre,
  liters: litre,
  litre,
  litres: litre,
}
const grams: Units = { g: 1, gm: 1, gms: 1, gram: 1, grams: 1, kg: 1000, kgs: 1000 }

/** The last unit in a title, such as that of "Size in cm (L x W)". */
function unitOf(title: string, units: Units): string | undefined {
  return title
    .toLowerCase()
    .match(/[a-z]+|"/g)
    ?.findLast((word) => Object.hasOwn(units, word))
}

const measureForm = /^(?:approx\.?|about|~)?\s*(\d[\d,]*(?:\.\d+)?)\s*([a-z"]*)\.?$/

/** A number in the smallest unit; NaN for what is none. */
function measure(text: string, units: Units, usual: string | undefined): number {
  const [, digits = '', unit = ''] =
    measureForm.exec(
      text
        .toLowerCase()
        .replaceAll(/[″”]|''/g, '"')
        .trim(),
    ) ?? []
  const [smallest = ''] = Object.keys(units)
  const factor = units[unit === '' ? (usual ?? smallest) : unit] ?? NaN
  return digits === '' ? NaN : Math.round(Number(digits.replaceAll(',', '')) * factor)
}

function measured(field: 'capacity_ml' | 'weight_g', units: Units, like: string): FactReader {
  return {
    empty: { [field]: null },
    read(cell, title) {
      const value = measure(cell, units, unitOf(title, units))
      return Number.isNaN(value) ? `Write it like ${like}` : ruled(field, String(value))
    },
  }
}

const sides = ['length_mm', 'width_mm', 'height_mm'] as const
/** What people write around a side: "L: 20", "20 (H)", "Ø 7". */
const sideName = /^(?:length|width|height|dia(?:meter)?|depth|[lwhdbø])[\s:.=-]*(?=[\d.])|[\s(]*[lwhdb]\)?$/gi

/** A longer cell is no size. */
const maxSizeLength = 300

/** `L x W x H`, "-" for a side that is not known; the last unit is that of all sides. */
function readSize(cell: string, title: string): Values | string {
  if (cell.length > maxSizeLength) return 'Write a size like 120 x 80 x 40, in mm'
  const parts = singleBlanks(cell)
    .split(/[x×*]/i)
    .map((part) => part.trim().replaceAll(sideName, '').trim())
  const usual = unitOf(parts.at(-1) ?? '', millimetres) ?? unitOf(title, millimetres)
  if (parts.length > sides.length) return 'Write a size like 120 x 80 x 40, in mm'
  const values: Record<string, unknown> = {}
  for (const [index, side] of sides.entries()) {
    const part = parts[index] ?? '-'
    const value = part === '-' ? null : measure(part, millimetres, usual)
    if (Number.isNaN(value)) return 'Write a size like 120 x 80 x 40, in mm'
    const checked = ruled(side, String(value ?? ''))
    if (typeof checked === 'string') return checked
    Object.assign(values, checked)
  }
  return values
}

/** Sizes of clothes, which are no measure: one, or several with separators. */
export const clothesSizes =
  /^(?:(?:\d?x{0,4}[sml]|(?:free|one) size|(?:extra )?(?:small|large)|medium)(?:\s*(?:[,;/|&–-]|to)\s*|[^\S\n]*\n\s*|$))+$/i

const workingDaysOfWeek = 5
const leadTimeForm =
  /^(up to|within|from|min\.?|max\.?)?\s*(\d+)\s*(?:(?:-|–|to)\s*(\d+))?\s*(?:(?:working|business)\s*)?(days?|weeks?)?$/i

function readLeadTime(cell: string, title: string): Values | string {
  const [, word, one, other, unit = ''] = leadTimeForm.exec(singleBlanks(cell)) ?? []
  if (one === undefined) return 'Write working days like 10-15'
  const factor = /week/i.test(unit || title) ? workingDaysOfWeek : 1
  const [from, to] = [Number(one) * factor, Number(other ?? one) * factor]
  if (from > to) return 'The longest lead time must not be less than the shortest'
  const first = ruled('lead_days_from', /up|within|max/i.test(word ?? '') ? '' : String(from))
  const last = ruled('lead_days_to', /from|min/i.test(word ?? '') ? '' : String(to))
  return typeof first === 'string' ? first : typeof last === 'string' ? last : { ...first, ...last }
}

const withoutUnit = (cell: string) =>
  singleBlanks(cell)
    .replace(/^(?:moq|min\.?)\s*:?\s*/i, '')
    .replace(/\.0+$|\s*(?:\+|pcs?|pieces?|nos?|units?|sets?)\.?$/i, '')
const asAmount = (cell: string) =>
  singleBlanks(cell).replace(/\s*(?:\/-|\/?\s*(?:pc|pcs|piece|unit|each)\.?)$/i, '')
/** What a spreadsheet has in place of 18%. */
const asPercent = (cell: string) =>
  /^0?\.(?:05|12|18|28|40?)$/.test(cell) ? String(Number(cell) * 100) : cell
const breaksIn = (cell: string) => cell.split(/[;|\n]|,\s/).filter((part) => part.trim() !== '')
const asDay = (cell: string) =>
  cell.replace(/^(\d\d?)[./-](\d\d?)[./-](\d{4})$/, (_, day, month, year) =>
    [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'),
  )

function colourRow(text: string) {
  const [, name = text, hex = ''] = /^(.*\S)(?:\s?\(\s?|\s)(#[\da-f]{6})\)?$/is.exec(singleBlanks(text)) ?? []
  return { name, hex, picture: '' }
}

function partRow(text: string) {
  const [, quantity = '1', name = text] = /^(\d{1,5})\s*[x×]\s+(.+)$/is.exec(text) ?? []
  return { name, quantity }
}

function breakRow(text: string) {
  const [, quantity = text, price = ''] =
    /^(\d[\d,]*)\s*\+?\s*(?:pcs?\.?)?\s*[:=@]\s*(.+)$/i.exec(singleBlanks(text)) ?? []
  return { quantity, price: asAmount(price) }
}

/** The columns of facts, but for pictures and branding methods. */
export const factReaders: Readonly<Partial<Record<ImportField, FactReader>>> = {
  code: single('code'),
  supplier: single('supplier'),
  description: single('description'),
  material: single('material'),
  size: { empty: { length_mm: null, width_mm: null, height_mm: null }, read: readSize },
  capacity: measured('capacity_ml', millilitres, '500 ml or 1.5 litres'),
  weight: measured('weight_g', grams, '250 g or 1.2 kg'),
  min_quantity: single('min_quantity', withoutUnit),
  lead_time: { empty: { lead_days_from: null, lead_days_to: null }, read: readLeadTime },
  colours: list(
    'colours',
    (cell) => namesIn(cell),
    colourRow,
    ({ name, hex }) => ({ name, ...(hex !== null && { hex }) }),
  ),
  parts: list(
    'parts',
    (cell) => namesIn(cell),
    partRow,
    (part) => part,
  ),
  packaging: single('packaging'),
  care: single('care'),
  origin: single('origin'),
  cost: single('cost_paise', asAmount),
  price_breaks: list('price_breaks', breaksIn, breakRow, ({ quantity, price }) => ({
    quantity,
    price_paise: price,
  })),
  hsn: single('hsn', (cell) => cell.replaceAll(/[\s.]/g, '')),
  gst_rate: single('gst_rate', asPercent),
  gst_rate_from: single('gst_rate_from', asDay),
  note: single('note'),
}

/**
 * The names in a cell: between semicolons, two of which are one that is part of a name. Without any, commas, bars and line
 * breaks separate names, unless the whole is one that exists.
 */
export function namesIn(cell: string, isKnown?: (name: string) => boolean): string[] {
  const parts = cell.includes(';')
    ? cell.replaceAll(';;', '\u0000').split(';')
    : isKnown?.(cell) === true
      ? [cell]
      : cell.split(/[,|\n]/)
  return parts.map((name) => name.replaceAll('\u0000', ';').trim()).filter((name) => name !== '')
}

/** An address, or the path of an image that this site stores: not the name of a file. */
const likeAddress = /^(https?:\/\/|\/storage\/)/i
const oneAddress = /^https?:\/\/(?!.*:\/\/)\S+$/i

/** The pictures in a cell: between semicolons, bars and line breaks, or commas after an extension. */
function picturesIn(cell: string): string[] {
  if (oneAddress.test(cell)) return [cell.replaceAll(';;', ';')]
  const parts = cell.replaceAll(';;', '\u0000').split(/[;|\n]/)
  const commaParts = cell.split(',').map((part) => part.trim())
  const names = parts.length === 1 && commaParts.every(isImageName) ? commaParts : parts
  return names.map((name) => name.replaceAll('\u0000', ';').trim()).filter((name) => name !== '')
}

/** A picture of a row: the name of a file, or an address; an alternative text that is left out stays as it is. */
export type NamedPicture = ({ readonly image: string } | { readonly url: string }) & {
  readonly alt?: string | null
}

/** The name or address of a picture. */
export const pictureName = (picture: NamedPicture) => ('url' in picture ? picture.url : picture.image)

interface PictureCells {
  /** Those of the first picture, and of all. */
  readonly first: string | undefined
  readonly all: readonly string[] | undefined
  /** Those that stand in the sheet. */
  readonly inSheet: readonly string[]
}

/** The pictures of a row in their order, each once; the first is the product's image. */
export function readPictures({ first, all, inSheet }: PictureCells): Values | string {
  const written = [first ?? '', ...(all ?? [])].flatMap(picturesIn)
  const names = [...new Set(written.length > 0 ? written : inSheet)]
  if (names.length > maxPictures) return `A product may have at most ${maxPictures} pictures`
  return picturesOfRow(
    names.map((name) => (likeAddress.test(name) ? { url: name } : { image: name })),
    all !== undefined,
  )
}

/** Pictures as fields of a record, which has those after the first only where there are some or the file has a column for them. */
export function picturesOfRow([first, ...others]: readonly NamedPicture[], isWhole: boolean): Values {
  return {
    ...(first === undefined
      ? { image_url: null }
      : 'url' in first
        ? { image_url: first.url }
        : { image: first.image }),
    ...(first?.alt !== undefined && { image_alt: first.alt }),
    ...((isWhole || others.length > 0) && { pictures: others }),
  }
}

type Pictured = Pick<ImportRecord, 'image' | 'image_url' | 'image_alt' | 'pictures'>

/** The pictures of a record; undefined where the file has no column for them. */
export function picturesOf(record: Pictured): NamedPicture[] | undefined {
  const { image, image_url: url, image_alt: alt, pictures } = record
  if (image === undefined && url === undefined && pictures === undefined) return undefined
  const text = alt !== undefined && { alt }
  const first: NamedPicture[] = image !== undefined ? [{ image, ...text }] : url ? [{ url, ...text }] : []
  return [...first, ...((pictures ?? []) as readonly NamedPicture[])] // as they were read
}
