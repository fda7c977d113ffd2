import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Limit, type LimitName, limits } from './limits.ts'
import { createQuota, type Quota } from './quota.ts'

/** Where a request comes from. */
export interface Client {
  /** The client's network. */
  readonly address: string
  /** The e-mail address that the request names, as the services compare it. */
  readonly email: string | null
  /** The account whose token the request brings. */
  readonly account?: string | null
}

/** What was taken for one request, until its answer says whether it counts. */
export interface Reservation {
  /** Gives back what does not count, by the status of the answer. */
  settle(status: number): void
}

/** A request that has to wait, for so many milliseconds. */
export interface Limited extends Pick<Limit, 'tooMany'> {
  readonly wait: number
}

export interface RateLimiter {
  /** Takes from every quota of the limits, or from none. */
  reserve(names: readonly LimitName[], client: Client): Promise<Reservation | Limited>
}

/** One quota that a request draws on, and under which key. */
interface Draft extends Pick<Limit, 'counts' | 'tooMany'> {
  readonly quota: Quota
  readonly key: string
}

/** Requests whose answers decide whether they count, and others that wait for one of them. */
interface Pending {
  count: number
  settled: PromiseWithResolvers<void>
}

/** Devices at which somebody has signed in. There an account has a quota of its own: strangers do not lock it out. */
const maxKnownDevices = 5000

/**
 * Every limit's quotas. What a request may cost is taken beforehand and given back afterwards, so that concurrent
 * requests are counted too. Where only refusals count, a request that finds everything taken waits for those in flight:
 * they are likely to give it back.
 */
export function createRateLimiter(now?: () => number): RateLimiter {
  // Keyed with a secret of this process: its memory holds no addresses.
  const secret = randomBytes(32)
  const keyOf = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 24)
  const knownDevices = new LRUCache<string, true>({ max: maxKnownDevices })
  const pending = new Map<string, Pending>()
  const quotas = new Map(
    Object.entries(limits).map(([limit, { perAddress, perPair = [], perEmail, perAccount = [] }]) => {
      const create = (rates: typeof perAddress) => rates.map((rate) => createQuota(rate, { now }))
      return [
        limit,
        {
          perAddress: create(perAddress),
          perPair: create(perPair),
          perEmail: create(perEmail),
          perAccount: create(perAccount),
        },
      ]
    }),
  )

  function draftsOf(limit: LimitName, { address, email, account = null }: Client): Draft[] {
    const { perAddress = [], perPair = [], perEmail = [], perAccount = [] } = quotas.get(limit) ?? {}
    const { counts, tooMany, sparesKnownDevices } = limits[limit]
    const drafts = (from: readonly Quota[], parts: readonly string[]) => {
      const key = keyOf(limit, ...parts)
      return from.map((quota) => ({ quota, key, counts, tooMany }))
    }
    const pair = email === null ? null : [address, email]
    const isKnown = sparesKnownDevices === true && pair !== null && knownDevices.get(keyOf(...pair)) === true
    // A flood for one e-mail address meets its own quota first and takes little from others at its client address.
    return [
      ...(pair === null ? [] : drafts(perPair, pair)),
      ...(email === null || isKnown ? [] : drafts(perEmail, [email])),
      ...(account === null ? [] : drafts(perAccount, ['account', account])),
      ...drafts(perAddress, isKnown && pair !== null ? pair : [address]),
    ]
  }

  function begin(key: string): void {
    const entry = pending.get(key) ?? { count: 0, settled: Promise.withResolvers<void>() }
    entry.count += 1
    pending.set(key, entry)
  }

  /** Lets those who wait try again. */
  function end(key: string): void {
    const entry = pending.get(key)
    if (entry === undefined) return
    entry.count -= 1
    if (entry.count === 0) pending.delete(key)
    const { resolve } = entry.settled
    entry.settled = Promise.withResolvers<void>()
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
        await inFlight.settled.promise
      }
      for (const { key } of drafts) begin(key)
      return {
        settle(status) {
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

/** Takes one from each quota; when one of them has none left, from no other either. */
function takeAll(drafts: readonly Draft[]): { draft: Draft; wait: number } | null {
  for (const [place, draft] of drafts.entries()) {
    const wait = draft.quota.take(draft.key)
    if (wait === 0) continue
    for (const { quota, key } of drafts.slice(0, place)) quota.giveBack(key)
    return { draft, wait }
  }
  return null
}
