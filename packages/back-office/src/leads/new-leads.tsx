import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { notice } from '../list/cached-list.tsx'
import { type LeadFilters, newestLeadTimeQuery, newLeadCountQuery } from './lead-list.ts'
import { subscribeToLeads } from './lead-watch.ts'

/** The leads that arrived after the screen was opened. */
export interface NewLeads {
  /** The `created_at` of the newest lead at that time; undefined while loading, when no list is fetched. */
  readonly since: string | undefined
  /** The number of newer leads in the list. */
  readonly count: number
  readonly error: Error | null
  readonly retry: () => void
}

/** Polls for new leads and invalidates the lists when some arrive. */
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

  const poll = useEffectEvent(() => {
    if (since !== undefined) void arrived.refetch({ cancelRefetch: false })
  })
  useEffect(() => (isOnline ? subscribeToLeads(backend, () => poll()) : undefined), [backend, isOnline])

  return { since, count, error: opening.error, retry: () => void opening.refetch() }
}

interface NewLeadsNoticeProps {
  readonly count: number
  /** Shows the page with the new leads; undefined when it is visible. */
  readonly onShow: (() => void) | undefined
}

/** Announces new leads to screen readers, and visibly while another page is shown. */
export function NewLeadsNotice({ count, onShow }: NewLeadsNoticeProps) {
  const words = count > 0 && counted(count, 'new lead')
  return (
    <>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
      {words !== false && onShow !== undefined && (
        <Group className="line-below" justify="center" gap={12} {...notice}>
          {words}
          <Button variant="default" size="compact-sm" onClick={onShow}>
            Show
          </Button>
        </Group>
      )}
    </>
  )
}
