import { type Query, QueryCache, type QueryClient } from '@tanstack/react-query'

import type { Connectivity } from './connectivity.ts'

/**
 * Has what is shown read again as soon as the backend answers again: what failed and what is no longer fresh. What
 * could not be shown at all keeps saying so until there is something to show. Returns the way to stop.
 */
export function refetchOnReturn(client: QueryClient, connectivity: Connectivity): () => void {
  const beingRead = new Set<Query>()

  /**
   * Beside the query itself, which would forget its failure meanwhile: a backend that comes and goes, or answers everything
   * but this, would have its message and its button appear and disappear.
   */
  async function readBeside(query: Query) {
    if (beingRead.has(query)) return
    beingRead.add(query)
    try {
      const { options, queryKey } = query
      const twin = new QueryCache().build(client, { ...options, queryKey, retry: false, gcTime: 0 })
      const data = await twin.fetch()
      if (hasNothingToShow(query)) query.setData(data)
    } catch (error) {
      if (error instanceof Error && hasNothingToShow(query)) query.setState({ ...query.state, error })
    } finally {
      beingRead.delete(query)
    }
  }

  return connectivity.subscribe(() => {
    if (!connectivity.isOnline()) return
    const shown = client.getQueryCache().findAll({ type: 'active' })
    for (const query of shown.filter(hasNothingToShow)) void readBeside(query)
    void client.refetchQueries(
      {
        type: 'active',
        predicate: (query) => !hasNothingToShow(query) && (query.state.status === 'error' || query.isStale()),
      },
      { cancelRefetch: false },
    )
  })
}

/** Whether it has failed without data, and has not been refetched since. */
function hasNothingToShow({ state }: Query): boolean {
  return state.status === 'error' && state.fetchStatus === 'idle' && state.data === undefined
}
