import type { QueryClient } from '@tanstack/react-query'

import type { Connectivity } from './connectivity.ts'

/**
 * Has what is shown read again as soon as the backend answers again: what failed and what is no longer fresh. Returns
 * the way to stop.
 */
export function refetchOnReturn(client: QueryClient, connectivity: Connectivity): () => void {
  return connectivity.subscribe(() => {
    if (!connectivity.isOnline()) return
    void client.refetchQueries(
      { type: 'active', predicate: (query) => query.state.status === 'error' || query.isStale() },
      { cancelRefetch: false },
    )
  })
}
