import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useUserCache } from '../list/cached-list.tsx'
import { cacheQuotations } from '../quotations/cached-quotations.ts'
import { cacheLeads, createCacheUpdater, readCachedLeads } from './cached-leads.ts'
import { beforeAllTimes, type Lead } from './lead-list.ts'
import { pollNewLeads } from './lead-watch.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { leadPulseQuery, useLeadPulseCounts } from '../screen/screen-head.tsx'

/**
 * Polls for new leads while staff are signed in, announces them and caches the newest, and the quotations, for offline use, on
 * platforms that do so. The app's badge counts unanswered leads. Use it beside the routes, so that it runs on every page.
 * Sign-out clears the announcements and the badge.
 */
export function useLeadWatch(): void {
  const backend = useBackend()
  const platform = usePlatform()
  const { isStaff } = useAuth()
  const cache = useUserCache()
  const { pathname } = useLocation()
  const client = useQueryClient()
  const unanswered = useLeadPulseCounts()?.unanswered ?? 0
  const isActive = isStaff && (platform.announcesLeads || cache !== undefined)
  const badge = isStaff ? unanswered : 0
  useEffect(() => platform.showUnanswered(badge), [platform, badge])

  const announce = useEffectEvent((newLeads: readonly Lead[]) => {
    const isVisible = pathname.startsWith('/admin/leads') && document.visibilityState === 'visible'
    if (newLeads.length === 0 || isVisible) return
    platform.announceLeads(newLeads.map(({ id, name, company }) => ({ id, name, company })))
  })

  useEffect(() => {
    if (!isActive) return
    const ending = new AbortController()
    const { signal } = ending
    const updateCache =
      cache &&
      createCacheUpdater(async () => {
        await cacheLeads(backend, cache, signal)
        await cacheQuotations(backend, cache, signal)
      })
    // What this app does with quotations is cached at the next poll, what others do every 15 minutes.
    let hasChanges = false
    const mutations = client.getMutationCache()
    const unsubscribe = mutations.subscribe(({ type, mutation }) => {
      hasChanges ||=
        type === 'updated' &&
        mutation.state.status === 'success' &&
        mutation.options.mutationKey?.[0] === 'quotations'
    })
    signal.addEventListener('abort', unsubscribe)

    async function watch() {
      // Leads that arrived offline or while the app was closed are new, too.
      const cached = cache ? await readCachedLeads(cache).catch(() => null) : null
      if (signal.aborted) return
      const stop = pollNewLeads(backend, {
        since: cached ? (cached.leads[0]?.created_at ?? beforeAllTimes) : undefined,
        onPoll(newLeads) {
          announce(newLeads)
          if (newLeads.length > 0) void client.invalidateQueries(leadPulseQuery(backend))
          updateCache?.(hasChanges || newLeads.length > 0)
          hasChanges = false
        },
      })
      signal.addEventListener('abort', stop)
    }

    void watch()
    return () => {
      ending.abort()
      platform.leadsSeen()
    }
  }, [isActive, backend, client, platform, cache])
}
