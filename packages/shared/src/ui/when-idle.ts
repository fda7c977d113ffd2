/** Milliseconds after which it is done all the same. */
const longestWait = 300

/** Does something as soon as the page has nothing more urgent to do, soon in any case; returns the way to let it be. */
export function whenIdle(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(action, longestWait)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(action, { timeout: longestWait })
  return () => window.cancelIdleCallback(handle)
}
