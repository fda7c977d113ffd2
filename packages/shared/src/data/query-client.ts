import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'

import { AppError } from './app-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
  }
}

/** What follows a mutation, wherever it is called from: a caller can neither forget nor cancel it. */
export interface MutationMeta extends Record<string, unknown> {
  /** Cached reads that show what the mutation changed. */
  readonly invalidates?: readonly QueryKey[]
  /** The toast when it is done. */
  readonly done?: string
  /** The title of the toast when it failed; its description is the server's message. */
  readonly failed?: string
}

/** Says something to the person in front of the screen. */
export type Notify = (message: {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
}) => void

const minute = 60_000
const mostRetries = 2
const longestWait = 30_000

/** Whether a failed read may be tried again at all: never after a refusal of the session (specification, section 9). */
export function mayRetry(error: Error): boolean {
  return !/JWT|auth/.test(error.message)
}

/** Whether a failed read is tried again: at most twice (specification, section 9). */
export function shouldRetry(failedBefore: number, error: Error): boolean {
  return failedBefore < mostRetries && mayRetry(error)
}

/** Milliseconds before the next try: 1 s, 2 s, 4 s and so on, at most 30 s. */
export function retryWait(failedBefore: number): number {
  return Math.min(1000 * 2 ** failedBefore, longestWait)
}

/**
 * The query client with the defaults of the specification's section 9. Without a network a request fails and says so,
 * instead of waiting in silence for the network to return. What mutations have to say (section 8) goes to `notify`.
 */
export function createQueryClient(notify: Notify = () => undefined): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryWait,
        staleTime: 5 * minute,
        gcTime: 5 * minute,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.done) notify({ title: meta.done })
      },
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.failed || isAskedAbout(error)) return
        console.error(meta.failed, error)
        notify({
          title: meta.failed,
          description: error.message || 'An unexpected error occurred',
          variant: 'destructive',
        })
      },
      // After a failure too: a record that somebody else has deleted should not stay in the list.
      onSettled: (_data, _error, _variables, _result, { meta }) => {
        for (const queryKey of meta?.invalidates ?? []) void client.invalidateQueries({ queryKey })
      },
    }),
  })
  return client
}

/** A save that another one came before is no failure to announce: its dialog shows both versions and asks. */
function isAskedAbout(error: Error): boolean {
  return (error instanceof AppError && error.kind === 'stale') || error.name === 'AbortError'
}
