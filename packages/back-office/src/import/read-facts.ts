import type { z } from 'zod'

import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { factFields, textFacts } from '@giftwell/shared/products/product-facts.ts'
import type { ImportField } from './import-columns.ts'
import type { ImportRecord } from './product-import.ts'
import { countedNames, isNone, type ListReading, namesIn } from './list-cells.ts'
import { breaksIn, percentIn, pieces, plainNumber, rupeesPerPiece } from './price-cells.ts'
import { singleBlanks } from './sheet.ts'

type Values = Readonly<Record<string, unknown>>

/** How a cell of a fact is read. */
interface FactReader {
  readonly empty: Values
  /** The fields of the record, or a sentence on why the cell cannot be read. The title of its column may tell the unit. */
  readonly read: (cell: string, title: string, lists: ListReading) => Values | string
}

/** Facts with a rule of the product form for a field of the record. */
const rules = { ...factFields, cost_paise: factFields.cost, mrp_paise: factFields.mrp }

function ruled(field: keyof typeof rules, cell: string): Values | string {
  const checked = rules[field].safeParse(cell)
  return checked.success
    ? { [field]: checked.data }
    : (checked.error.issues[0]?.message ?? 'This was not accepted')
}

/** A fact of one field, converted to the form's notation and parsed by its rule. */
function single(
  field: keyof typeof rules,
  asInForm: (cell: string, title: string) => string = (cell) => cell,
): FactReader {
  return { empty: { [field]: null }, read: (cell, title) => ruled(field, asInForm(cell, title)) }
}

/** Several values, each checked as a row of the product form. */
function list<Field extends 'colours' | 'parts' | 'price_breaks'>(
  field: Field,
  rowsIn: (cell: string, title: string, lists: ListReading) => z.input<(typeof factFields)[Field]>[number][],
  asSaved: (row: z.output<(typeof factFields)[Field]>[number]) => unknown,
): FactReader {
  return {
    empty: { [field]: [] },
    read(cell, title, lists) {
      const checked = factFields[field].safeParse(rowsIn(cell, title, lists))
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
  cc: 1,
  oz: 29.574,
}
const grams: Units = { g: 1, gm: 1, gms: 1, gram: 1, grams: 1, kg: 1000, kgs: 1000, oz: 28.35, lb: 453.6 }

/** The last unit in a title, such as that of "Size in cm (L x W)". */
function unitOf(title: string, units: Units): string | undefined {
  return title
    .toLowerCase()
    .match(/[a-z]+|"/g)
    ?.findLast((word) => Object.hasOwn(units, word))
}

const measureForm = /^(\d[\d,]*(?:\.\d+)?)\s*([a-z"]*)\.?$/

/** A number in the smallest unit, or NaN. */
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
      // "750 ml / 25 oz" says one thing twice.
      const [first = ''] = plainNumber(cell).split(/\s*[/(|]/)
      const value = measure(first, units, unitOf(title, units))
      return Number.isNaN(value) ? `Write it like ${like}` : ruled(field, String(value))
    },
  }
}

const sides = ['length_mm', 'width_mm', 'height_mm'] as const
/** Labels before or after a side: "L: 20", "20 (H)", "Ø 7". */
const sideName =
  /^(length|width|breadth|height|dia(?:meter)?|depth|[lwhdbø])[\s:.=-]*(?=[\d.])|[\s(]*\b([lwhdb])\)?$/i
/** Which side a name is of; a diameter is the length. */
const sideOf = (name: string) => (/^[wb]|^d$|^depth/i.test(name) ? 1 : /^h/i.test(name) ? 2 : 0)

/** `L x W x H`, "-" for a side that is not known; the last unit is that of all sides. */
function readSize(cell: string, title: string): Values | string {
  const wrong = 'Write a size like 120 x 80 x 40, in mm'
  const parts = plainNumber(cell)
    .split(/[x×*]/i)
    .map((part) => {
      const [found = '', before, after] = sideName.exec(part.trim()) ?? []
      return { text: part.trim().replace(found, '').trim(), name: before ?? after }
    })
  const usual = unitOf(parts.at(-1)?.text ?? '', millimetres) ?? unitOf(title, millimetres)
  if (parts.length > sides.length) return wrong
  const named = parts.map(({ name }, index) => (name === undefined ? index : sideOf(name)))
  const isNamed = parts.every(({ name }) => name !== undefined) && new Set(named).size === parts.length
  const values: Record<string, unknown> = { length_mm: null, width_mm: null, height_mm: null }
  for (const [index, { text }] of parts.entries()) {
    const side = sides[(isNamed ? named[index] : index) ?? 0] ?? 'length_mm'
    const value = text === '-' ? null : measure(text, millimetres, usual)
    if (Number.isNaN(value)) return wrong
    const checked = ruled(side, String(value ?? ''))
    if (typeof checked === 'string') return checked
    Object.assign(values, checked)
  }
  return values
}

const workingDaysOfWeek = 5
const leadTimeForm =
  /^(up to|within|from|min\.?|max\.?)?\s*(\d+)\s*(?:(?:-|–|to)\s*(\d+))?\s*(?:(?:working|business)\s*)?(days?|weeks?)?$/i

function readLeadTime(cell: string, title: string): Values | string {
  const [, word, one, other, unit = ''] =
    leadTimeForm.exec(
      plainNumber(cell).replace(/(?<=days?|weeks?|\d) (?:after|from|post|once|on receipt)\b.*$/i, ''),
    ) ?? []
  if (one === undefined) return 'Write working days like 10-15'
  const factor = /week/i.test(unit || title) ? workingDaysOfWeek : 1
  const [from, to] = [Number(one) * factor, Number(other ?? one) * factor]
  if (from > to) return 'The longest lead time must not be less than the shortest'
  const first = ruled('lead_days_from', /up|within|max/i.test(word ?? '') ? '' : String(from))
  const last = ruled('lead_days_to', /from|min/i.test(word ?? '') ? '' : String(to))
  return typeof first === 'string' ? first : typeof last === 'string' ? last : { ...first, ...last }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const twoDigits = (number: string | number) => String(number).padStart(2, '0')

/** A day as the form has it, of "22/9/2025", "22-Sep-25" and "1 October 2025"; another text is refused by its rule. */
function asDay(cell: string): string {
  const [, day, month = '', year = ''] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|[a-z]{3,9})[\s.,/-]+(\d{4}|\d{2})$/i.exec(cell) ?? []
  // A spreadsheet counts days.
  if (/^[34]\d{4}$/.test(cell))
    return new Date(Date.UTC(1899, 11, 30 + Number(cell))).toISOString().slice(0, 10)
  if (day === undefined) return /^\d{4}-\d\d-\d\d$/.test(cell) ? cell : '-'
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const date = [year.padStart(4, '20'), twoDigits(number), twoDigits(day)].join('-')
  return Number.isNaN(Date.parse(date)) ? '-' : date
}

/** A higher number behind the name of a part is a measure: "Mug 350, Bottle 750". */
const mostOfPart = 50

function colourRow(text: string) {
  const [, name = text, hex = ''] = /^(.*\S)(?:\s?\(\s?|\s)(#[\da-f]{6})\)?$/is.exec(singleBlanks(text)) ?? []
  return { name, hex, picture: '' }
}

/** The columns of facts, but for pictures and branding methods. */
export const factReaders: Readonly<Partial<Record<ImportField, FactReader>>> = {
  code: single('code'),
  supplier: single('supplier'),
  description: single('description'),
  size: { empty: { length_mm: null, width_mm: null, height_mm: null }, read: readSize },
  capacity: measured('capacity_ml', millilitres, '500 ml or 1.5 litres'),
  weight: measured('weight_g', grams, '250 g or 1.2 kg'),
  min_quantity: single('min_quantity', pieces),
  lead_time: { empty: { lead_days_from: null, lead_days_to: null }, read: readLeadTime },
  colours: list(
    'colours',
    (cell, _, lists) => {
      const names = namesIn(cell, lists)
      // A supplier may say how many of a colour there are.
      const colours = lists.isLiteral ? names : countedNames(names).map(({ name }) => name)
      return distinct(colours.map(colourRow))
    },
    ({ name, hex }) => ({ name, ...(hex !== null && { hex }) }),
  ),
  parts: list(
    'parts',
    (cell, _, lists) =>
      countedNames(namesIn(cell, lists), mostOfPart).map(({ name, quantity = '1' }) => ({ name, quantity })),
    (part) => part,
  ),
  ...Object.fromEntries(textFacts.map((fact) => [fact, single(fact)])),
  cost: single('cost_paise', rupeesPerPiece),
  mrp: single('mrp_paise', rupeesPerPiece),
  price_breaks: list('price_breaks', breaksIn, ({ quantity, price }) => ({
    quantity,
    price_paise: price,
  })),
  hsn: single('hsn', (cell) =>
    cell.replace(/^(?:hsn|sac)(?: ?code| ?no)?[\s.:-]*/i, '').replaceAll(/[\s.]/g, ''),
  ),
  gst_rate: {
    empty: { gst_rate: null },
    read(cell, _, { isLiteral }) {
      const rate = isLiteral ? cell : percentIn(cell)
      return rate === undefined ? 'GST has no such rate. Write one like 18' : ruled('gst_rate', rate)
    },
  },
  gst_rate_from: single('gst_rate_from', asDay),
  note: single('note'),
}

/** Colours, each once. */
function distinct(colours: ReturnType<typeof colourRow>[]) {
  return [...new Map(colours.map((colour) => [nameKey(colour.name), colour])).values()]
}

/** An address, or the path of an image that this site stores: not the name of a file. */
const likeAddress = /^(https?:\/\/|\/storage\/)/i
const oneAddress = /^https?:\/\/(?!.*:\/\/)\S+$/i

/** The pictures in a cell: between semicolons, bars and line breaks, or commas after an extension. */
function picturesIn(cell: string): string[] {
  if (oneAddress.test(cell)) return [cell.replaceAll(';;', ';')]
  const parts = cell.replaceAll(';;', '\u0000').split(/[;|\n]/)
  const commaParts = cell.split(',').map((part) => part.trim())
  const names =
    parts.length === 1 && commaParts.every((part) => isImageName(part) || likeAddress.test(part))
      ? commaParts
      : parts
  return names.map((name) => name.replaceAll('\u0000', ';').trim()).filter((name) => name !== '')
}

/** A picture of a row: the name of a file, or an address; a missing alternative text stays unchanged. */
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
export function readPictures({ first, all, inSheet }: PictureCells): readonly NamedPicture[] {
  const written = [first ?? '', ...(all ?? [])].flatMap(picturesIn).filter((name) => !isNone(name))
  return [...new Set(written.length > 0 ? written : inSheet)].map(namedPicture)
}

/** A picture by the name of its file or its address. */
export const namedPicture = (name: string): NamedPicture =>
  likeAddress.test(name) ? { url: name } : { image: name }

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
