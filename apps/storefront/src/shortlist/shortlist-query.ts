import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import type { ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { sharedProductPath } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { queryOptions } from '@tanstack/react-query'

import { featuredProductsQuery } from '../home/home-queries.ts'
import { readShared } from '../inquiry/product-facts-query.ts'
import { maxKeys, type ShortlistItem } from '../inquiry/shortlist-address.ts'
import { productsStillThereQuery } from '../inquiry/use-basket-check.ts'

/** What a shortlist shows of a product: of those of the home page neither budget nor facts. */
export type ShortlistProduct = Pick<
  CatalogueProduct,
  'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour' | 'key'
> &
  ProductFacts & {
    readonly budget?: string | null
    /** Its page, where the viewer may open it. */
    readonly path?: string
  }

/** The products of a shared basket, by id: `locked` where the viewer may not see one, missing where it is none any more. */
type ShortlistProducts = ReadonlyMap<string, ShortlistProduct | 'locked'>

/**
 * The products of a shared basket. The server decides what the viewer sees: a customer all of them, visitors those that the
 * link's keys open, of the home page, and of the preview that are not blurred (product.md, section 4).
 */
export function shortlistQuery(backend: Backend, viewer: string | null, items: readonly ShortlistItem[]) {
  const ids = items.map(({ id }) => id)
  const keyed = viewer === null ? items.filter(({ key }) => key !== undefined).slice(0, maxKeys) : items
  return queryOptions({
    queryKey: ['shortlist', 'products', viewer, ids, keyed.map(({ key }) => key)],
    queryFn: async ({ client, signal }): Promise<ShortlistProducts> => {
      const [there, shared] = await Promise.all([
        client.query(productsStillThereQuery(backend, ids)),
        readShared(backend, keyed, signal),
      ])
      const seen = new Map<string, ShortlistProduct>()
      for (const product of shared) {
        seen.set(product.id, {
          ...product,
          path: viewer === null ? sharedProductPath(product) : productPath(product),
        })
      }
      if (viewer === null && there.some((id) => !seen.has(id))) {
        const [{ pages }, home] = await Promise.all([
          client.infiniteQuery(catalogueQuery(backend, null, {})),
          client.query(featuredProductsQuery(backend)),
        ])
        const open = pages.flatMap(({ products }) => products).slice(0, preview.fullCards)
        for (const product of [...open.map((card) => ({ ...card, path: productPath(card) })), ...home])
          if (!seen.has(product.id)) seen.set(product.id, product)
      }
      return new Map(there.map((id) => [id, seen.get(id) ?? 'locked']))
    },
  })
}
