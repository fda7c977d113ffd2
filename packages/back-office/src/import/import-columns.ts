import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { quantityInTitle, withoutYear } from './price-cells.ts'
import type { SheetRow } from './sheet.ts'

/** The titles of each column in the order of the export, which has no price: its own, then suppliers' names for it; the first match is taken. */
const titlesOfColumns = {
  supplier_code:
    'Supplier code, sku, sku code, item code, item no, item number, item id, product code, product no, product id, article no, article code, article number, style no, style code, style number, model no, model number, model code, design no, vendor code, vendor sku, supplier sku, part no, part number, catalogue no, ref no, reference no, article, style, model, ref, reference',
  name: 'Name, product name, item name, product title, name of product, name of item, article name, style name, model name, gift name, title, product, item, particulars, product description, item description, description, details',
  category:
    'Category, product category, category name, main category, item category, product group, item group, product type, group, department, type, range',
  subcategory: 'Subcategory, sub category name, product sub category, sub group, product sub group, subtype',
  budget: 'Budget, price band, budget band, band, price range, budget range',
  price:
    'Price, unit price, price per piece, price per unit, selling price, sale price, list price, offer price, corporate price, basic price, basic rate, rate',
  industries: 'Industries, industry, industry tags, sector, sectors',
  doctor_types: 'Doctor Types, doctor type, doctor speciality, speciality, specialty',
  themes: 'Themes, theme, occasion, occasions, festival, festivals, tags',
  is_sample: 'Sample Product, sample, published',
  is_featured: 'Featured Product, featured',
  image_url:
    'Product Image, image, picture, photo, product photo, product picture, image name, image file, image file name, picture name, photo name, image url, image link, picture url, photo url, pic, img',
  video_url: 'Video URL, video, video link, youtube, youtube link',
  supplier: 'Supplier, supplier name, vendor, vendor name',
  code: 'Code, our code, own code, our item code, catalogue code',
  description:
    'Description, product description, item description, long description, details, product details, about, features',
  pictures:
    'Pictures, images, photos, gallery, all pictures, other images, other pictures, additional images, more images',
  alt_texts:
    'Alternative texts, alternative text, alt texts, alt text, alt, image alt, image alt text, picture texts, picture text, image texts, image text',
  material: 'Material, materials, made of, fabric, body material, material used',
  size: 'Size, dimensions, dimension, product size, product dimensions, item size, measurements, size lxwxh, lxwxh, lxbxh',
  capacity: 'Capacity, volume',
  weight: 'Weight, net weight, product weight, item weight, unit weight',
  min_quantity:
    'Minimum quantity, moq, minimum order quantity, minimum order, min qty, min quantity, min order qty, minimum qty',
  lead_time:
    'Lead time, delivery time, delivery, production time, turnaround time, dispatch time, lead days, delivery days',
  branding:
    'Branding, branding method, branding methods, branding options, logo branding, customisation, customization, printing, imprint method, decoration',
  imprint_area:
    'Imprint area, imprint areas, branding area, print area, printing area, logo area, imprint size, print size, printing size, logo size, engraving area',
  imprint_colours:
    'Imprint colours, imprint colors, number of imprint colours, print colours, print colors, printing colours, printing colors, branding colours, logo colours, number of print colours, number of printing colours',
  colours:
    'Colours, colour, colors, color, available colours, available colors, colour options, color options, colour name, color name, shade, shades',
  colour_pictures:
    'Colour pictures, color pictures, colour images, color images, colour photos, color photos, pictures of colours, images of colours',
  parts: 'In the set, set contents, contents, set includes, includes, box contents',
  packaging: 'Packaging, packing, gift box',
  care: 'Care, care instructions, wash care',
  origin: 'Origin, country of origin, made in',
  is_brand_reminder: 'Brand reminder, brand reminders, informational or educational',
  cost: 'Cost, cost price, unit cost, purchase price, buying price, landed cost, our cost, cost per item, dealer price, dealer rate, distributor price, distributor rate, wholesale price, trade price, reseller price, net price, net rate, your price, your rate, our price, dp',
  mrp: 'MRP, maximum retail price, max retail price, retail price',
  price_breaks:
    'Price breaks, price break, price slabs, slab prices, slabs, quantity prices, quantity breaks, bulk prices, tier prices',
  price_at: 'Price for the quantity in the title, price at quantity',
  break_quantity: 'Quantity of the next price, quantity of price',
  break_price: 'Price of that quantity, price of quantity',
  hsn: 'HSN, hsn code, hsn no, hsn sac, hsn sac code',
  gst_rate: 'GST rate, gst, gst %, gst percent, gst percentage, tax rate, tax %, igst',
  gst_rate_from: 'GST rate since, gst rate from',
  note: 'Internal note, note, notes, remarks, remark',
} as const

/** A column of the format, as docs/import.md lists them. */
export type ImportField = keyof typeof titlesOfColumns

const importOnly = ['price', 'price_at', 'break_quantity', 'break_price'] as const
export type ExportField = Exclude<ImportField, (typeof importOnly)[number]>

/** Every column's field, in the order of the export. */
export const importFields = Object.keys(titlesOfColumns) as ImportField[] // its own keys

/** The title of a column. */
export const columnTitle = (field: ImportField) => titlesOfColumns[field].split(', ', 1)[0] ?? field

/** Which field each column of a file is; null for those that are left out. */
export type ColumnMapping = readonly (ImportField | null)[]

/** A unit after the words of a title. */
const unitAtEnd =
  /[\s,/:-](?:in\s+)?(?:mm|cms?|inch(?:es)?|ml|ltrs?|lit(?:re|er)s?|gm?s?|grams?|kgs?|pcs|nos|(?:working )?days)\.?\s*$/i

/** A longer cell is no title. */
const maxTitleLength = 300

/** A title without case, punctuation, text in brackets, year, currency and unit. */
function simplified(cell: string): string {
  const title = withoutYear(cell.slice(0, maxTitleLength)).text
  const words = nameKey(title).replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
  const named = words.trim() === '' ? title : words
  const letters = named
    .replace(unitAtEnd, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  return letters.replace(/(?<=.)(?:in)?(?:inr|rs|rupees)$/, '')
}

const titlesOf = new Map(
  importFields.map((field) => [field, titlesOfColumns[field].split(', ').map(simplified)]),
)

/** Titles of suppliers' lists that the catalogue has no field for: they, too, tell that a row is the head. */
const otherTitles =
  'tax, s no, sr no, sl no, serial no, pack size, carton qty, qty, quantity, stock, brand, make, warranty, uom, unit, discount, barcode, ean'
    .split(', ')
    .map(simplified)

const known = new Set([...titlesOf.values(), otherTitles].flat())

/** Whether a head is that of an export of this site, whose cells are read to the letter. */
export function isOwnExport(titles: readonly string[]): boolean {
  const own = new Set(titles)
  return importFields.every((field) => importOnly.some((one) => one === field) || own.has(columnTitle(field)))
}

/** Dealer prices are costs, maximum retail prices never. */
const isRetail = (title: string) => /\bm\.?r\.?p\b|retail/i.test(title)

/** A title that numbers the quantities or prices of a list, "Qty 1" and "Slab 1 price". */
const numbered = /^(?:slab|tier|break|range)?(\d?)(?:min|unit)?(qty|quantity|price|rate)(\d?)$/

/** The field of a numbered title, and its number. */
function numberedPair(title: string): readonly [field: ImportField, number: string] | undefined {
  const [, before, word = '', after] = numbered.exec(title) ?? []
  const number = `${before ?? ''}${after ?? ''}`
  return number === '' ? undefined : [/price|rate/.test(word) ? 'break_price' : 'break_quantity', number]
}

/** Columns of prices by quantity: titles that are quantities, or numbered pairs. */
function priceColumns(head: readonly string[], titles: readonly string[]): ColumnMapping {
  const pairs = titles.map(numberedPair)
  const quantities = head.map((title, column) =>
    isRetail(title) || pairs[column] !== undefined ? undefined : quantityInTitle(title),
  )
  const all = quantities.flatMap((one) => one?.quantity ?? [])
  const isNamed = quantities.some((one) => one?.isNamed)
  const isList = new Set(all).size === all.length && (isNamed || all.length > 1)
  const isPaired = ([field, number]: readonly [ImportField, string]) =>
    pairs.some((other) => other !== undefined && other[0] !== field && other[1] === number)
  return head.map((_, column) => {
    const pair = pairs[column]
    if (pair !== undefined && isPaired(pair)) return pair[0]
    return isList && quantities[column] !== undefined ? 'price_at' : null
  })
}

/**
 * Finds the columns by their titles, whatever their case and punctuation, each field once, by its most telling title and of several
 * years by the latest; further pictures by a number after the title; and prices by quantity by the quantities in the titles.
 */
export function matchColumns(head: readonly string[]): ColumnMapping {
  const titles = head.map(simplified)
  const mapping: (ImportField | null)[] = head.map(() => null)
  const years = head.map((title) => withoutYear(title).year)
  const latestFirst = [...head.keys()].toSorted((one, other) => (years[other] ?? 0) - (years[one] ?? 0))
  const retail = latestFirst.find((column) => {
    const title = head[column] ?? ''
    return isRetail(title) && /price|rate|cost|mrp/i.test(title.replaceAll('.', ''))
  })
  if (retail !== undefined) mapping[retail] = 'mrp'
  for (const field of importFields) {
    if (mapping.includes(field)) continue
    const column = (titlesOf.get(field) ?? [])
      .map((title) =>
        latestFirst.find(
          (index) => titles[index] === title && mapping[index] === null && !isRetail(head[index] ?? ''),
        ),
      )
      .find((found) => found !== undefined)
    if (column !== undefined) mapping[column] = field
  }
  const prices = priceColumns(head, titles)
  const pictureTitles = new Set([...(titlesOf.get('image_url') ?? []), ...(titlesOf.get('pictures') ?? [])])
  return mapping.map(
    (field, column) =>
      field ??
      prices[column] ??
      (pictureTitles.has((titles[column] ?? '').replace(/\d+$/, '')) ? 'pictures' : null),
  )
}

/** Whether several columns may be the field. */
export const isRepeatable = (field: ImportField | null) =>
  field === 'pictures' || field === 'price_at' || field === 'break_quantity' || field === 'break_price'

/** Whether a field names pictures. */
export const namesPictures = (field: ImportField | null) =>
  field === 'image_url' || field === 'pictures' || field === 'alt_texts' || field === 'colour_pictures'

/** Where the titles of a sheet stand. */
export interface Head {
  /** The rows of the titles, as indexes of the sheet's rows; usually one. */
  readonly first: number
  readonly last: number
  readonly titles: readonly string[]
}

/** Rows that are looked at for the head; above it suppliers write their name, a date, their terms. */
export const headWithin = 30

const isTitle = (cell: string | undefined) =>
  cell !== undefined && (known.has(simplified(cell)) || quantityInTitle(cell)?.isNamed === true)

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
  const isLower = (cell: string) => isTitle(cell) || quantityInTitle(cell) !== undefined
  const isHead =
    columns.some(([above, below]) => isTitle(above) && (below === '' || below === above)) &&
    columns.some(([above, below]) => isLower(below) && below !== above) &&
    columns.every(([, below]) => below === '' || isLower(below))
  if (!isHead) return null
  return {
    first: upperAt,
    last: lowerAt,
    // In "100-249 pcs" above "Price", and "MRP" above "100", both rows identify the column.
    titles: columns.map(([above, below]) =>
      below !== above && below !== '' && (quantityInTitle(above) !== undefined || isRetail(above))
        ? `${above} ${below}`
        : below || above,
    ),
  }
}
