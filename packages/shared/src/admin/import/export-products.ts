import { type Product, readProducts } from '../../data/admin-products.ts'
import type { Backend } from '../../data/backend.ts'
import type { ExportKind } from '../../data/list-export.ts'
import { exportedProducts } from './import-format.ts'

/** The server's limit for one response. */
const partSize = 1000

/**
 * All products in the format that an import reads: docs/import.md.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function exportProducts(backend: Backend, kind: ExportKind, signal: AbortSignal): Promise<Blob> {
  const products: Product[] = []
  for (;;) {
    const cursor = products.at(-1)
    const place = cursor === undefined ? ({ at: 'first' } as const) : ({ at: 'after', cursor } as const)
    const part = await readProducts(backend, { search: '', filters: {}, order: 'newest' }, place, {
      size: partSize,
      signal,
    })
    products.push(...part)
    if (part.length < partSize) return exportedProducts(products, kind)
  }
}
