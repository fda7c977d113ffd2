/**
 * So many times within so many seconds: all at once, evenly spread, or anything between. A client that takes all at
 * once and each one as it is free again has at most twice as many in the first period.
 */
export interface Rate {
  readonly count: number
  readonly seconds: number
}

/** What each client may still do; each has a quota of its own. */
export interface Quota {
  /** Takes one. Returns 0, or the milliseconds until the next one is free; nothing is taken then. */
  take(client: string): number
  /** Returns one that was taken and does not count. */
  giveBack(client: string): void
  /** How many clients are tracked. */
  readonly size: number
}

interface QuotaOptions {
  /** The most clients that are tracked; the least recently seen is evicted. */
  readonly maxClients?: number | undefined
  /** A monotonic clock in milliseconds. */
  readonly now?: (() => number) | undefined
}

/**
 * Counts by the generic cell rate algorithm, a leaky bucket: what was taken becomes free one by one, and each client is
 * one number, the moment at which all will be free.
 */
export function createQuota(
  { count, seconds }: Rate,
  { maxClients = 20_000, now = () => performance.now() }: QuotaOptions = {},
): Quota {
  const whole = seconds * 1000
  const one = whole / count
  // Sums of fractions have rounding errors.
  const tolerance = 0.001
  // In the order of the last call.
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
