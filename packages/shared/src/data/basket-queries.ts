import { queryOptions } from '@tanstack/react-query'

import { rowsIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** Those of the basket's product ids that are still in the catalogue; refetched whenever the basket is opened. */
export function productsStillThereQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['basket', 'still-there', ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const rest = await backend.loadRest()
      const { data, error } = await rest.rpc('products_still_there', { ids: [...ids] }).abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)
    },
  })
}
