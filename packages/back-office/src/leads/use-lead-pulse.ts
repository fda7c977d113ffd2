import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { leadPulseQuery } from '../screen/screen-head.tsx'
import { invalidateLeads } from './lead-handling.ts'
import { subscribeToLeads } from './lead-watch.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

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
