import { createHmac, randomBytes } from 'node:crypto'

/**
 * A number of requests per period, in a burst or evenly spread. A client that bursts and then takes each one as it
 * becomes free gets at most twice the number in the first period.
 */
export interface Rate {
  readonly count: number
  readonly seconds: number
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
