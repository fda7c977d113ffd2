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

/**
 * How many leads are unanswered, and new, at most 1000 each, the number of the latest event, when the newest lead came, and how many
 * quotations have an answer of their buyer to be settled; null for anyone but staff.
 */
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

/** The numbers of `leadPulseQuery`; null or undefined until `useLeadPulse` has read it. */
export function useLeadPulseCounts() {
  const backend = useBackend()
  return useQuery({ ...leadPulseQuery(backend), enabled: false }).data
}

/** Milliseconds between polls: where leads are in view without a realtime service, elsewhere, and while a page without a badge is hidden. */
const interval = { leads: 5000, elsewhere: 15_000, hidden: 60_000 }

/** What `leadPulseQuery` reads. */
export interface Pulse {
  readonly unanswered: number
  readonly new_leads: number
  readonly latest_event: number
  /** The `created_at` of the newest lead, which a new one changes where the counts have reached their limit. */
  readonly latest_lead: string | null
  readonly unsettled_quotations: number
}

/** Whether leads have changed, or come, since the pulse before. */
export function hasLeadNews(pulse: Pulse, before: Pulse | null | undefined): boolean {
  return (
    pulse.latest_event !== before?.latest_event ||
    pulse.latest_lead !== before.latest_lead ||
    pulse.unanswered !== before.unanswered ||
    pulse.new_leads !== before.new_leads
  )
}

const changedLeads = [['leads', 'new'], ...changedByEvents.filter(([, part]) => part !== 'pulse')]
const changedQuotations = [['quotations'], ['dashboard']]

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
    const before = latest.current
    latest.current = data
    if (!before || !data) return
    const keys = [
      ...(hasLeadNews(data, before) ? changedLeads : []),
      ...(data.unsettled_quotations === before.unsettled_quotations ? [] : changedQuotations),
    ]
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
