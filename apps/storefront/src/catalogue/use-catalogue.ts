import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { catalogueQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import type { CatalogueFilters } from '@giftwell/shared/domain/catalogue-filters.ts'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Results, resultsIn } from './results-in.ts'

const noResults: Results = { products: [], total: 0 }

/** The results under the filters as far as they are loaded; nothing is asked before it is known who asks. */
export function useCatalogue(filters: CatalogueFilters) {
  const { user, isSessionReady } = useAuth()
  const query = useInfiniteQuery({
    // What everybody else sees, and a page may have brought along, is not shown before it is known who asks.
    ...catalogueQuery(useBackend(), isSessionReady ? (user?.id ?? null) : 'not known yet', filters),
    enabled: isSessionReady,
  })
  // What is asked of the query is what it renders for: not, say, the time of an answer.
  const { data, isPending, isSuccess, isError, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const { hasNextPage, fetchNextPage, refetch } = query
  return {
    isPending,
    isSuccess,
    isError,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
    results: data === undefined ? noResults : resultsIn(data.pages),
  }
}

/** The results and how to get more of them. */
export type Catalogue = ReturnType<typeof useCatalogue>
