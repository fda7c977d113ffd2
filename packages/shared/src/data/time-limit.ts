/** How long an answer, its body included, may take: half a minute, far above what a bad line needs. */
export const longestAnswer = 30_000

/** How long a file may take on its way: 5 MB on the slowest of lines. */
export const longestUpload = 300_000

/** What is said when a limit has passed, whatever was asked. */
export const noAnswerInTime =
  'The server did not answer in time. If you were saving something, it may have been saved all the same: look before you try again.'

/**
 * The browser's `fetch`, which by itself waits for ever, given up on after a while. Of a request that is given up on
 * nobody knows whether it was carried out.
 *
 * @throws Error with the message `noAnswerInTime`; a body that does not end is thrown from where it is read
 */
export function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController()
  const limit = init.body instanceof Blob || init.body instanceof FormData ? longestUpload : longestAnswer
  // Not stopped when the answer begins: by then a body may still be on its way. Later it does nothing.
  setTimeout(() => late.abort(new Error(noAnswerInTime)), limit)
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  return globalThis.fetch(input, { ...init, signal })
}
