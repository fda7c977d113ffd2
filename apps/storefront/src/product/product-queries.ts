import { queryOptions } from '@tanstack/react-query'

import type { CatalogueFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { askedFilters, type CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { checkShape } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'

/** A product as its page shows it; lists are in alphabetical order. */
export interface ProductDetails extends CatalogueProduct {
  readonly category: string | null
  readonly subcategory: string | null
  readonly industries: readonly string[]
  readonly doctor_types: readonly string[]
  /** At most eight, the most similar first; none for anonymous visitors. */
  readonly similar: readonly CatalogueProduct[]
}

/**
 * A product by its short id; null when there is none, or none that the viewer may see. `viewer` is the signed-in user's id
 * or null: anonymous visitors see the products that the catalogue shows them under the same filters.
 */
export function productQuery(
  backend: Backend,
  viewer: string | null,
  product: string,
  filters: CatalogueFilters,
) {
  return queryOptions({
    queryKey: ['product', viewer, product, viewer === null ? filters : null],
    queryFn: async ({ signal }): Promise<ProductDetails | null> => {
      const asked = viewer === null ? { filters: JSON.stringify(askedFilters(filters)) } : {}
      const data = await send(backend, (rest) =>
        rest.rpc('product_page', { product, ...asked }, { get: true }).abortSignal(signal),
      )
      if (data === null) return null
      return checkShape<ProductDetails>(data, 'similar')
    },
  })
}
