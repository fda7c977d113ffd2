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
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * The filters in the page's address, and the options they are chosen from. Values that nobody knows, or whose section
 * is not shown, are taken out of the address once the options are there; until then `isSettled` is false.
 */
export function useCatalogueFilters() {
  const [search, setSearch] = useSearchParams()
  const options = useQuery(filterOptionsQuery(useBackend()))

  const asked = readFilters(search)
  const filters = options.data ? cleanFilters(asked, options.data) : asked
  const isClean = sameFilters(asked, filters)

  useEffect(() => {
    if (!isClean) setSearch((current) => writeFilters(current, filters), { replace: true })
  })

  return {
    filters,
    options,
    isSettled: !options.isPending || sameFilters(asked, {}),
    choose(name: FilterName, value: string | undefined) {
      setSearch((current) => writeFilters(current, chooseFilter(filters, name, value)))
    },
    clearAll() {
      setSearch((current) => writeFilters(current, noFilters))
    },
  }
}

const noFilters: CatalogueFilters = {}
