import { readProducts } from '../products/admin-products.ts'
import type { Product } from '@giftwell/shared/products/products.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { csvFile, importLine, unguarded } from '../list/csv.ts'
import { type ExportKind, readParts } from '../list/list-export.ts'
import { importColumns, importFields } from './import-format.ts'

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
