import type { Backend } from './backend.ts'
import { beforeAllTimes, type Lead, readLeads } from './lead-list.ts'
import { watchLeads } from './live-leads.ts'

/** Milliseconds between two looks, also while nobody sees the page. */
const lookInterval = 60_000

/** As many as are told of at once. */
const mostNews = 100

const every = { search: '' }

interface WatchOptions {
  /** The `created_at` of the newest lead that is known already; unless given, that of the newest at the first look. */
  readonly since: string | undefined
  /** Called after every look that the server has answered, with the leads that are new since the one before. */
  readonly onLook: (news: readonly Lead[]) => void
  readonly repeat?: (look: () => void, milliseconds: number) => () => void
}

/**
 * Looks for new leads every minute, as soon as one is announced and as soon as the backend answers again. A look that
 * fails is made up for by the next one. Returns the way to stop.
 */
export function watchForNews(
  backend: Backend,
  { since, onLook, repeat = everySoOften }: WatchOptions,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let mark = since
  let isLooking = false

  async function look() {
    if (isLooking) return
    isLooking = true
    try {
      const listing = { filters: { ...every, since: mark }, order: 'newest' } as const
      const size = mark === undefined ? 1 : mostNews
      const read = await readLeads(backend, listing, { at: 'first' }, { size, signal })
      signal.throwIfAborted()
      const news = mark === undefined ? [] : read
      mark = read[0]?.created_at ?? mark ?? beforeAllTimes
      onLook(news)
    } catch {
      // The mark stays, so that nothing is passed over.
    } finally {
      isLooking = false
    }
  }

  const stops = [
    repeat(() => void look(), lookInterval),
    watchLeads(backend, () => void look()),
    backend.connectivity.subscribe(() => {
      if (backend.connectivity.isOnline()) void look()
    }),
  ]
  void look()
  return () => {
    ending.abort()
    for (const stop of stops) stop()
  }
}

function everySoOften(look: () => void, milliseconds: number): () => void {
  const timer = setInterval(look, milliseconds)
  return () => clearInterval(timer)
}
