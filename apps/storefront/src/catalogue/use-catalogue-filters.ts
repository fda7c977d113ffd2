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

import { useChosenAddress } from './use-chosen-address.ts'

const noFilters: CatalogueFilters = {}

/**
 * The filters in the page's address, and the options they are chosen from. Values that nobody knows, or whose section
 * is not shown, are taken out of the address once the options are there; until then `isSettled` is false. What is the
 * same as before has the same identity, so that parts which do not change are not rendered again.
 */
export function useCatalogueFilters() {
  const { search, entry, choose: chooseAddress, correct } = useChosenAddress()
  const options = useQuery(filterOptionsQuery(useBackend()))

  const asked = useMemo(() => readFilters(new URLSearchParams(search)), [search])
  const filters = useMemo(
    () => (options.data ? cleanFilters(asked, options.data) : asked),
    [asked, options.data],
  )
  const isClean = sameFilters(asked, filters)

  useEffect(() => {
    if (!isClean) correct((current) => writeFilters(current, filters))
  })

  const latest = useRef(filters)
  useLayoutEffect(() => {
    latest.current = filters
  })
  const show = useCallback(
    (next: CatalogueFilters, isStep?: boolean) =>
      chooseAddress((current) => writeFilters(current, next), isStep),
    [chooseAddress],
  )

  return {
    filters,
    /** What tells this visit to these filters from others, and is the same when one comes back to it. */
    entry,
    options,
    isSettled: !options.isPending || sameFilters(asked, noFilters),
    choose: useCallback(
      (name: FilterName, value: string | undefined, isStep?: boolean) =>
        show(chooseFilter(latest.current, name, value), isStep),
      [show],
    ),
    clearAll: useCallback(() => show(noFilters), [show]),
  }
}
