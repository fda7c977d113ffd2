import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type Lead, beforeAllTimes, readLeads } from './lead-list.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { leadPulseQuery } from '../screen/screen-head.tsx'
import { invalidateLeads } from './lead-handling.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

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

/** Milliseconds between polls: where leads are in view without a realtime service, elsewhere, and while a page without a badge is hidden. */
const interval = { leads: 700, elsewhere: 15_000, hidden: 60_000 }

/** Keeps the numbers of unanswered and new leads current, and reads leads again when a user has done something with one. */
export function useLeadPulse(): void {
  const backend = useBackend()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const platform = usePlatform()
  const { isStaff } = useAuth()
  const isOnLeads = useLocation().pathname.startsWith('/admin/leads')
  const [isSubscribed, setIsSubscribed] = useState(false)
  const isActive = isStaff && isOnline
  const pulse = useQuery({
    ...leadPulseQuery(backend),
    enabled: isActive,
    retry: false,
    refetchInterval: () =>
      document.visibilityState === 'hidden' && !platform.announcesLeads
        ? interval.hidden
        : interval[isOnLeads && !isSubscribed ? 'leads' : 'elsewhere'],
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
  const pulseKey = pulse.data && `${pulse.data.unanswered} ${pulse.data.new_leads} ${pulse.data.latest_event}`
  const shown = useRef(pulseKey)
  const poll = useEffectEvent(() => void pulse.refetch({ cancelRefetch: false }))

  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pulseKey) void invalidateLeads(client)
    shown.current = pulseKey
  }, [client, pulseKey])
  useEffect(
    () =>
      isActive && isOnLeads
        ? subscribeToLeads(backend, () => poll(), {
            table: 'lead_events',
            onSubscribedChange: setIsSubscribed,
          })
        : undefined,
    [backend, isActive, isOnLeads],
  )
}
