import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type MutationOptions,
  type Query,
} from '@tanstack/react-query'

import { AppError, isTokenRefused } from './app-error.ts'
import type { Connectivity } from './connectivity.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
  }
}

/** The effects of a mutation, handled by the mutation cache so that no caller can omit them. */
export interface MutationMeta extends Record<string, unknown> {
  readonly invalidates?: readonly QueryKey[]
  /** The toast on success. */
  readonly done?: string
  /** The title of the toast on failure; the server's message is its description. */
  readonly failed?: string
  /** Whether its form merges a conflicting save, or shows the conflict instead of a toast. */
  readonly showsConflict?: true
}

/** Shows a message to the user. */
export type Notify = (message: {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: ToastAction
}) => void

/** A button of a message. */
interface ToastAction {
  readonly label: string
  readonly onPress: () => void
}

const minute = 60_000
const maxRetries = 2
const maxDelay = 30_000

/** Whether a failed query may be retried: never after an auth error (product.md, section 9). */
export function mayRetry(error: Error): boolean {
  return !isForbidden(error) && !isTokenRefused(error) && !/JWT|auth/.test(error.message)
}

function isForbidden(error: Error): boolean {
  return error instanceof AppError && error.kind === 'forbidden'
}

/** Retries a failed query at most twice (product.md, section 9), and never in a browser that knows it is offline. */
export function shouldRetry(failedBefore: number, error: Error): boolean {
  return failedBefore < maxRetries && mayRetry(error) && onlineManager.isOnline()
}

/** Exponential backoff in milliseconds: 1 s, 2 s, 4 s and so on, at most 30 s. */
export function retryWait(failedBefore: number): number {
  return Math.min(1000 * 2 ** failedBefore, maxDelay)
}

/**
 * Creates the query client with the defaults of product.md, section 9. Offline requests fail instead of waiting
 * for the network.
 *
 * @param notify shows the toasts of mutations (section 8)
 * @param onForbidden called when the server refuses a query or a mutation
 */
export function createQueryClient(
  notify: Notify = () => undefined,
  onForbidden: () => void = () => undefined,
): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryWait,
        staleTime: 5 * minute,
        gcTime: 5 * minute,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // What failed without a network is read when there is one again.
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error) => {
        if (isForbidden(error)) onForbidden()
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (data, _variables, _result, { meta }) => {
        if (!meta?.done) return
        const { description, offer } = data instanceof MutationOutcome ? data : new MutationOutcome()
        notify({
          title: meta.done,
          ...(description !== undefined && { description }),
          ...(offer && {
            action: 'onPress' in offer ? offer : { label: 'Undo', onPress: () => run(offer) },
          }),
        })
      },
      onError: (error, _variables, _result, { meta }) => {
        if (isForbidden(error)) onForbidden()
        if (!meta?.failed || error.name === 'AbortError') return
        if (meta.showsConflict && error instanceof AppError && error.kind === 'stale') return
        console.error(meta.failed, error)
        notify({
          title: meta.failed,
          description: error.message || 'An unexpected error occurred',
          variant: 'destructive',
        })
      },
      // Also after a failure: another user may have deleted the record.
      onSettled: (_data, _error, _variables, _result, { meta }) => {
        for (const queryKey of meta?.invalidates ?? []) void client.invalidateQueries({ queryKey })
      },
    }),
  })
  /** Its toast reports the outcome. */
  function run<Variables>({ mutation, variables }: Undo<Variables>): void {
    client
      .getMutationCache()
      .build(client, mutation)
      .execute(variables)
      .catch(() => undefined)
  }
  return client
}

/** What undoes a mutation. */
export interface Undo<Variables> {
  readonly mutation: Pick<MutationOptions<unknown, Error, Variables>, 'mutationKey' | 'meta' | 'mutationFn'>
  readonly variables: Variables
}

/** The data of a mutation whose toast has a description, or offers to undo it or something else. */
export class MutationOutcome<Variables = unknown> {
  readonly description: string | undefined
  readonly offer: Undo<Variables> | ToastAction | undefined

  constructor(description?: string, offer?: Undo<Variables> | ToastAction) {
    this.description = description
    this.offer = offer
  }
}

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
   * By a separate query, because refetching the failed one would reset its error: with an unstable backend the
   * error message and its button would flicker.
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
