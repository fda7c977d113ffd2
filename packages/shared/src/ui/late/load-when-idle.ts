import type { LateCode } from './late-code.ts'

/** Milliseconds after which a browser that cannot tell is taken to be idle. */
const likelyIdle = 1500

/**
 * Loads code one piece after the other while the browser has nothing else to do, the page being complete. For people
 * who have asked their browser to save data it loads nothing. Returns the way to stop.
 */
export function loadWhenIdle(codes: readonly LateCode<unknown>[]): () => void {
  const stopping = new AbortController()
  if (!savesData()) {
    if (document.readyState === 'complete') loadNext(0)
    else window.addEventListener('load', () => loadNext(0), { once: true, signal: stopping.signal })
  }

  function loadNext(place: number) {
    const code = codes[place]
    if (code === undefined || stopping.signal.aborted) return
    whenIdle(() => {
      if (stopping.signal.aborted) return
      // What does not come is loaded again, and said to be missing, when it is wanted.
      code.load().then(
        () => loadNext(place + 1),
        () => undefined,
      )
    }, stopping.signal)
  }

  return () => stopping.abort()
}

function whenIdle(action: () => void, stopped: AbortSignal) {
  // Not in every browser of the last two years, whatever the types say.
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(action)
    stopped.addEventListener('abort', () => window.cancelIdleCallback(request), { once: true })
  } else {
    const timer = setTimeout(action, likelyIdle)
    stopped.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
}

function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return Object(connection).saveData === true
}
