import type { BackendConfig } from './backend-config.ts'
import { fetchInTime } from './with-timeout.ts'

/** Whether the backend can be reached, as far as the requests so far have shown. */
export interface Connectivity {
  isOnline(): boolean
  /** Notifies of every change; returns a function that unsubscribes. Without listeners nothing is probed. */
  subscribe(listener: () => void): () => void
  /** Probes the backend at once; concurrent calls share one probe. */
  probe(): Promise<boolean>
  /** Sends a request with a timeout, and learns from its outcome. */
  readonly fetch: typeof fetch
  /** Resolves as soon as the backend answers: at once unless it is known not to. */
  whenOnline(): Promise<void>
}

/** How requests are sent. */
export interface Sending {
  /** The request's cache mode; the browser's default unless given. */
  readonly cache?: RequestCache | undefined
  /** Replaces the browser's `fetch`. */
  readonly send?: typeof fetch | undefined
}

const minWaitMs = 2000
const maxWaitMs = 30_000
const probeTimeout = 10_000

/**
 * Learns from every request: one without a response means offline, any response means online, a cancelled one changes
 * nothing. While offline it probes after 2 s, 4 s and so on up to every 30 s, and at once when the browser reports a
 * change of the network or the page becomes visible.
 */
export function createConnectivity(
  { supabaseUrl, supabaseKey }: BackendConfig,
  { cache, send = fetchInTime }: Sending = {},
): Connectivity {
  const listeners = new Set<() => void>()
  let isOnline = true
  let wait = minWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let probing: Promise<boolean> | undefined
  let stopHints = () => {}

  function learn(hasResponded: boolean) {
    if (hasResponded !== isOnline) {
      isOnline = hasResponded
      for (const listener of listeners) listener()
    }
    schedule()
  }

  /** Schedules the next probe while offline and subscribed to. */
  function schedule() {
    if (isOnline || listeners.size === 0) {
      clearTimeout(timer)
      timer = undefined
    } else {
      timer ??= setTimeout(() => {
        timer = undefined
        wait = Math.min(2 * wait, maxWaitMs)
        void probe()
      }, wait)
    }
  }

  function probe(): Promise<boolean> {
    probing ??= requestHealth().finally(() => (probing = undefined))
    return probing
  }

  async function requestHealth(): Promise<boolean> {
    const hasResponded = await globalThis
      .fetch(`${supabaseUrl}/auth/v1/health`, {
        headers: { apikey: supabaseKey },
        cache: 'no-store',
        signal: AbortSignal.timeout(probeTimeout),
      })
      .then(isFromBackend, () => false)
    learn(hasResponded)
    return hasResponded
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) stopHints = onNetworkHint(() => void probe())
    listeners.add(listener)
    schedule()
    return () => {
      if (!listeners.delete(listener)) return
      if (listeners.size === 0) stopHints()
      schedule()
    }
  }

  return {
    isOnline: () => isOnline,
    subscribe,
    probe,
    async fetch(input, init) {
      try {
        const response = await send(input, cache === undefined ? init : { ...init, cache })
        const hasResponded = isFromBackend(response)
        // Reset by real requests only: a backend that answers nothing but probes is probed less and less often, too.
        if (hasResponded) wait = minWaitMs
        learn(hasResponded)
        return response
      } catch (error) {
        if (!wasCancelled(error, init?.signal)) learn(false)
        throw error
      }
    },
    whenOnline() {
      if (isOnline) return Promise.resolve()
      return new Promise((resolve) => {
        const stop = subscribe(() => {
          if (!isOnline) return
          stop()
          resolve()
        })
      })
    },
  }
}

/** Whether the backend responded, and not a gateway or Cloudflare reporting that it is away. */
export function isFromBackend({ status }: Response): boolean {
  return !(status >= 502 && status <= 504) && !(status >= 520 && status <= 530)
}

/** The error of a browser's `fetch` without a network, which `toAppError` classifies. */
export function noNetwork(): Error {
  return new TypeError('Failed to fetch')
}

function wasCancelled(error: unknown, signal: AbortSignal | null | undefined): boolean {
  return signal?.aborted === true || (error instanceof Error && error.name === 'AbortError')
}

/** Calls `probe` whenever the network may have changed; returns a function that stops it. */
function onNetworkHint(probe: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') probe()
  }
  // A browser's "offline" may be wrong, and its "online" does not include the backend.
  window.addEventListener('online', probe)
  window.addEventListener('offline', probe)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', probe)
    window.removeEventListener('offline', probe)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
