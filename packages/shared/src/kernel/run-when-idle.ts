/**
 * Runs an action once the main thread is idle, after `timeout` milliseconds at the latest. Returns a function that
 * cancels it.
 */
export function runWhenIdle(action: () => void, timeout = 300): () => void {
  // Safari has no requestIdleCallback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(action, timeout)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(action, { timeout })
  return () => window.cancelIdleCallback(handle)
}
