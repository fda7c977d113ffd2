import { queryOptions } from '@tanstack/react-query'

import { rowsIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** The names of these products, as far as they exist. */
export function namesOfProductsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['products', 'names', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const rest = await backend.loadRest()
      const { data, error } = await rest.from('products').select('id, name').in('id', ids).abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)
    },
  })
}

/** Who sent these leads, as far as they exist. */
export function namesOfLeadsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['leads', 'names', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const rest = await backend.loadRest()
      const { data, error } = await rest
        .from('leads')
        .select('id, name, company, phone')
        .in('id', ids)
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)
    },
  })
}
