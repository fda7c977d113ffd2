import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import {
  type CataloguePage,
  type CatalogueProduct,
  catalogueQuery,
} from '@giftwell/shared/catalogue/catalogue-queries.ts'
import type { CatalogueFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The results under the filters as far as they are loaded. The query is disabled until the session is known. */
export function useCatalogue(filters: CatalogueFilters) {
  const { user, isSessionReady } = useAuth()
  const query = useInfiniteQuery({
    // Until the session is known, no results are visible: not the anonymous ones that the page may have brought either.
    ...catalogueQuery(useBackend(), isSessionReady ? (user?.id ?? null) : 'not known yet', filters),
    enabled: isSessionReady,
  })
  // The query re-renders for changes of these properties only, not for a new `dataUpdatedAt`, say.
  const { data, error, isPending, isSuccess, isError, isFetching, isFetchingNextPage, isFetchNextPageError } =
    query
  const { hasNextPage, fetchNextPage, refetch } = query
  const pages = data?.pages
  const products = useMemo(() => productsOf(pages), [pages])
  return {
    isPending,
    isSuccess,
    isError,
    /** The server's message when the visitor is rate limited; null otherwise. */
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

/** A number of products: "1 product", "3200 products". */
export function productCount(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`
}

/** The products of pages. One that was moved between two pages while they were read is listed once. */
export function productsOf(pages: readonly CataloguePage[] = []): readonly CatalogueProduct[] {
  return [
    ...new Map(pages.flatMap(({ products }) => products).map((product) => [product.id, product])).values(),
  ]
}
