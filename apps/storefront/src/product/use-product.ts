import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueFilters, readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { filterArguments, type CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { checkShape } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { shareIn } from '@giftwell/shared/kernel/shared-link.ts'
import { shortIdIn, shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo } from 'react'
import { type Location, useLocation } from '../page/router.tsx'

import { useCatalogue } from '../catalogue/use-catalogue.ts'
import { useSearch } from '../page/rendered-page.ts'
import { positionIn } from '../page/page-address.ts'

/** Results left after a product at which the next page of them is fetched. */
const nearEnd = 6

/** The product of the address, and its neighbours among the results of the filters in the address. */
export interface ProductState {
  /** Undefined while it loads; null when there is none, or none that the visitor may see. */
  readonly details: ProductDetails | null | undefined
  /** As its card shows it, when its card is among the loaded results. */
  readonly card: CatalogueProduct | undefined
  /** Among the results, from 1; 0 when it is not among those that are loaded. */
  readonly position: number
  readonly previous: CatalogueProduct | undefined
  readonly next: CatalogueProduct | undefined
  /** Whether the results that have the neighbours are still being read. */
  readonly areNeighboursPending: boolean
  readonly isAnonymous: boolean
  readonly hasFailed: boolean
  /** The server's message when the visitor is rate limited; null otherwise. */
  readonly limited: string | null
  readonly refetch: () => void
}

/** The address of a product that is open over a page. */
export const ProductOverContext = createContext<Location | null>(null)

/** The address of the product: the page's, or that of the product over it. */
export function useProductAddress(): Location {
  const over = use(ProductOverContext)
  const page = useLocation()
  const search = useSearch()
  return over ?? { ...page, search }
}

/** Reads the product of the address. */
export function useProduct(): ProductState {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const location = useProductAddress()
  const { pathname, search } = location
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const filters = useMemo(() => readFilters(parameters), [parameters])
  const shortId = shortIdIn(pathname)
  const isAnonymous = user === null

  const query = useQuery({
    ...productQuery(backend, user?.id ?? null, shortId ?? '', filters, shareIn(parameters)),
    enabled: isSessionReady && shortId !== null,
    // The visitor's data stays while the account's is loading.
    placeholderData: (before) => (before != null && isOf(before, shortId) ? before : undefined),
  })

  const catalogue = useCatalogue(filters)
  // A visitor's grid has full cards and blurred ones.
  const results = isAnonymous ? catalogue.products.slice(0, preview.fullCards) : catalogue.products
  const index = results.findIndex((product) => isOf(product, shortId))
  const { hasNextPage: hasMore, isFetchNextPageError, isFetching, fetchNextPage } = catalogue
  const hasNextPage = hasMore && !isFetchNextPageError
  // After a reload the product's position may be behind the results that are loaded.
  const wanted = index === -1 ? positionIn(location) : index + 1
  const missing = isAnonymous || wanted === 0 ? 0 : wanted + nearEnd - results.length
  useEffect(() => {
    if (missing > 0 && hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [missing, hasNextPage, isFetching, fetchNextPage])

  return {
    details: shortId === null ? null : query.data,
    card: results[index],
    position: index + 1,
    previous: results[index - 1],
    next: index === -1 ? undefined : results[index + 1],
    areNeighboursPending: catalogue.isPending || (index === -1 && missing > 0 && hasNextPage),
    isAnonymous,
    hasFailed: query.isError,
    limited: query.error instanceof AppError && query.error.kind === 'limited' ? query.error.message : null,
    refetch: () => void query.refetch(),
  }
}

function isOf({ id }: CatalogueProduct, shortId: string | null): boolean {
  return shortId !== null && id.replaceAll('-', '').startsWith(shortId.slice(0, shortIdOf(id).length))
}

/**
 * A product by its short id; null if it does not exist or the viewer may not see it. `viewer` is the signed-in
 * user's id or null: anonymous visitors see the catalogue's preview under the same filters, and the product of a
 * shared link's key.
 */
export function productQuery(
  backend: Backend,
  viewer: string | null,
  product: string,
  filters: CatalogueFilters,
  share?: string,
) {
  return queryOptions({
    queryKey: [
      'product',
      viewer,
      product,
      ...(viewer === null ? [filters, ...(share ? [share] : [])] : [null]),
    ],
    queryFn: async ({ signal }): Promise<ProductDetails | null> => {
      const requested =
        viewer === null
          ? { filters: JSON.stringify(await filterArguments(filters)), ...(share !== undefined && { share }) }
          : {}
      const data = await send(backend, (rest) =>
        rest.rpc('product_page', { product, ...requested }, { get: true }).abortSignal(signal),
      )
      if (data === null) return null
      return checkShape<ProductDetails>(data, 'similar')
    },
  })
}
