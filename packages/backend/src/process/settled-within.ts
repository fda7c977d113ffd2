import { TimeoutError, withTimeout } from '@giftwell/shared/kernel/with-timeout.ts'

/** Waits until the work is done, at most so long; then it goes on. */
export async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  await withTimeout(work, milliseconds).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error
  })
}
