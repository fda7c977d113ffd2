import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { useBackend, useIsOnline } from '../../data/backend-context.ts'
import { type LeadFilters, newestLeadTimeQuery, newLeadCountQuery } from '../../data/lead-list.ts'
import { subscribeToLeads } from '../../data/lead-watch.ts'

/** What has come in since the screen was opened. */
export interface NewLeads {
  /** The `created_at` of the newest lead at that time; undefined until it is known, before which no list is read. */
  readonly since: string | undefined
  /** How many leads of the list that is shown are newer. */
  readonly count: number
  readonly error: Error | null
  readonly retry: () => void
}

/** Looks out for leads that come in, and has the lists that are shown read again when some do. */
export function useNewLeads(filters: LeadFilters): NewLeads {
  const backend = useBackend()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const opening = useQuery(newestLeadTimeQuery(backend))
  const since = opening.data
  const arrived = useQuery({
    ...newLeadCountQuery(backend, { ...filters, since: since ?? '' }),
    enabled: since !== undefined && isOnline,
  })
  const count = arrived.data ?? 0

  useEffect(() => {
    if (count === 0) return
    for (const list of ['page', 'count']) void client.invalidateQueries({ queryKey: ['leads', list] })
  }, [client, count])

  const look = useEffectEvent(() => {
    if (since !== undefined) void arrived.refetch({ cancelRefetch: false })
  })
  useEffect(() => (isOnline ? subscribeToLeads(backend, () => look()) : undefined), [backend, isOnline])

  return { since, count, error: opening.error, retry: () => void opening.refetch() }
}
