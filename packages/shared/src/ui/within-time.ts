/** Awaits a result, or rejects with the reason when it takes longer. */
export async function withinTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
  reason: string,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(reason)), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
