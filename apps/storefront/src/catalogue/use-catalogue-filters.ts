import {
  type CatalogueFilters,
  chooseFilter,
  cleanFilters,
  type FilterName,
  readFilters,
  sameFilters,
  toggleFilter,
  unfiltered,
  writeFilters,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { filterOptionsQuery } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useSearch } from '../page/rendered-page.ts'

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
  const options = useQuery(filterOptionsQuery(useBackend()))

  const requested = useMemo(() => readFilters(new URLSearchParams(visibleSearch)), [visibleSearch])
  const filters = useMemo(
    () => (options.data ? cleanFilters(requested, options.data) : requested),
    [requested, options.data],
  )
  const isClean = sameFilters(requested, filters)

  const latest = useRef({ filters, search, navigate })
  useLayoutEffect(() => {
    latest.current = { filters, search, navigate }
  })
  const show = useCallback((next: CatalogueFilters, replace = false) => {
    const current = latest.current
    const params = writeFilters(new URLSearchParams(current.search), next)
    void current.navigate({ search: params.toString() }, { replace, state: filterNavigation })
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
    areFiltersResolved: !options.isPending || sameFilters(requested, unfiltered(requested)),
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
