import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { queryOptions } from '@tanstack/react-query'

import { productsStillThereQuery } from '../inquiry/basket-queries.ts'

/** What a shortlist shows of a product. */
export type ShortlistProduct = Pick<
  CatalogueProduct,
  'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour' | 'budget'
> & {
  /** Whether the viewer may open its page: visitors those of the preview. */
  readonly hasPage?: boolean
}

/** The products of a shared basket, by id: `locked` where the viewer may not see one, missing where it is none any more. */
export type ShortlistProducts = ReadonlyMap<string, ShortlistProduct | 'locked'>

/** Ids in one request, whose address has a limit. */
const partSize = 100

/**
 * The products of a shared basket. The server decides what the viewer sees: a customer all of them, visitors those of the
 * home page and of the preview that are not blurred (product.md, section 4).
 */
export function shortlistQuery(backend: Backend, viewer: string | null, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['shortlist', 'products', viewer, ids],
    queryFn: async ({ client, signal }): Promise<ShortlistProducts> => {
      const [there, open, ...parts] = await Promise.all([
        client.query(productsStillThereQuery(backend, ids)),
        viewer === null
          ? client
              .infiniteQuery(catalogueQuery(backend, null, {}))
              .then(({ pages }) => pages.flatMap(({ products }) => products).slice(0, preview.fullCards))
          : [],
        ...partsOf(ids).map((part) => readProducts(backend, part, signal)),
      ])
      const seen = new Map<string, ShortlistProduct>(
        parts.flat().map((product) => [product.id, { ...product, hasPage: viewer !== null }]),
      )
      for (const product of open) seen.set(product.id, { ...product, hasPage: true })
      return new Map(there.map((id) => [id, seen.get(id) ?? 'locked']))
    },
  })
}

async function readProducts(
  backend: Backend,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ShortlistProduct[]> {
  return readRows(backend, (rest) =>
    rest
      .from('products')
      .select('id, name, image_url, image_widths, image_colour, budget')
      .in('id', ids)
      .eq('is_sample', true)
      .abortSignal(signal),
  )
}

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / partSize) }, (_none, part) =>
    ids.slice(part * partSize, (part + 1) * partSize),
  )
}
