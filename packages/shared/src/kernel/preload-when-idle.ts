import { canPrefetch } from './prefetcher.ts'
import { runWhenIdle } from './run-when-idle.ts'

/** Milliseconds after which a browser that is never idle, or cannot say so, is taken to be idle. */
const idleTimeout = 2000

/**
 * Runs the loaders one after the other, each when the loaded page is idle, until one of them fails. Does nothing where
 * prefetching is not allowed. Returns a function that stops it.
 */
export function preloadWhenIdle(loaders: readonly (() => Promise<unknown>)[]): () => void {
  const stopping = new AbortController()
  if (canPrefetch()) void preload(loaders, stopping.signal)
  return () => stopping.abort()
}

async function preload(loaders: readonly (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  for (const load of loaders) {
    await new Promise<void>((resolve) => runWhenIdle(resolve, idleTimeout))
    if (signal.aborted) return
    try {
      await load()
    } catch {
      return // it is loaded again, with an error message, when it is needed
    }
  }
}
