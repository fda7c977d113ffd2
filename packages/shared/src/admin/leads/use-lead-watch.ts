import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { useBackend } from '../../data/backend-context.ts'
import { cacheLeads, createLeadCacheUpdater, readCachedLeads } from '../../data/cached-leads.ts'
import { beforeAllTimes, type Lead } from '../../data/lead-list.ts'
import { pollNewLeads } from '../../data/lead-watch.ts'
import { usePlatform } from '../../platform/platform.ts'
import { useLeadCache } from './use-lead-source.ts'

/**
 * For an app that tells of leads or keeps them; it belongs beside the app's routes, so that it goes on whatever page is
 * shown and whether or not anybody sees it. As long as an administrator is there it announces the leads that come in, or
 * have come since some were kept, and keeps the newest ones for reading without a network. When they are gone, nothing
 * is left of what was announced.
 */
export function useLeadWatch(): void {
  const backend = useBackend()
  const platform = usePlatform()
  const { isAdmin } = useAuth()
  const keeping = useLeadCache()
  const { pathname } = useLocation()
  const isWanted = isAdmin && (platform.announcesLeads || keeping !== undefined)

  const announce = useEffectEvent((news: readonly Lead[]) => {
    const isInSight = pathname === '/admin/leads' && document.visibilityState === 'visible'
    if (news.length === 0 || isInSight) return
    platform.announceLeads(news.map(({ id, name, company }) => ({ id, name, company })))
  })

  useEffect(() => {
    if (!isWanted) return
    const ending = new AbortController()
    const { signal } = ending
    const keeper = keeping && createLeadCacheUpdater(() => cacheLeads(backend, keeping, signal))

    async function watch() {
      // What came while there was no network, or while the app was closed, is news, too.
      const kept = keeping ? await readCachedLeads(keeping).catch(() => null) : null
      if (signal.aborted) return
      const stop = pollNewLeads(backend, {
        since: kept ? (kept.leads[0]?.created_at ?? beforeAllTimes) : undefined,
        onPoll(news) {
          announce(news)
          keeper?.(news.length > 0)
        },
      })
      signal.addEventListener('abort', stop)
    }

    void watch()
    return () => {
      ending.abort()
      platform.leadsSeen()
    }
  }, [isWanted, backend, platform, keeping])
}
