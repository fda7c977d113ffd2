import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/data/app-error.ts'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import type { CatalogueFilters } from '@giftwell/shared/domain/catalogue-filters.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The results under the filters as far as they are loaded; nothing is asked before it is known who asks. */
export function useCatalogue(filters: CatalogueFilters) {
  const { user, isSessionReady } = useAuth()
  const query = useInfiniteQuery({
    // What everybody else sees, and a page may have brought along, is not shown before it is known who asks.
    ...catalogueQuery(useBackend(), isSessionReady ? (user?.id ?? null) : 'not known yet', filters),
    enabled: isSessionReady,
  })
  // What is asked of the query is what it renders for: not, say, the time of an answer.
  const { data, error, isPending, isSuccess, isError, isFetching, isFetchingNextPage, isFetchNextPageError } =
    query
  const { hasNextPage, fetchNextPage, refetch } = query
  const pages = data?.pages
  const products = useMemo(() => distinct((pages ?? []).flatMap((page) => page.products)), [pages])
  return {
    isPending,
    isSuccess,
    isError,
    /** What the server says when it was asked too much; null otherwise. */
    limited: error instanceof AppError && error.kind === 'limited' ? error.message : null,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
    products,
    total: pages?.[0]?.total ?? 0,
    counts: pages?.[0]?.counts,
    search: pages?.[0]?.search,
  }
}

/** The results and how to get more of them. */
export type Catalogue = ReturnType<typeof useCatalogue>

/** A product that was moved between two pages while they were read is listed once. */
function distinct(products: readonly CatalogueProduct[]): readonly CatalogueProduct[] {
  return [...new Map(products.map((product) => [product.id, product])).values()]
}
