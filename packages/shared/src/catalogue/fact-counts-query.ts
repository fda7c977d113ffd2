import { queryOptions } from '@tanstack/react-query'

import type { CatalogueFilters } from './catalogue-filters.ts'
import { askedFilters, type CataloguePage, type FilterCounts } from './catalogue-queries.ts'
import type { Backend } from '../kernel/backend.ts'
import { checkShape } from './filter-options-query.ts'
import { send } from '../kernel/rest-request.ts'

/**
 * How many products each value of the filters by facts would find. Asked for where one of them is open or chosen, and apart
 * from the results, which do not change by it.
 */
export function factCountsQuery(backend: Backend, viewer: string | null, filters: CatalogueFilters) {
  const { sort: _sort, ...asked } = filters
  return queryOptions({
    queryKey: ['catalogue', viewer, asked, 'facts'],
    queryFn: async ({ signal }): Promise<FilterCounts> => {
      const asking = { ...(await askedFilters(asked)), page_size: 1, counts: true, facts: true }
      const data = await send(backend, (rest) =>
        rest.rpc('catalogue_page', asking, { get: true }).abortSignal(signal),
      )
      return checkShape<CataloguePage>(data, 'products').counts ?? {}
    },
  })
}
