import { QueryClient } from '@tanstack/react-query'

const minute = 60_000
const mostRetries = 2
const longestWait = 30_000

/** Whether a failed read is tried again: at most twice, never after a refusal of the session (specification, section 9). */
export function shouldRetry(failedBefore: number, error: Error): boolean {
  return failedBefore < mostRetries && !/JWT|auth/.test(error.message)
}

/** Milliseconds before the next try: 1 s, 2 s, 4 s and so on, at most 30 s. */
export function retryWait(failedBefore: number): number {
  return Math.min(1000 * 2 ** failedBefore, longestWait)
}

/**
 * The query client with the defaults of the specification's section 9. Without a network a request fails and says so,
 * instead of waiting in silence for the network to return.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
  })
}
