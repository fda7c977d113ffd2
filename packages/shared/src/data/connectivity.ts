import type { BackendConfig } from './backend-config.ts'
import { fetchInTime } from './time-limit.ts'

/** Whether the backend can be reached, as far as the requests so far have shown. */
export interface Connectivity {
  isOnline(): boolean
  /** Tells of every change; returns the way to stop. While nobody listens, nothing is asked. */
  subscribe(listener: () => void): () => void
  /** Asks the backend at once; several questions at the same time are one. */
  look(): Promise<boolean>
  /** Sends a request, gives up on one that takes too long, and learns from what it meets. */
  readonly fetch: typeof fetch
  /** Resolves as soon as the backend answers: at once unless it is known not to. */
  whenOnline(): Promise<void>
}

/** How requests are sent. */
export interface Sending {
  /** What the browser's cache may do with the answers; as usual unless given. */
  readonly cache?: RequestCache | undefined
  /** What sends them in place of the browser. */
  readonly send?: typeof fetch | undefined
}

/** What a test has in place of the surroundings. */
export interface Surroundings {
  readonly timers: {
    set(action: () => void, milliseconds: number): unknown
    clear(timer: unknown): void
  }
  /** Calls `look` whenever the network may have changed; returns the way to stop. */
  onHint(look: () => void): () => void
}

const shortestWait = 2000
const longestWait = 30_000
const longestLook = 10_000

/**
 * Learns from every request: one without an answer means offline, any answer means online, one that was cancelled says
 * nothing. While offline it asks again after 2 s, 4 s and so on up to every 30 s, and at once when the network is said
 * to have changed or the page is seen again.
 */
export function createConnectivity(
  { supabaseUrl, supabaseKey }: BackendConfig,
  { cache, send = fetchInTime }: Sending = {},
  { timers, onHint }: Surroundings = thisPage,
): Connectivity {
  const listeners = new Set<() => void>()
  let isOnline = true
  let wait = shortestWait
  let timer: unknown
  let looking: Promise<boolean> | undefined
  let stopHints = () => {}

  function learn(answered: boolean) {
    if (answered !== isOnline) {
      isOnline = answered
      for (const listener of listeners) listener()
    }
    plan()
  }

  /** The next question stands as long as the answer matters to somebody. */
  function plan() {
    if (isOnline || listeners.size === 0) {
      timers.clear(timer)
      timer = undefined
    } else {
      timer ??= timers.set(() => {
        timer = undefined
        wait = Math.min(2 * wait, longestWait)
        void look()
      }, wait)
    }
  }

  function look(): Promise<boolean> {
    looking ??= ask().finally(() => (looking = undefined))
    return looking
  }

  async function ask(): Promise<boolean> {
    const answered = await globalThis
      .fetch(`${supabaseUrl}/auth/v1/health`, {
        headers: { apikey: supabaseKey },
        cache: 'no-store',
        signal: AbortSignal.timeout(longestLook),
      })
      .then(isAnswer, () => false)
    learn(answered)
    return answered
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) stopHints = onHint(() => void look())
    listeners.add(listener)
    plan()
    return () => {
      if (!listeners.delete(listener)) return
      if (listeners.size === 0) stopHints()
      plan()
    }
  }

  return {
    isOnline: () => isOnline,
    subscribe,
    look,
    async fetch(input, init) {
      try {
        const answer = await send(input, cache === undefined ? init : { ...init, cache })
        const answered = isAnswer(answer)
        // A backend that answers the questions here and nothing else is asked ever less often, too.
        if (answered) wait = shortestWait
        learn(answered)
        return answer
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

/** Whether it is the backend that has answered, and not a gateway, or Cloudflare, that says in its place that it is away. */
export function isAnswer({ status }: Response): boolean {
  return !(status >= 502 && status <= 504) && !(status >= 520 && status <= 530)
}

function wasCancelled(error: unknown, signal: AbortSignal | null | undefined): boolean {
  return signal?.aborted === true || (error instanceof Error && error.name === 'AbortError')
}

const thisPage: Surroundings = {
  timers: {
    set: (action, milliseconds) => setTimeout(action, milliseconds),
    // What `set` has made.
    clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
  },
  onHint(look) {
    const onVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    // A browser that says "offline" may be wrong, and one that says "online" knows nothing of the backend.
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
      document.removeEventListener('visibilitychange', onVisible)
    }
  },
}
