import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type LimitName, limits, type Rate } from './limits.ts'

/** The client of a request. */
export interface Client {
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
interface Limited {
  /** Milliseconds until the next request is allowed. */
  readonly wait: number
  readonly tooMany: 'attempts' | 'inquiries'
}

export interface RateLimiter {
  /** Takes from every quota of the limits, or from none. */
  reserve(names: readonly LimitName[], client: Client): Promise<Reservation | Limited>
}

/** One request taken from the quota of a key. */
interface Charge {
  readonly quota: Quota
  readonly key: string
}

/** Devices with an earlier sign-in. An account has its own quota there, so that other clients cannot lock it out. */
const maxKnownDevices = 5000

/**
 * Limits requests by every limit's quotas. A request takes its quotas before it is handled and gives them back if it does
 * not count, so that concurrent requests count, too. Where only refused requests count, a request over the limit waits
 * for those in flight, which may give their quotas back.
 * @param now a monotonic clock in milliseconds
 */
export function createRateLimiter(now?: () => number): RateLimiter {
  const keyOf = createKeyOf()
  const knownDevices = new LRUCache<string, true>({ max: maxKnownDevices })
  /** Limits of one rate share its quota; their keys differ. */
  const quotas = new Map<Rate, Quota>()
  /** The release of each request in flight, by the keys of its charges. */
  const inFlight = new Map<string, Set<Promise<void>>>()

  function quotaOf(rate: Rate): Quota {
    const quota = quotas.get(rate) ?? createQuota(rate, { now })
    quotas.set(rate, quota)
    return quota
  }

  function chargesOf(name: LimitName, { address, email, account = null, session = null }: Client) {
    const limit = limits[name]
    const pair = email === null ? null : [address, email]
    const isKnown =
      limit.sparesKnownDevices === true && pair !== null && knownDevices.get(keyOf(...pair)) === true
    // The narrowest quota is first, so that a flood for one e-mail address takes little from its client address.
    const scopes: readonly (readonly [rates: readonly Rate[] | undefined, key: readonly string[] | null])[] =
      [
        [limit.perPair, pair],
        [limit.perEmail, email === null || isKnown ? null : [email]],
        [limit.perAccount, account === null ? null : ['account', account]],
        [limit.perSession, session === null ? null : ['session', session]],
        [limit.perAddress, isKnown ? pair : [address]],
      ]
    return scopes.flatMap(([rates = [], parts]) => {
      if (parts === null) return []
      const key = keyOf(name, ...parts)
      return rates.map((rate) => ({ quota: quotaOf(rate), key, limit }))
    })
  }

  return {
    async reserve(names, client) {
      const charges = names.flatMap((name) => chargesOf(name, client))
      for (;;) {
        const limited = takeAll(charges)
        if (limited === null) break
        const { limit, key } = limited.charge
        const others = limit.counts === 'refused' ? inFlight.get(key) : undefined
        if (others === undefined) return { wait: limited.wait, tooMany: limit.tooMany ?? 'attempts' }
        await Promise.race(others)
      }
      const { promise: released, resolve } = Promise.withResolvers<void>()
      for (const { key } of charges) inFlight.set(key, (inFlight.get(key) ?? new Set()).add(released))
      return {
        release(status) {
          const outcome = status < 400 ? 'accepted' : status < 500 ? 'refused' : 'failed'
          if (names.includes('failedSignIn') && outcome === 'accepted' && client.email !== null)
            knownDevices.set(keyOf(client.address, client.email), true)
          for (const { quota, key, limit } of charges) {
            if (limit.counts !== outcome) quota.giveBack(key)
            const others = inFlight.get(key)
            others?.delete(released)
            if (others?.size === 0) inFlight.delete(key)
          }
          resolve()
        },
      }
    },
  }
}

/** The remaining requests of each client. */
export interface Quota {
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
export function takeAll<C extends Charge>(charges: readonly C[]): { charge: C; wait: number } | null {
  for (const [index, charge] of charges.entries()) {
    const wait = charge.quota.take(charge.key)
    if (wait === 0) continue
    for (const { quota, key } of charges.slice(0, index)) quota.giveBack(key)
    return { charge, wait }
  }
  return null
}

/** Hashes keys with a secret of this process, so that memory holds no addresses. */
export function createKeyOf(): (...parts: readonly string[]) => string {
  const secret = randomBytes(32)
  return (...parts) => createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 24)
}
