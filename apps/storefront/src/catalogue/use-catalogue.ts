import { plural } from '@giftwell/shared/kernel/counted.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import {
  type CataloguePage,
  type CatalogueProduct,
  catalogueQuery,
} from '@giftwell/shared/catalogue/catalogue-queries.ts'
import {
  type CatalogueFilters,
  type FilterName,
  chooseFilter,
  cleanFilters,
  readFilters,
  sameFilters,
  toggleFilter,
  unfiltered,
  writeFilters,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useFilterOptions } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { useLocation, useNavigate } from '../page/router.tsx'
import { useSearch } from '../page/rendered-page.ts'

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
  return `${count} ${plural(count, 'product')}`
}

/** The products of pages. One that was moved between two pages while they were read is listed once. */
export function productsOf(pages: readonly CataloguePage[] = []): readonly CatalogueProduct[] {
  return [
    ...new Map(pages.flatMap(({ products }) => products).map((product) => [product.id, product])).values(),
  ]
}

/** Tells a navigation of this page from a link, which scrolls to the top. */
const filterNavigation = { isFilter: true }

/**
 * The filters in the page's address, and the options to choose from. Unknown values are removed from the address once
 * the options are loaded; until then `areFiltersResolved` is false. Everything keeps its identity while it does not change,
 * so that memoized parts are not rendered again.
 */
export function useCatalogueFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const visibleSearch = useSearch()
  const requested = useMemo(() => readFilters(new URLSearchParams(visibleSearch)), [visibleSearch])
  const options = useFilterOptions({ needsSubcategories: requested.category !== undefined })
  const filters = useMemo(
    () => (options.data ? cleanFilters(requested, options.data) : requested),
    [requested, options.data],
  )
  const isClean = sameFilters(requested, filters)
  const isUnchecked =
    options.isPending || (options.isFetching && requested.subcategory && !options.data?.subcategories)

  const latest = useRef({ filters, options: options.data, search, navigate })
  useLayoutEffect(() => {
    latest.current = { filters, options: options.data, search, navigate }
  })
  const show = useCallback((next: CatalogueFilters, replace = false) => {
    const current = latest.current
    const wanted = current.options ? cleanFilters(next, current.options) : next
    const params = writeFilters(new URLSearchParams(current.search), wanted)
    current.navigate({ search: params.toString() }, { replace, state: filterNavigation })
  }, [])

  useEffect(() => {
    if (!isClean) show(filters, true)
  }, [isClean, show, filters])

  return {
    filters,
    /** The key of the history entry. */
    entry: key,
    options,
    show,
    areFiltersResolved: !isUnchecked || sameFilters(requested, unfiltered(requested)),
    /** With `isStep` it replaces the history entry of the step before. */
    choose: useCallback(
      (name: FilterName, value: string | undefined, isStep?: boolean) =>
        show(chooseFilter(latest.current.filters, name, value), isStep),
      [show],
    ),
    toggle: useCallback(
      (name: FilterName, value: string) => show(toggleFilter(latest.current.filters, name, value)),
      [show],
    ),
    clearAll: useCallback(() => show(unfiltered(latest.current.filters)), [show]),
    /** Replaces the words of the search. */
    search: useCallback(
      (q?: string) => {
        const { q: _query, sort, ...filters } = latest.current.filters
        show({ ...filters, ...unfiltered({ sort, q }) })
      },
      [show],
    ),
    sortBy: useCallback(
      (sort: string) => {
        const { sort: _before, ...filters } = latest.current.filters
        show({ ...filters, ...unfiltered({ ...filters, sort }) })
      },
      [show],
    ),
  }
}
