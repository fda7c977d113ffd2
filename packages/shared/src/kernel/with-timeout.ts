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

/** Milliseconds that a response may take, its body included; far more than a bad connection needs. */
export const responseTimeoutMs = 30_000

/** Characters of a text that is an upload: JSON with files in it. */
const uploadLength = 256 * 1024

/** Milliseconds that an upload may take: 5 MB on a very slow connection. */
export const uploadTimeoutMs = 300_000

/** The message of every timeout. */
export const noResponseInTime =
  'The server did not answer in time. If you were saving something, it may have been saved anyway: check before you try again.'

/**
 * The browser's `fetch`, which has no timeout of its own, with one. The server may have carried out a request that
 * timed out.
 *
 * @throws Error with the message `noResponseInTime`, for a stalled body while it is read
 */
export function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = new AbortController()
  const { body } = init
  const isUpload =
    body instanceof Blob ||
    body instanceof FormData ||
    (typeof body === 'string' && body.length > uploadLength)
  const limit = isUpload ? uploadTimeoutMs : responseTimeoutMs
  // Not cleared when the response begins, because its body may still be loading. After it, aborting has no effect.
  setTimeout(() => timeout.abort(new Error(noResponseInTime)), limit)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
  return globalThis.fetch(input, { ...init, signal })
}

/** Waits until the work is done, at most so long; then it goes on. */
export async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  await withTimeout(work, milliseconds).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error
  })
}
