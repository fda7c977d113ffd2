import { type Query, QueryCache, type QueryClient } from '@tanstack/react-query'

import { AppError } from './app-error.ts'
import type { Connectivity } from './connectivity.ts'

const soonMs = 2000

/**
 * Has what is shown read again as soon as the backend answers again: what failed and what is no longer fresh. What
 * could not be shown at all keeps saying so until there is something to show. A request that fails for the network just
 * after another one was answered is repeated soon. Returns the way to stop.
 */
export function refetchOnReturn(client: QueryClient, connectivity: Connectivity): () => void {
  const beingRead = new Set<Query>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function readSoon(query: Query) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (connectivity.isOnline() && query.isActive() && hasNothingToShow(query)) void readBeside(query)
    }, soonMs)
    timers.add(timer)
  }

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
      if (isOffline(error)) readSoon(query)
    } finally {
      beingRead.delete(query)
    }
  }

  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isOffline(event.action.error))
      readSoon(event.query)
  })
  const unsubscribe = connectivity.subscribe(() => {
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
