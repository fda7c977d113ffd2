/** Work was not done in time; it goes on. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** @throws TimeoutError with the reason when the work takes longer */
export async function withTimeout<Result>(
  work: Promise<Result>,
  milliseconds: number,
  reason?: string,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeoutError(reason)), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
