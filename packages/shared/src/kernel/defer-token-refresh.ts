import { type Connectivity, isFromBackend, noNetwork } from './connectivity.ts'

/** Requests of an app that defers token refreshes while offline. */
export interface DeferredRefresh {
  /** For supabase-js. */
  readonly fetch: typeof fetch
  /** Awaits the result, or fails like a request without a network as soon as a token refresh is deferred. */
  orOffline<Result>(wanted: () => Promise<Result>): Promise<Result>
}

/**
 * Defers token refreshes until the backend responds. After a failed refresh supabase-js waits a minute before the next,
 * and sends every request anonymously until then.
 */
export function deferTokenRefresh(connectivity: Connectivity): DeferredRefresh {
  const waiting = new Set<() => void>()
  let isDeferred = false

  function defer() {
    isDeferred = true
    for (const fail of waiting) fail()
  }

  async function refresh(...request: Parameters<typeof fetch>): Promise<Response> {
    for (;;) {
      const response = await connectivity.fetch(...request).catch(() => undefined)
      if (response !== undefined && isFromBackend(response)) {
        isDeferred = false
        return response
      }
      defer()
      await connectivity.whenOnline()
    }
  }

  return {
    fetch: (input, init) => (isRefresh(input) ? refresh(input, init) : connectivity.fetch(input, init)),
    async orOffline(wanted) {
      // A retry by the user suggests that the network is back.
      if (isDeferred && !(await connectivity.probe())) throw noNetwork()
      const { promise: failed, reject } = Promise.withResolvers<never>()
      const fail = () => reject(noNetwork())
      waiting.add(fail)
      try {
        return await Promise.race([wanted(), failed])
      } finally {
        waiting.delete(fail)
      }
    },
  }
}

function isRefresh(input: RequestInfo | URL): boolean {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
  return pathname.endsWith('/auth/v1/token') && searchParams.get('grant_type') === 'refresh_token'
}
