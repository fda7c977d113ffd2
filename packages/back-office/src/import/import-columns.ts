import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { SheetRow } from './sheet.ts'

/** A column of the format, as docs/import.md lists them. */
export type ImportField =
  | 'supplier_code'
  | 'name'
  | 'category'
  | 'subcategory'
  | 'budget'
  | 'price'
  | 'industries'
  | 'doctor_types'
  | 'themes'
  | 'is_sample'
  | 'is_featured'
  | 'image_url'
  | 'video_url'
  | 'supplier'

interface FieldColumn {
  readonly title: string
  /** Other titles that suppliers give it; the first that a file has is taken. */
  readonly also: string
}

/** The columns of the format in the order of the export, which has no price. */
export const importColumns: Readonly<Record<ImportField, FieldColumn>> = {
  supplier_code: {
    title: 'Supplier code',
    also: 'sku, sku code, item code, item no, item number, item id, product code, product no, product id, article no, article code, article number, style no, style code, style number, model no, model number, model code, design no, vendor code, vendor sku, supplier sku, part no, part number, catalogue no, ref no, reference no, code, article, style, model, ref, reference',
  },
  name: {
    title: 'Name',
    also: 'product name, item name, product title, name of product, name of item, article name, style name, model name, gift name, title, product, item, particulars, product description, item description, description, details',
  },
  category: {
    title: 'Category',
    also: 'product category, category name, main category, item category, product group, item group, product type, group, department, type, range',
  },
  subcategory: {
    title: 'Subcategory',
    also: 'sub category name, product sub category, sub group, product sub group, subtype',
  },
  budget: { title: 'Budget', also: 'price band, budget band, band, price range, budget range' },
  price: {
    title: 'Price',
    also: 'mrp, unit price, price per piece, price per unit, selling price, sale price, list price, offer price, dealer price, dealer rate, distributor price, wholesale price, corporate price, net price, net rate, basic price, basic rate, rate, dp, cost',
  },
  industries: { title: 'Industries', also: 'industry, industry tags, sector, sectors' },
  doctor_types: { title: 'Doctor Types', also: 'doctor type, doctor speciality, speciality, specialty' },
  themes: { title: 'Themes', also: 'theme, occasion, occasions, festival, festivals, tags' },
  is_sample: { title: 'Sample Product', also: 'sample, published' },
  is_featured: { title: 'Featured Product', also: 'featured' },
  image_url: {
    title: 'Product Image',
    also: 'image, picture, photo, product photo, product picture, image name, image file, image file name, picture name, photo name, image url, image link, picture url, photo url, images, pictures, photos, pic, img',
  },
  video_url: { title: 'Video URL', also: 'video, video link, youtube, youtube link' },
  supplier: { title: 'Supplier', also: 'supplier name, vendor, vendor name' },
}

/** Every column's field, in the order of the export. */
export const importFields = Object.keys(importColumns) as ImportField[] // its own keys

/** Which field each column of a file is; null for those that are left out. */
export type ColumnMapping = readonly (ImportField | null)[]

/** A title without case, punctuation, what stands in brackets, and the currency. */
function simplified(title: string): string {
  const words = nameKey(title).replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
  const letters = (words.trim() === '' ? title : words).replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  return letters.replace(/(?<=.)(?:in)?(?:inr|rs|rupees)$/, '')
}

const titlesOf = new Map(
  importFields.map((field) => [
    field,
    [importColumns[field].title, ...importColumns[field].also.split(', ')].map(simplified),
  ]),
)

/** Titles of suppliers' lists that the catalogue has no field for: they, too, tell that a row is the head. */
const otherTitles =
  'hsn, hsn code, hsn sac, gst, gst rate, gst %, tax, moq, minimum order quantity, minimum quantity, min qty, min order qty, s no, sr no, sl no, serial no, material, size, dimensions, dimension, colour, color, colours, colors, weight, capacity, packing, packaging, pack size, carton qty, qty, quantity, stock, brand, make, warranty, branding, branding area, logo branding, lead time, delivery time, uom, unit, remarks, remark, discount, barcode, ean, country of origin'
    .split(', ')
    .map(simplified)

const known = new Set([...titlesOf.values(), otherTitles].flat())

/** Finds the columns by their titles, whatever their case and punctuation; each field once, by its most telling title. */
export function matchColumns(head: readonly string[]): ColumnMapping {
  const titles = head.map(simplified)
  const mapping: (ImportField | null)[] = head.map(() => null)
  for (const field of importFields) {
    const column = (titlesOf.get(field) ?? [])
      .map((title) => titles.findIndex((each, place) => each === title && mapping[place] === null))
      .find((found) => found !== -1)
    if (column !== undefined) mapping[column] = field
  }
  return mapping
}

/** Where the titles of a sheet stand. */
export interface Head {
  /** The rows of the titles, as places in the sheet's rows; usually one. */
  readonly first: number
  readonly last: number
  readonly titles: readonly string[]
}

/** Rows that are looked at for the head; above it suppliers write their name, a date, their terms. */
export const headWithin = 30

const isTitle = (cell: string | undefined) => cell !== undefined && known.has(simplified(cell))

/** How many titles of a list a row has. */
const titleCount = ({ cells }: SheetRow) => new Set(cells.filter(isTitle).map(simplified)).size

/** How many titles the head of these rows has. */
export function headScore(rows: readonly SheetRow[]): number {
  return Math.max(0, ...rows.slice(0, headWithin).map(titleCount))
}

/** Finds the head: the row with most titles that lists have, or the first that is nearly as wide as the list. */
export function findHead(rows: readonly SheetRow[]): Head {
  const first = rows.slice(0, headWithin)
  const best = headScore(rows)
  const widest = Math.max(0, ...first.map(filled))
  const at = Math.max(
    0,
    first.findIndex((row) => (best > 0 ? titleCount(row) === best : filled(row) * 2 > widest)),
  )
  // Titles in two rows: those of a group stand above its columns, or the others are merged down.
  return twoRows(rows, at, at + 1) ?? twoRows(rows, at - 1, at) ?? headAt(rows, at)
}

const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length

/** The head that a user chose: one row. */
export function headAt(rows: readonly SheetRow[], at: number): Head {
  return { first: at, last: at, titles: (rows[at]?.cells ?? []).map((cell) => cell.trim()) }
}

/** A head of two rows that complete each other; null where they do not. */
function twoRows(rows: readonly SheetRow[], upperAt: number, lowerAt: number): Head | null {
  const [upper, lower] = [rows[upperAt], rows[lowerAt]]
  if (upper === undefined || lower === undefined || lower.number !== upper.number + 1) return null
  const columns = Array.from(
    { length: Math.max(upper.cells.length, lower.cells.length) },
    (_, column) => [upper.cells[column]?.trim() ?? '', lower.cells[column]?.trim() ?? ''] as const,
  )
  const isHead =
    columns.some(([above, below]) => isTitle(above) && (below === '' || below === above)) &&
    columns.some(([above, below]) => isTitle(below) && below !== above) &&
    columns.every(([, below]) => below === '' || isTitle(below))
  if (!isHead) return null
  return { first: upperAt, last: lowerAt, titles: columns.map(([above, below]) => below || above) }
}
