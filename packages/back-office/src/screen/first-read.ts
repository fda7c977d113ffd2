import type { QueryExecuteOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Prefetch } from '@giftwell/shared/kernel/prefetcher.ts'

/** What a screen reads first, as it can be asked for before the screen is shown. */
export type FirstRead = (backend: Backend, client: QueryClient) => Prefetch

/** A screen; where its first read is cheap, it says what that is. */
export type ScreenComponent = ComponentType & { readonly firstRead?: FirstRead }

/** The first read of a screen that shows this query. */
export function firstRead<Data>(options: (backend: Backend) => QueryExecuteOptions<Data>): FirstRead {
  return (backend, client) => {
    const query = options(backend)
    return { queryKey: query.queryKey, fetch: () => client.query(query) }
  }
}
