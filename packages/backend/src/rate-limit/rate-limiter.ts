import { LRUCache } from 'lru-cache'
import { type Limit, type LimitName, limits, type Rate } from './limits.ts'
import { createHmac, randomBytes } from 'node:crypto'

/** The client of a request. */
interface Client {
  /** The client's network. */
  readonly address: string
  /** The e-mail address in the request, normalized. */
  readonly email: string | null
  /** The account of the request's token. */
  readonly account?: string | null
  /** The session of the request's token. */
  readonly session?: string | null
}

/** The quotas taken by one request in flight. */
interface Reservation {
  /** Gives back the quotas that do not count for the response's status. */
  release(status: number): void
}

/** A request over a limit. */
interface Limited extends Pick<Limit, 'tooMany'> {
  /** Milliseconds until the next request is allowed. */
  readonly wait: number
}

export interface RateLimiter {
  /** Takes from every quota of the limits, or from none. */
  reserve(names: readonly LimitName[], client: Client): Promise<Reservation | Limited>
}

/** A quota that applies to a request, and its key. */
interface Draft extends Pick<Limit, 'counts' | 'tooMany'> {
  readonly quota: Quota
  readonly key: string
}

/** The requests in flight for one key; `released` resolves when one of them is released. */
interface Pending {
  count: number
  released: PromiseWithResolvers<void>
}

/** Devices with an earlier sign-in. An account has its own quota there, so that other clients cannot lock it out. */
const maxKnownDevices = 5000

/**
 * Limits requests by every limit's quotas. A request takes its quotas before it is handled and gives them back if it does
 * not count, so that concurrent requests count, too. Where only refused requests count, a request over the limit waits
 * for those in flight, which may give their quotas back.
 */
export function createRateLimiter(now?: () => number): RateLimiter {
  const keyOf = createKeyOf()
  const knownDevices = new LRUCache<string, true>({ max: maxKnownDevices })
  const pending = new Map<string, Pending>()
  const quotas = new Map(
    Object.entries(limits).map(
      ([limit, { perAddress, perPair = [], perEmail, perAccount = [], perSession = [] }]) => {
        const create = (rates: typeof perAddress) => rates.map((rate) => createQuota(rate, { now }))
        return [
          limit,
          {
            perAddress: create(perAddress),
            perPair: create(perPair),
            perEmail: create(perEmail),
            perAccount: create(perAccount),
            perSession: create(perSession),
          },
        ]
      },
    ),
  )

  function draftsOf(limit: LimitName, { address, email, account = null, session = null }: Client): Draft[] {
    const {
      perAddress = [],
      perPair = [],
      perEmail = [],
      perAccount = [],
      perSession = [],
    } = quotas.get(limit) ?? {}
    const { counts, tooMany, sparesKnownDevices } = limits[limit]
    const drafts = (from: readonly Quota[], parts: readonly string[]) => {
      const key = keyOf(limit, ...parts)
      return from.map((quota) => ({ quota, key, counts, tooMany }))
    }
    const pair = email === null ? null : [address, email]
    const isKnown = sparesKnownDevices === true && pair !== null && knownDevices.get(keyOf(...pair)) === true
    // The narrowest quota is first, so that a flood for one e-mail address takes little from its client address.
    return [
      ...(pair === null ? [] : drafts(perPair, pair)),
      ...(email === null || isKnown ? [] : drafts(perEmail, [email])),
      ...(account === null ? [] : drafts(perAccount, ['account', account])),
      ...(session === null ? [] : drafts(perSession, ['session', session])),
      ...drafts(perAddress, isKnown && pair !== null ? pair : [address]),
    ]
  }

  function begin(key: string): void {
    const entry = pending.get(key) ?? { count: 0, released: Promise.withResolvers<void>() }
    entry.count += 1
    pending.set(key, entry)
  }

  /** Wakes the waiting requests. */
  function end(key: string): void {
    const entry = pending.get(key)
    if (entry === undefined) return
    entry.count -= 1
    if (entry.count === 0) pending.delete(key)
    const { resolve } = entry.released
    entry.released = Promise.withResolvers<void>()
    resolve()
  }

  return {
    async reserve(limitNames, client) {
      const drafts = limitNames.flatMap((limit) => draftsOf(limit, client))
      for (;;) {
        const limited = takeAll(drafts)
        if (limited === null) break
        const { counts, tooMany, key } = limited.draft
        const inFlight = counts === 'refused' ? pending.get(key) : undefined
        if (inFlight === undefined) return { wait: limited.wait, tooMany }
        await inFlight.released.promise
      }
      for (const { key } of drafts) begin(key)
      return {
        release(status) {
          const outcome = status < 400 ? 'accepted' : status < 500 ? 'refused' : 'failed'
          for (const { quota, key, counts } of drafts) if (counts !== outcome) quota.giveBack(key)
          const isSignedIn = limitNames.includes('failedSignIn') && outcome === 'accepted'
          if (isSignedIn && client.email !== null) knownDevices.set(keyOf(client.address, client.email), true)
          for (const { key } of drafts) end(key)
        },
      }
    },
  }
}

/** The remaining requests of each client. */
interface Quota {
  /** Takes one and returns 0, or takes none and returns the milliseconds until the next is free. */
  take(client: string): number
  /** Returns one that does not count. */
  giveBack(client: string): void
  /** The number of tracked clients. */
  readonly size: number
}

interface QuotaOptions {
  /** The maximum of tracked clients; the least recently seen is evicted. */
  readonly maxClients?: number | undefined
  /** A monotonic clock in milliseconds. */
  readonly now?: (() => number) | undefined
}

/**
 * A leaky bucket by the generic cell rate algorithm: each client has one number, the time at which its whole quota is
 * free again.
 */
export function createQuota(
  { count, seconds }: Rate,
  { maxClients = 20_000, now = () => performance.now() }: QuotaOptions = {},
): Quota {
  const whole = seconds * 1000
  const one = whole / count
  // For rounding errors in sums of fractions.
  const tolerance = 0.001
  // Ordered by the last call.
  const freeAt = new Map<string, number>()

  function evict(time: number): void {
    for (const [client, moment] of freeAt) {
      if (moment > time && freeAt.size <= maxClients) return
      freeAt.delete(client)
    }
  }

  return {
    take(client) {
      const time = now()
      const before = Math.max(freeAt.get(client) ?? time, time)
      const wait = before + one - whole - time
      const isTaken = wait <= tolerance
      freeAt.delete(client)
      freeAt.set(client, isTaken ? before + one : before)
      evict(time)
      return isTaken ? 0 : wait
    },
    giveBack(client) {
      const before = freeAt.get(client)
      if (before === undefined) return
      const after = before - one
      if (after <= now() + tolerance) freeAt.delete(client)
      else freeAt.set(client, after)
    },
    get size() {
      return freeAt.size
    },
  }
}

/** Takes one from each quota, or none from any when one is exhausted: returns that one then. */
export function takeAll<Taken extends { readonly quota: Quota; readonly key: string }>(
  drafts: readonly Taken[],
): { draft: Taken; wait: number } | null {
  for (const [place, draft] of drafts.entries()) {
    const wait = draft.quota.take(draft.key)
    if (wait === 0) continue
    for (const { quota, key } of drafts.slice(0, place)) quota.giveBack(key)
    return { draft, wait }
  }
  return null
}

/** Hashes keys with a secret of this process, so that memory holds no addresses. */
export function createKeyOf(): (...parts: readonly string[]) => string {
  const secret = randomBytes(32)
  return (...parts) => createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 24)
}
