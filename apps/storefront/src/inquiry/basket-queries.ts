import { queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** Those of the basket's product ids that are still in the catalogue; refetched whenever the basket is opened. */
export function productsStillThereQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['basket', 'still-there', ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }): Promise<readonly string[]> =>
      readRows(backend, (rest) => rest.rpc('products_still_there', { ids: [...ids] }).abortSignal(signal)),
  })
}
