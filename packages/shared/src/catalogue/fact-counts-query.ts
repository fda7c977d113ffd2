import { queryOptions } from '@tanstack/react-query'

import type { CatalogueFilters } from './catalogue-filters.ts'
import { filterArguments, type CataloguePage, type FilterCounts } from './catalogue-queries.ts'
import type { Backend } from '../kernel/backend.ts'
import { checkShape } from './filter-options-query.ts'
import { send } from '../kernel/rest-request.ts'

/**
 * How many products each value of the filters by facts would find. Asked for where one of them is open or chosen, and apart
 * from the results, which do not change by it.
 */
export function factCountsQuery(backend: Backend, viewer: string | null, filters: CatalogueFilters) {
  const { sort: _sort, ...requested } = filters
  return queryOptions({
    queryKey: ['catalogue', viewer, requested, 'facts'],
    queryFn: async ({ signal }): Promise<FilterCounts> => {
      const args = { ...(await filterArguments(requested)), page_size: 1, counts: true, facts: true }
      const data = await send(backend, (rest) =>
        rest.rpc('catalogue_page', args, { get: true }).abortSignal(signal),
      )
      return checkShape<CataloguePage>(data, 'products').counts ?? {}
    },
  })
}
