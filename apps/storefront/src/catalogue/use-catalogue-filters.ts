import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { filterOptionsQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import {
  type CatalogueFilters,
  chooseFilter,
  cleanFilters,
  type FilterName,
  readFilters,
  sameFilters,
  writeFilters,
} from '@giftwell/shared/domain/catalogue-filters.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

const noFilters: CatalogueFilters = {}

/**
 * The filters in the page's address, and the options they are chosen from. Values that nobody knows, or whose section
 * is not shown, are taken out of the address once the options are there; until then `isSettled` is false. What is the
 * same as before has the same identity, so that parts which do not change are not rendered again.
 */
export function useCatalogueFilters() {
  const [search, setSearch] = useSearchParams()
  const options = useQuery(filterOptionsQuery(useBackend()))

  const address = search.toString()
  const asked = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  const filters = useMemo(
    () => (options.data ? cleanFilters(asked, options.data) : asked),
    [asked, options.data],
  )
  const isClean = sameFilters(asked, filters)

  useEffect(() => {
    if (!isClean) setSearch((current) => writeFilters(current, filters), { replace: true })
  })

  const latest = useRef({ filters, setSearch })
  useLayoutEffect(() => {
    latest.current = { filters, setSearch }
  })
  const show = useCallback((next: CatalogueFilters) => {
    latest.current.setSearch((current) => writeFilters(current, next))
  }, [])

  return {
    filters,
    options,
    isSettled: !options.isPending || sameFilters(asked, noFilters),
    choose: useCallback(
      (name: FilterName, value: string | undefined) =>
        show(chooseFilter(latest.current.filters, name, value)),
      [show],
    ),
    clearAll: useCallback(() => show(noFilters), [show]),
  }
}
