import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { Connectivity } from './connectivity.ts'
import { hasSpareNetwork } from './spare-network.ts'

/** Something that may be asked for next. */
export interface Guess {
  /** The cached read that is guessed. */
  readonly queryKey: QueryKey
  /** Reads it unless it is there already; may fail, which is of no consequence. */
  readonly fetch: () => Promise<unknown>
}

/** Has what somebody is about to ask for on its way before they do. */
export interface FetchAhead {
  /**
   * The pointer or the focus is on something; once it has rested there for a moment, what it leads to is fetched.
   *
   * @param what tells it from other things; while it stays the same nothing begins anew
   * @param guess made when the moment is over; null where there is nothing to fetch
   */
  consider(what: string, guess: () => Guess | null): void
  /** It has left. What is on its way is given up, unless something on the page waits for it by now. */
  forget(): void
}

/** Milliseconds of rest after which somebody seems to mean it: sweeping over a list fetches nothing. */
const rest = 80

/**
 * Fetches one thing at a time, only where the network can spare it, and without a trace when that fails: whoever then
 * asks in earnest asks anew.
 */
export function createFetchAhead(
  client: QueryClient,
  connectivity: Pick<Connectivity, 'isOnline'>,
  isSpare: () => boolean = hasSpareNetwork,
): FetchAhead {
  let considered: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let underway: QueryKey | undefined

  function begin(guess: () => Guess | null) {
    timer = undefined
    if (!connectivity.isOnline() || !isSpare()) return
    const made = guess()
    // What is asked for in earnest already is not ours to give up.
    if (made === null || client.isFetching({ queryKey: made.queryKey, exact: true }) > 0) return
    underway = made.queryKey
    const end = () => {
      if (underway === made.queryKey) underway = undefined
    }
    made.fetch().then(end, end)
  }

  function forget() {
    considered = undefined
    clearTimeout(timer)
    timer = undefined
    const queryKey = underway
    underway = undefined
    if (queryKey === undefined) return
    // A moment later: what a press has just shown may be about to wait for it.
    setTimeout(() => {
      const isAwaited = client.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false
      if (!isAwaited) void client.cancelQueries({ queryKey, exact: true })
    })
  }

  return {
    consider(what, guess) {
      if (what === considered && timer === undefined) return
      if (what !== considered) forget()
      considered = what
      clearTimeout(timer)
      timer = setTimeout(() => begin(guess), rest)
    },
    forget,
  }
}
