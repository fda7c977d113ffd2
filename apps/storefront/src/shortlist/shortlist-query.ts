import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import type { ProductDetails, ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import { rowsIn } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { sharedProductPath } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { queryOptions } from '@tanstack/react-query'

import { featuredProductsQuery } from '../home/home-queries.ts'
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
      const [there, ...parts] = await Promise.all([
        client.query(productsStillThereQuery(backend, ids)),
        ...partsOf(keyed).map((part) => readShared(backend, part, signal)),
      ])
      const seen = new Map<string, ShortlistProduct>()
      for (const product of parts.flat()) {
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

/** A product as `shared_products` gives it. */
type SharedProduct = Omit<ProductDetails, 'similar'>

/** The products whose keys are right; an account needs none. */
async function readShared(
  backend: Backend,
  items: readonly ShortlistItem[],
  signal: AbortSignal,
): Promise<readonly SharedProduct[]> {
  const asked = items.map(({ id, key = null }) => ({ id, key }))
  const data = await send(backend, (rest) =>
    rest.rpc('shared_products', { items: asked }).abortSignal(signal),
  )
  // The database's tests hold the shape of the list.
  return rowsIn(data as unknown as readonly SharedProduct[])
}

function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / maxKeys) }, (_none, part) =>
    items.slice(part * maxKeys, (part + 1) * maxKeys),
  )
}
