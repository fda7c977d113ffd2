import type { LateCode } from './late-code.ts'

/** Milliseconds after which a browser that cannot tell is taken to be idle. */
const likelyIdle = 1500

/**
 * Runs once the page is complete and the browser has nothing else to do; never for people who have asked their browser
 * to save data, since all that can wait so long can be loaded when it is wanted. Returns the way to stop.
 */
export function whenAtRest(action: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  if (!savesData()) {
    if (document.readyState === 'complete') request()
    else window.addEventListener('load', request, { once: true, signal })
  }

  function request() {
    // Not in every browser of the last two years, whatever the types say.
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(action)
      signal.addEventListener('abort', () => window.cancelIdleCallback(idle), { once: true })
    } else {
      const timer = setTimeout(action, likelyIdle)
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    }
  }

  return () => stopping.abort()
}

/** Loads code one piece after the other, each when the browser is idle. Returns the way to stop. */
export function loadWhenIdle([code, ...others]: readonly LateCode<unknown>[]): () => void {
  if (code === undefined) return () => undefined
  let isStopped = false
  let stop = whenAtRest(() => void next())

  async function next(): Promise<void> {
    try {
      await code?.load()
    } catch {
      return // what does not come is loaded again, and said to be missing, when it is wanted
    }
    if (!isStopped) stop = loadWhenIdle(others)
  }

  return () => {
    isStopped = true
    stop()
  }
}

function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return Object(connection).saveData === true
}
