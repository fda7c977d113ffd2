import { readProducts } from '../products/admin-products.ts'
import { termsOf, textFacts } from '@giftwell/shared/products/product-facts.ts'
import { readAll } from '@giftwell/shared/kernel/table.ts'
import type { Named, Product } from '@giftwell/shared/products/products.ts'
import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { excelLine, importLine, unguarded } from '@giftwell/shared/kernel/csv-line.ts'
import { csvFile, type ExportKind, readParts } from '../list/list-export.ts'
import { columnTitle, type ExportField } from './import-columns.ts'
import { namesIn, unclearIn } from './list-cells.ts'

/** The names of branding methods by their ids. */
type BrandingNames = ReadonlyMap<string, string>

const yesOrNo = (isSet: boolean) => (isSet ? 'Yes' : 'No')

// A cell for each of them.
const { material, ...otherTexts } = Object.fromEntries(
  textFacts.map((fact) => [fact, (product: Product) => product[fact] ?? '']),
) as Record<(typeof textFacts)[number], (product: Product) => string>

/** The content of each column of the format, in order. */
const cells: Readonly<Record<ExportField, (product: Product, methods: BrandingNames) => string>> = {
  supplier_code: (product) => termsOf(product).supplier_code ?? '',
  name: (product) => product.name,
  category: (product) => product.categories?.name ?? '',
  subcategory: (product) => product.subcategories?.name ?? '',
  budget: (product) => product.budget ?? '',
  industries: (product) =>
    inList(product.product_industry_tags.map((link) => link.industry_tags.name).toSorted()),
  doctor_types: (product) =>
    inList(product.product_doctor_type_tags.map((link) => link.doctor_type_tags.name).toSorted()),
  themes: (product) => inList(product.product_themes.map((link) => link.themes.name).toSorted()),
  is_sample: (product) => yesOrNo(product.is_sample),
  is_featured: (product) => yesOrNo(product.is_featured),
  image_url: ({ image_url: url }) => listedPictures([url ?? '']),
  video_url: (product) => product.video_url ?? '',
  supplier: (product) => termsOf(product).supplier ?? '',
  code: ({ code }) => code ?? '',
  description: ({ description }) => description ?? '',
  pictures: ({ image_url: url, product_pictures: others }) =>
    listedPictures([url ?? '', ...inOrder(others).map((picture) => picture.url)].filter(Boolean)),
  alt_texts: ({ image_url: url, image_alt: alt, product_pictures: others }) =>
    listedTexts([
      ...(url === null ? [] : [alt ?? '']),
      ...inOrder(others).map((picture) => picture.alt ?? ''),
    ]),
  material,
  size: ({ length_mm: length, width_mm: width, height_mm: height }) =>
    [length, width, height].some((side) => side !== null)
      ? [length, width, height].map((side) => side ?? '-').join(' x ')
      : '',
  capacity: ({ capacity_ml: ml }) => withUnit(ml, 'ml'),
  weight: ({ weight_g: weight }) => withUnit(weight, 'g'),
  min_quantity: ({ min_quantity: least }) => withUnit(least),
  lead_time: ({ lead_days_from: from, lead_days_to: to }) =>
    from === null
      ? to === null
        ? ''
        : `up to ${to}`
      : to === null
        ? `from ${from}`
        : [...new Set([from, to])].join('-'),
  branding: (product, methods) =>
    inList(
      product.product_branding_methods.map((link) => methods.get(link.branding_method_id) ?? '').toSorted(),
    ),
  imprint_area: (product, methods) => listedTexts(imprints(product, methods, ({ area }) => area)),
  imprint_colours: (product, methods) => listedTexts(imprints(product, methods, ({ colours }) => colours)),
  colours: (product) =>
    inList(inOrder(product.product_colours).map(({ name, hex }) => [name, hex].filter(Boolean).join(' '))),
  colour_pictures: (product) =>
    listedTexts(
      inOrder(product.product_colours).flatMap(({ name, picture }) => {
        const addresses = [product.image_url, ...inOrder(product.product_pictures).map(({ url }) => url)]
        const position = picture === null ? 0 : addresses.indexOf(picture) + 1
        return position === 0 ? [] : [`${name}: ${position}`]
      }),
    ),
  parts: (product) =>
    inList(inOrder(product.product_parts).map(({ name, quantity }) => `${quantity} x ${name}`)),
  ...otherTexts,
  is_brand_reminder: (product) => yesOrNo(product.is_brand_reminder),
  cost: (product) => rupees(termsOf(product).cost_paise),
  mrp: (product) => rupees(termsOf(product).mrp_paise),
  price_breaks: (product) =>
    product.product_price_breaks
      .toSorted((one, other) => one.quantity - other.quantity)
      .map(({ quantity, price_paise: paise }) => `${quantity}:${rupees(paise)}`)
      .join('; '),
  hsn: (product) => termsOf(product).hsn ?? '',
  gst_rate: (product) => withUnit(termsOf(product).gst_rate ?? null),
  gst_rate_from: (product) => termsOf(product).gst_rate_from ?? '',
  note: (product) => termsOf(product).note ?? '',
}

const withUnit = (value: number | null, unit = '') => (value === null ? '' : `${value} ${unit}`.trim())
const rupees = (paise: number | null | undefined) => (paise == null ? '' : rupeesOf(paise))
const inOrder = <Row extends { readonly position: number }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.position - other.position)
const listedPictures = (addresses: readonly string[]) =>
  addresses.map((address) => address.replaceAll(';', ';;')).join('; ')

/** One detail of a product's branding methods, each after its name. */
function imprints(
  product: Product,
  methods: BrandingNames,
  detailOf: (link: Product['product_branding_methods'][number]) => string | number | null,
): string[] {
  return product.product_branding_methods
    .flatMap((link) => {
      const detail = detailOf(link)
      return detail === null ? [] : [`${methods.get(link.branding_method_id) ?? ''}: ${detail}`]
    })
    .toSorted()
}

/** Texts in a cell: a semicolon between them, two for one in a text, and blanks at the end left out. Without one, a line separates. */
function listedTexts(texts: readonly string[]): string {
  const text = texts
    .slice(0, texts.findLastIndex((each) => each !== '') + 1)
    .map((each) => each.replaceAll(';', ';;'))
    .join('; ')
  return text.includes('\n') && !text.includes(';') ? `${text};` : text
}

const titles = Object.keys(cells).map((field) => columnTitle(field as ExportField)) // its own keys

/** Several names in a cell: a semicolon between them, and two for one that is part of a name; one that may be several has one behind it. */
function inList(names: readonly string[]): string {
  const text = names.map((name) => name.replaceAll(';', ';;')).join('; ')
  const isClear = namesIn(text).join() === text && unclearIn(text, {}).length === 0
  return isClear || text === '' || text.includes(';') ? text : `${text};`
}

/**
 * All products in the format that an import reads: docs/import.md.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function exportProducts(backend: Backend, kind: ExportKind, signal: AbortSignal): Promise<Blob> {
  const products: Product[] = []
  const everyProduct = { search: '', filters: {}, order: 'newest' } as const
  const parts = readParts<Product>(
    (position, options) => readProducts(backend, everyProduct, position, options),
    signal,
  )
  for await (const part of parts) products.push(...part)
  const methods = await readAll<Named>(
    backend,
    { table: 'branding_methods', select: 'id, name', order: { column: 'name', ascending: true } },
    signal,
  )
  return exportedProducts(products, kind, new Map(methods.map(({ id, name }) => [id, name])))
}

/**
 * Products in the format of the import. Their order and that of their tags depend only on their contents, so an
 * export, import and second export give the same bytes.
 */
export async function exportedProducts(
  products: readonly Product[],
  kind: ExportKind,
  methods: BrandingNames = new Map(),
): Promise<Blob> {
  const lines = products
    .map((product) => Object.values(cells).map((cell) => cell(product, methods)))
    .toSorted(
      (one, other) => compare(one[1] ?? '', other[1] ?? '') || compare(one.join('\n'), other.join('\n')),
    )
  const sheet = [titles, ...lines]
  if (kind !== 'xlsx') return csvFile(sheet.map(kind === 'csv' ? importLine : excelLine))
  const { xlsxWriter } = await import('../list/xlsx-writer.ts')
  const writer = xlsxWriter()
  // A workbook's cells are texts, which nothing calculates: only an apostrophe that an import would take away needs another.
  writer.add(sheet.map((line) => line.map((cell) => (unguarded(cell) === cell ? cell : `'${cell}`))))
  return writer.finish()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
