import { readProducts } from '../products/admin-products.ts'
import { termsOf } from '@giftwell/shared/products/product-facts.ts'
import type { Product } from '@giftwell/shared/products/products.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { csvFile, excelLine, importLine, unguarded } from '../list/csv.ts'
import { type ExportKind, readParts } from '../list/list-export.ts'
import { importColumns, type ImportField } from './import-columns.ts'

const yesOrNo = (isSet: boolean) => (isSet ? 'Yes' : 'No')

/** What each column of the format holds, in their order. */
const cells: Readonly<Record<Exclude<ImportField, 'price'>, (product: Product) => string>> = {
  supplier_code: (product) => termsOf(product).supplier_code ?? '',
  name: (product) => product.name,
  category: (product) => product.categories?.name ?? '',
  subcategory: (product) => product.subcategories?.name ?? '',
  budget: (product) => product.budget ?? '',
  industries: (product) => listed(product.product_industry_tags.map((link) => link.industry_tags.name)),
  doctor_types: (product) =>
    listed(product.product_doctor_type_tags.map((link) => link.doctor_type_tags.name)),
  themes: (product) => listed(product.product_themes.map((link) => link.themes.name)),
  is_sample: (product) => yesOrNo(product.is_sample),
  is_featured: (product) => yesOrNo(product.is_featured),
  image_url: (product) => product.image_url ?? '',
  video_url: (product) => product.video_url ?? '',
  supplier: (product) => termsOf(product).supplier ?? '',
}

const titles = Object.keys(cells).map((field) => importColumns[field as ImportField].title) // its own keys

/** Several names in a cell: a semicolon between them, and two for one that is part of a name. Without one, a comma separates. */
function listed(names: readonly string[]): string {
  const text = names
    .map((name) => name.replaceAll(';', ';;'))
    .toSorted()
    .join('; ')
  return /[,|\n]/.test(text) && !text.includes(';') ? `${text};` : text
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
  return exportedProducts(products, kind)
}

/**
 * Products in the format of the import. Their order and that of their tags depend on what they are alone, so that products that
 * were exported, imported and exported again are the same bytes.
 */
export async function exportedProducts(products: readonly Product[], kind: ExportKind): Promise<Blob> {
  const lines = products
    .map((product) => Object.values(cells).map((cell) => cell(product)))
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
