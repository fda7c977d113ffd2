import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { beforeAllTimes, type Lead, readLeads } from './lead-list.ts'

/** Milliseconds between polls, also while the page is hidden. */
const pollInterval = 60_000

/** Limit for one poll. */
const maxNewLeads = 100

const every = { search: '' }

interface WatchOptions {
  /** The `created_at` of the newest known lead; by default that of the newest at the first poll. */
  readonly since: string | undefined
  /** Called after every successful poll with the leads that are new since the last one. */
  readonly onPoll: (newLeads: readonly Lead[]) => void
}

/**
 * Polls for new leads every minute, on a realtime event, and when the backend is reachable again. The next poll covers a
 * failed one. Returns a function that stops it.
 */
export function pollNewLeads(backend: Backend, { since, onPoll }: WatchOptions): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let newest = since
  let isPolling = false

  async function poll() {
    if (isPolling) return
    isPolling = true
    try {
      const listing = { filters: { ...every, since: newest }, order: 'newest' } as const
      const size = newest === undefined ? 1 : maxNewLeads
      const read = await readLeads(backend, listing, { at: 'first' }, { size, signal })
      signal.throwIfAborted()
      const newLeads = newest === undefined ? [] : read
      newest = read[0]?.created_at ?? newest ?? beforeAllTimes
      onPoll(newLeads)
    } catch {
      // `newest` stays, so that the next poll includes these leads.
    } finally {
      isPolling = false
    }
  }

  const timer = setInterval(() => void poll(), pollInterval)
  const stops = [
    () => clearInterval(timer),
    subscribeToLeads(backend, () => void poll()),
    backend.connectivity.subscribe(() => {
      if (backend.connectivity.isOnline()) void poll()
    }),
  ]
  void poll()
  return () => {
    ending.abort()
    for (const stop of stops) stop()
  }
}

/** Each subscription needs its own channel, because a shared one cannot be joined later or left earlier. */
let channels = 0

/**
 * Subscribes to new leads, or to what is done with leads, where the backend has a realtime service: a hosted project does,
 * the embedded backend does not. Events may be lost, so polling has to continue; `onSubscribedChange` reports whether they
 * come. Returns a function that unsubscribes.
 */
export function subscribeToLeads(
  backend: Backend,
  onLead: () => void,
  {
    table = 'leads',
    onSubscribedChange,
  }: { table?: 'leads' | 'lead_events'; onSubscribedChange?: (isSubscribed: boolean) => void } = {},
): () => void {
  let isActive = true
  let stop = () => {}

  async function start() {
    if (!(await hasRealtime(backend)) || !isActive) return
    const supabase = await backend.loadSupabase()
    if (!isActive) return
    const channel = supabase
      .channel(`new-leads-${(channels += 1)}`)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table }, onLead)
      .subscribe((status: string) => onSubscribedChange?.(status === 'SUBSCRIBED'))
    stop = () => void supabase.removeChannel(channel)
  }

  start().catch(() => {}) // polling continues
  return () => {
    isActive = false
    stop()
  }
}

/**
 * Probes the realtime service. Opening its socket without a service would log an error; its ping responds with JSON, while
 * other servers respond with the website's HTML.
 */
async function hasRealtime({ config }: Backend): Promise<boolean> {
  const response = await fetch(`${config.supabaseUrl}/realtime/v1/api/ping`, {
    headers: { apikey: config.supabaseKey },
  })
  return response.ok && (response.headers.get('content-type') ?? '').includes('json')
}
