import { readProducts } from '../products/admin-products.ts'
import type { Product } from '@giftwell/shared/products/products.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type ExportKind, readParts } from '../list/list-export.ts'
import { exportedProducts } from './import-format.ts'

/**
 * All products in the format that an import reads: docs/import.md.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function exportProducts(backend: Backend, kind: ExportKind, signal: AbortSignal): Promise<Blob> {
  const products: Product[] = []
  const everyProduct = { search: '', filters: {}, order: 'newest' } as const
  const parts = readParts<Product>(
    (place, options) => readProducts(backend, everyProduct, place, options),
    signal,
  )
  for await (const part of parts) products.push(...part)
  return exportedProducts(products, kind)
}
