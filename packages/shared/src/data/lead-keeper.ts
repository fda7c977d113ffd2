const minute = 60_000
/** How old what is kept may be before it is read again although nothing is new, so that its time is about true. */
const longestAge = 15 * minute

/**
 * Decides after every look for new leads whether those that are kept are read again: when some are new at most once a
 * minute, otherwise every quarter of an hour, and after a failure at the next look.
 */
export function createLeadKeeper(
  keep: () => Promise<void>,
  now: () => number = Date.now,
): (hasNews: boolean) => void {
  let keptAt = Number.NEGATIVE_INFINITY
  let isBehind = false
  let isKeeping = false

  async function keepNow() {
    isKeeping = true
    isBehind = false
    try {
      await keep()
      keptAt = now()
    } catch {
      isBehind = true
    } finally {
      isKeeping = false
    }
  }

  return (hasNews) => {
    isBehind ||= hasNews
    if (!isKeeping && now() - keptAt >= (isBehind ? minute : longestAge)) void keepNow()
  }
}
