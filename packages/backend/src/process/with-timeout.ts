/** Work was not done in time; it goes on. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** @throws TimeoutError when the work takes longer */
export async function withTimeout<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until the work is done, at most so long; then it goes on. */
export async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  await withTimeout(work, milliseconds).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error
  })
}
