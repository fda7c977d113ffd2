import { type Query, QueryCache, type QueryClient } from '@tanstack/react-query'

import { AppError } from './app-error.ts'
import type { Connectivity } from './connectivity.ts'

const retryDelayMs = 2000

/**
 * Refetches failed and stale queries in view when the backend is reachable again. A query without data keeps its error
 * until data arrives. A query that fails for the network while the backend is reachable is repeated after two seconds.
 * Returns a function that unsubscribes.
 */
export function refetchOnReturn(client: QueryClient, connectivity: Connectivity): () => void {
  const inFlight = new Set<Query>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function scheduleRetry(query: Query) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (connectivity.isOnline() && query.isActive() && hasNothingToShow(query))
        void refetchSeparately(query)
    }, retryDelayMs)
    timers.add(timer)
  }

  /**
   * By a query of its own, because refetching the failed one would reset its error: with a backend that comes and goes, or
   * that answers everything else, the error message and its button would appear and disappear.
   */
  async function refetchSeparately(query: Query) {
    if (inFlight.has(query)) return
    inFlight.add(query)
    try {
      const { options, queryKey } = query
      const separateQuery = new QueryCache().build(client, { ...options, queryKey, retry: false, gcTime: 0 })
      const data = await separateQuery.fetch()
      if (hasNothingToShow(query)) query.setData(data)
    } catch (error) {
      if (error instanceof Error && hasNothingToShow(query)) query.setState({ ...query.state, error })
      if (isOffline(error)) scheduleRetry(query)
    } finally {
      inFlight.delete(query)
    }
  }

  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isOffline(event.action.error))
      scheduleRetry(event.query)
  })
  const unsubscribe = connectivity.subscribe(() => {
    if (!connectivity.isOnline()) return
    const shown = client.getQueryCache().findAll({ type: 'active' })
    for (const query of shown.filter(hasNothingToShow)) void refetchSeparately(query)
    void client.refetchQueries(
      {
        type: 'active',
        predicate: (query) => !hasNothingToShow(query) && (query.state.status === 'error' || query.isStale()),
      },
      { cancelRefetch: false },
    )
  })
  return () => {
    stopWatching()
    unsubscribe()
    timers.forEach(clearTimeout)
  }
}

const isOffline = (error: unknown) => error instanceof AppError && error.kind === 'offline'

/** Whether it has failed without data, and has not been refetched since. */
function hasNothingToShow({ state }: Query): boolean {
  return state.status === 'error' && state.fetchStatus === 'idle' && state.data === undefined
}
