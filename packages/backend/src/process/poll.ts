import { settledWithin } from '@giftwell/shared/kernel/with-timeout.ts'

/** The wait for the work in hand, at shutdown. */
const drainMs = 1500

/**
 * Does some work again and again, one at a time. A database that cannot be reached now is queried again later.
 * @param work ends early once it is stopped
 * @returns a function that ends it, which waits a moment for the work in hand before it is cut off
 */
export function poll(
  work: (isStopped: () => boolean) => Promise<unknown>,
  everyMs: number,
): (cutOff?: () => void) => Promise<void> {
  let isStopped = false
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work(() => isStopped)
      .catch(() => {})
      .finally(() => (running = null))
  }, everyMs)
  timer.unref()
  return async (cutOff) => {
    isStopped = true
    clearInterval(timer)
    await settledWithin(Promise.resolve(running), drainMs)
    cutOff?.()
    await running
  }
}
