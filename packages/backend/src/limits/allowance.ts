/**
 * So many times within so many seconds: all of them at once, or evenly spread, or anything between. Whoever takes all
 * at once and then each one as it comes back has at most twice as many in the first such time.
 */
export interface Rate {
  readonly count: number
  readonly seconds: number
}

/** What each of many visitors may still do; each has an allowance of their own. */
export interface Allowance {
  /** Takes one. Returns 0, or the milliseconds until one is there again when none is; nothing is taken then. */
  take(visitor: string): number
  /** Gives one back that was taken and is not to count. */
  giveBack(visitor: string): void
  /** How many visitors are remembered. */
  readonly size: number
}

interface AllowanceOptions {
  /** The most visitors that are remembered; the one that has been quiet longest is forgotten first. */
  readonly remembered?: number | undefined
  /** Milliseconds on a clock that nobody sets. */
  readonly now?: (() => number) | undefined
}

/**
 * Counts by the generic cell rate algorithm, a bucket that drips: what was taken becomes free again one by one, and
 * of each visitor only one number is kept, the moment at which everything will be free again. A visitor for whom that
 * moment has passed is forgotten.
 */
export function createAllowance(
  { count, seconds }: Rate,
  { remembered = 20_000, now = () => performance.now() }: AllowanceOptions = {},
): Allowance {
  const whole = seconds * 1000
  const one = whole / count
  // Sums of fractions; a thousandth of a millisecond is nobody's waiting.
  const tolerance = 0.001
  // In the order of the last call, the quietest first.
  const freeAt = new Map<string, number>()

  function forgetSettled(time: number): void {
    for (const [visitor, moment] of freeAt) {
      if (moment > time && freeAt.size <= remembered) return
      freeAt.delete(visitor)
    }
  }

  return {
    take(visitor) {
      const time = now()
      const before = Math.max(freeAt.get(visitor) ?? time, time)
      const wait = before + one - whole - time
      const isTaken = wait <= tolerance
      freeAt.delete(visitor)
      freeAt.set(visitor, isTaken ? before + one : before)
      forgetSettled(time)
      return isTaken ? 0 : wait
    },
    giveBack(visitor) {
      const before = freeAt.get(visitor)
      if (before === undefined) return
      const after = before - one
      if (after <= now() + tolerance) freeAt.delete(visitor)
      else freeAt.set(visitor, after)
    },
    get size() {
      return freeAt.size
    },
  }
}
