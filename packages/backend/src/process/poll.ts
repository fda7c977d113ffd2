import { settledWithin } from '@giftwell/shared/kernel/with-timeout.ts'

/** The wait for the work in hand, at shutdown. */
const drainMs = 1500

/**
 * Does some work again and again, one at a time. A database that cannot be reached now is queried again later.
 * @param work ends early once it is stopped
 * @param isAtOnce whether it begins now, and not after the first interval
 * @returns a function that ends it, which waits a moment for the work in hand before it is cut off
 */
export function poll(
  work: (isStopped: () => boolean) => Promise<unknown>,
  everyMs: number,
  isAtOnce = false,
): (cutOff?: () => void) => Promise<void> {
  let isStopped = false
  let running: Promise<unknown> | null = null
  const next = (): void => {
    running ??= work(() => isStopped)
      .catch(() => {})
      .finally(() => (running = null))
  }
  const timer = setInterval(next, everyMs)
  timer.unref()
  if (isAtOnce) next()
  return async (cutOff) => {
    isStopped = true
    clearInterval(timer)
    await settledWithin(Promise.resolve(running), drainMs)
    cutOff?.()
    await running
  }
}
