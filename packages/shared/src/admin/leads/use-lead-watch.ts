import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { useBackend } from '../../data/backend-context.ts'
import { keepLeads, readKeptLeads } from '../../data/kept-leads.ts'
import { createLeadKeeper } from '../../data/lead-keeper.ts'
import type { Lead } from '../../data/lead-list.ts'
import { watchForNews } from '../../data/lead-watch.ts'
import { usePlatform } from '../../platform/platform-context.ts'
import { useLeadKeeping } from './use-lead-keeping.ts'

/**
 * For as long as the back office is open, whatever screen it shows and whether or not anybody sees it: announces the
 * leads that come in, and keeps the newest ones for reading without a network. Where the platform does neither, as in
 * a browser, nothing is asked.
 */
export function useLeadWatch(): void {
  const backend = useBackend()
  const platform = usePlatform()
  const { isAdmin } = useAuth()
  const keeping = useLeadKeeping()
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
    const keeper = keeping && createLeadKeeper(() => keepLeads(backend, keeping, signal))

    async function watch() {
      // What came while there was no network is news, too.
      const isOffline = !backend.connectivity.isOnline()
      const kept = isOffline && keeping ? await readKeptLeads(keeping).catch(() => null) : null
      if (signal.aborted) return
      const stop = watchForNews(backend, {
        since: kept?.leads[0]?.created_at,
        onLook(news) {
          announce(news)
          keeper?.(news.length > 0)
        },
      })
      signal.addEventListener('abort', stop)
    }

    void watch()
    return () => ending.abort()
  }, [isWanted, backend, keeping])
}
