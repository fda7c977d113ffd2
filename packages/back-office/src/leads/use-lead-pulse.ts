import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { changedByEvents } from './lead-handling.ts'
import { subscribeToLeads } from './lead-realtime.ts'

/** How many leads are unanswered, and new, at most 1000 each, and the number of the latest event; null for anyone but administrators. */
export function leadPulseQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'pulse'] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [pulse = null] = await readRows(backend, (rest) => rest.rpc('lead_pulse').abortSignal(signal))
      return pulse
    },
  })
}

/** How many leads are unanswered, and new; null or undefined until `useLeadPulse` has read it. */
export function useLeadPulseCounts() {
  const backend = useBackend()
  return useQuery({ ...leadPulseQuery(backend), enabled: false }).data
}

/** Milliseconds between polls: where leads are in view without a realtime service, elsewhere, and while a page without a badge is hidden. */
const interval = { leads: 5000, elsewhere: 15_000, hidden: 60_000 }

/** The limit of its counts. */
const maxCount = 1000

/** The numbers of `leadPulseQuery`. */
export interface Pulse {
  readonly unanswered: number
  readonly new_leads: number
  readonly latest_event: number
}

/** What a pulse shows since the one before: with both counts at their limit, a new lead changes none of them. */
export function newsOf(
  pulse: Pulse,
  before: Pulse | null | undefined,
): 'changed' | 'maybe leads' | undefined {
  if (
    pulse.latest_event !== before?.latest_event ||
    pulse.unanswered !== before.unanswered ||
    pulse.new_leads !== before.new_leads
  )
    return 'changed'
  return pulse.unanswered === maxCount && pulse.new_leads === maxCount ? 'maybe leads' : undefined
}

const newCount = ['leads', 'new']
const changedLeads = [newCount, ...changedByEvents.filter(([, part]) => part !== 'pulse')]

/**
 * The only poller of leads: keeps the numbers of unanswered and new leads current, and invalidates what is read of leads when
 * they differ.
 *
 * @param isNeeded false where another component polls
 */
export function useLeadPulse(isNeeded = true): void {
  const backend = useBackend()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const platform = usePlatform()
  const { isStaff } = useAuth()
  const isOnLeads = useLocation().pathname.startsWith('/admin/leads')
  const [isSubscribed, setIsSubscribed] = useState(false)
  const isActive = isNeeded && isStaff && isOnline
  const isSubscribing = isActive && (isOnLeads || platform.announcesLeads)
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...leadPulseQuery(backend),
    enabled: isActive,
    retry: false,
    refetchInterval() {
      if (document.visibilityState === 'hidden')
        return interval[platform.announcesLeads ? 'elsewhere' : 'hidden']
      return interval[isOnLeads && !isSubscribed ? 'leads' : 'elsewhere']
    },
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
  const latest = useRef(data)
  const poll = useEffectEvent(() => void refetch({ cancelRefetch: false }))

  const invalidate = useEffectEvent((_readAt: number) => {
    const news = latest.current && data ? newsOf(data, latest.current) : undefined
    latest.current = data
    const keys = news === 'changed' ? changedLeads : news === 'maybe leads' ? [newCount] : []
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  })

  useEffect(() => invalidate(dataUpdatedAt), [dataUpdatedAt])
  useEffect(
    () =>
      isSubscribing
        ? subscribeToLeads(backend, { onChange: () => poll(), onSubscribedChange: setIsSubscribed })
        : undefined,
    [backend, isSubscribing],
  )
}
