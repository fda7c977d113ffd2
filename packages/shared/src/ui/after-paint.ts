/** Milliseconds after which it is done in any case: a page out of sight is not painted. */
const longestWait = 300

/**
 * Runs once the browser has painted what is on the page by then and has nothing more urgent to do. Returns the way to
 * let it be.
 */
export function afterPaint(action: () => void): () => void {
  let letBe: (() => void) | undefined
  // What a frame calls comes before its painting.
  const frame = requestAnimationFrame(() => (letBe = afterTheFrame(run)))
  const latest = setTimeout(run, longestWait)

  function end() {
    cancelAnimationFrame(frame)
    letBe?.()
    clearTimeout(latest)
  }
  function run() {
    end()
    action()
  }
  return end
}

function afterTheFrame(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const task = setTimeout(action)
    return () => clearTimeout(task)
  }
  const idle = requestIdleCallback(action)
  return () => cancelIdleCallback(idle)
}
