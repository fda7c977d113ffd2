import { queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** The names of these products, as far as they exist. */
export function namesOfProductsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['products', 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) => rest.from('products').select('id, name').in('id', ids).abortSignal(signal)),
  })
}

/** Who sent these leads, as far as they exist. */
export function namesOfLeadsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['leads', 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest.from('leads').select('id, name, company, phone').in('id', ids).abortSignal(signal),
      ),
  })
}
