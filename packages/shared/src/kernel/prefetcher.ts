import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Connectivity } from './connectivity.ts'
import { runWhenIdle } from './run-when-idle.ts'

/** A cached read that may be needed next. */
export interface Prefetch {
  readonly queryKey: QueryKey
  /** Reads it unless it is cached; a failure is ignored. */
  readonly fetch: () => Promise<unknown>
}

/** Prefetches on hover or focus. */
export interface Prefetcher {
  /**
   * Starts the prefetch after a short delay.
   *
   * @param target identifies the hovered element; the same target again changes nothing
   * @param prefetch called after the delay; null if there is nothing to fetch
   */
  onHover(target: string, prefetch: () => Prefetch | null): void
  /** Cancels the prefetch, unless the page waits for it by now. */
  onLeave(): void
}

/** Sweeping the pointer over a list fetches nothing. */
const hoverDelayMs = 80

/**
 * Prefetches one query at a time, and only where the network has room for it. A failed prefetch leaves no trace: the
 * query is fetched again when it is needed.
 */
export function createPrefetcher(
  client: QueryClient,
  connectivity: Pick<Connectivity, 'isOnline'>,
): Prefetcher {
  let hovered: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: QueryKey | undefined

  function start(prefetch: () => Prefetch | null) {
    timer = undefined
    if (!connectivity.isOnline() || !canPrefetch()) return
    const next = prefetch()
    // A fetch that the page started itself is not ours to cancel.
    if (next === null || client.isFetching({ queryKey: next.queryKey, exact: true }) > 0) return
    inFlight = next.queryKey
    const end = () => {
      if (inFlight === next.queryKey) inFlight = undefined
    }
    next.fetch().then(end, end)
  }

  function onLeave() {
    hovered = undefined
    clearTimeout(timer)
    timer = undefined
    const queryKey = inFlight
    inFlight = undefined
    if (queryKey === undefined) return
    // In the next task: a click may be about to render what waits for it.
    setTimeout(() => {
      const isAwaited = client.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false
      if (!isAwaited) void client.cancelQueries({ queryKey, exact: true })
    })
  }

  return {
    onHover(target, prefetch) {
      if (target === hovered && timer === undefined) return
      if (target !== hovered) onLeave()
      hovered = target
      clearTimeout(timer)
      timer = setTimeout(() => start(prefetch), hoverDelayMs)
    },
    onLeave,
  }
}

interface NetworkInformation {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whether the network has room for prefetching: not in data-saver mode, nor on 2G or slow 3G. True where the browser cannot say. */
export function canPrefetch(): boolean {
  // Not in TypeScript's types, since not every browser has it.
  const { connection } = navigator as { connection?: NetworkInformation }
  return connection?.saveData !== true && !/[23]g/.test(connection?.effectiveType ?? '')
}

/** Milliseconds after which a browser counts as idle even if it is not, or cannot report it. */
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
