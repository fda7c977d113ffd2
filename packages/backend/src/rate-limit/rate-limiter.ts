import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'

import { type LimitName, limits, type Rate } from './limits.ts'
import type { Database } from '../database/database.ts'

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
  readonly rate: Rate
  readonly key: string
}

/** Where the quotas are: in the memory of the one server, or in the database that several servers share. */
export interface QuotaStore {
  /** Takes one from each quota, or none if one is exhausted; then returns that one and the milliseconds to wait. */
  takeAll<C extends Charge>(charges: readonly C[]): Promise<{ charge: C; wait: number } | null>
  /** Returns quotas of requests that do not count. */
  giveBack(charges: readonly Charge[]): Promise<void>
  /** Hashes a key, so that addresses are not stored. */
  keyOf(...parts: readonly string[]): string
}

/** Devices with an earlier sign-in. An account has its own quota there, so that other clients cannot lock it out. */
const maxKnownDevices = 5000

/**
 * Limits requests by every limit's quotas. A request takes its quotas before it is handled and gives them back if it does
 * not count, so concurrent requests count too. If only rejected requests count, a request over the limit waits for
 * this server's requests in flight, which may give their quotas back.
 */
export function createRateLimiter(store: QuotaStore): RateLimiter {
  const { keyOf } = store
  const knownDevices = new LRUCache<string, true>({ max: maxKnownDevices })
  /** The release of each request in flight, by the keys of its charges. */
  const inFlight = new Map<string, Set<Promise<void>>>()

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
      return rates.map((rate) => ({ rate, key, limit }))
    })
  }

  return {
    async reserve(names, client) {
      const charges = names.flatMap((name) => chargesOf(name, client))
      for (;;) {
        const limited = await store.takeAll(charges)
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
          const uncounted = charges.filter(({ limit }) => limit.counts !== outcome)
          // A quota that could not be given back is free again by time.
          const settled = store.giveBack(uncounted).catch(() => {})
          for (const { key } of charges) {
            const others = inFlight.get(key)
            others?.delete(released)
            if (others?.size === 0) inFlight.delete(key)
          }
          void settled.then(resolve)
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
 * A leaky bucket by the generic cell rate algorithm: each client has one number, the time at which its full quota
 * is free again.
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

/**
 * The quotas in the memory of this process.
 * @param now a monotonic clock in milliseconds
 */
export function createMemoryQuotas(now?: () => number): QuotaStore {
  // Memory holds no addresses.
  const secret = randomBytes(32)
  /** Limits of one rate share its quota; their keys differ. */
  const quotas = new Map<Rate, Quota>()
  const quotaOf = (rate: Rate): Quota => {
    const quota = quotas.get(rate) ?? createQuota(rate, { now })
    quotas.set(rate, quota)
    return quota
  }
  return {
    keyOf: (...parts) => keyedHash(secret, parts),
    async takeAll(charges) {
      for (const [index, charge] of charges.entries()) {
        const wait = quotaOf(charge.rate).take(charge.key)
        if (wait === 0) continue
        for (const { rate, key } of charges.slice(0, index)) quotaOf(rate).giveBack(key)
        return { charge, wait }
      }
      return null
    },
    async giveBack(charges) {
      for (const { rate, key } of charges) quotaOf(rate).giveBack(key)
    },
  }
}

/** A hash of a key's parts that says nothing of them without the secret. */
function keyedHash(secret: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 24)
}

/**
 * The quotas in the database, for all servers on it. A limited request costs one more statement, or two if it does
 * not count.
 * @param secret the same for all servers
 * @param now a clock in milliseconds instead of the database's
 */
export async function createSharedQuotas(
  database: Database,
  secret: string,
  now?: () => number,
): Promise<QuotaStore> {
  const hashSecret = createHmac('sha256', secret).update('rate limits').digest()
  await database.transaction(async (session) => {
    // Concurrent definitions of one function fail.
    await session.query(`select pg_advisory_xact_lock(hashtextextended('backend.quotas', 0))`)
    await session.run(await readFile(new URL('quotas.sql', import.meta.url), 'utf8'))
  })
  /** Quotas of one key differ by their rates. */
  const parametersOf = (charges: readonly Charge[]) => [
    charges.map(({ key, rate }) => `${key} ${rate.count}/${rate.seconds}`),
    charges.map(({ rate }) => rate.count),
    charges.map(({ rate }) => rate.seconds),
  ]
  return {
    keyOf: (...parts) => keyedHash(hashSecret, parts),
    async takeAll(charges) {
      if (charges.length === 0) return null
      const { rows } = await database.query(
        'select exhausted, wait from backend.take_quotas($1, $2, $3, $4)',
        [...parametersOf(charges), now?.() ?? null],
      )
      const charge = charges[Number(rows[0]?.['exhausted'] ?? 0) - 1]
      return charge === undefined ? null : { charge, wait: Number(rows[0]?.['wait']) }
    },
    async giveBack(charges) {
      if (charges.length > 0)
        await database.query('select backend.give_back_quotas($1, $2, $3)', parametersOf(charges))
    },
  }
}
