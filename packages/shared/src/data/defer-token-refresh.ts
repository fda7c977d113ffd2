import { type Connectivity, isAnswer } from './connectivity.ts'

/** Keeps the renewal of a session waiting for the network instead of letting it fail. */
export interface HeldRenewals {
  /** For supabase-js. */
  readonly fetch: typeof fetch
  /** What is waited for, unless a renewal has to wait for the network first: then it fails like a request without one. */
  orOffline<Result>(wanted: () => Promise<Result>): Promise<Result>
}

/**
 * A renewal that fails keeps supabase-js from trying again for a minute, in which everything would be asked as by
 * nobody. One that waits ends with the first answer: the session is renewed or refused, and then other requests go on.
 */
export function holdRenewals(connectivity: Connectivity): HeldRenewals {
  const giveUp = new Set<() => void>()
  let isHeld = false

  function hold() {
    isHeld = true
    for (const stop of giveUp) stop()
  }

  async function renew(...request: Parameters<typeof fetch>): Promise<Response> {
    for (;;) {
      const answer = await connectivity.fetch(...request).catch(() => undefined)
      if (answer !== undefined && isAnswer(answer)) {
        isHeld = false
        return answer
      }
      hold()
      await connectivity.whenOnline()
    }
  }

  return {
    fetch: (input, init) => (isRenewal(input) ? renew(input, init) : connectivity.fetch(input, init)),
    async orOffline(wanted) {
      // Whoever presses Retry knows best that the network may be back.
      if (isHeld && !(await connectivity.look())) throw noNetwork()
      const { promise: gaveUp, reject } = Promise.withResolvers<never>()
      const stop = () => reject(noNetwork())
      giveUp.add(stop)
      try {
        return await Promise.race([wanted(), gaveUp])
      } finally {
        giveUp.delete(stop)
      }
    },
  }
}

function isRenewal(input: RequestInfo | URL): boolean {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
  return pathname.endsWith('/auth/v1/token') && searchParams.get('grant_type') === 'refresh_token'
}

/** In the words of a browser, which are classified in one place. */
function noNetwork(): Error {
  return new TypeError('Failed to fetch')
}
