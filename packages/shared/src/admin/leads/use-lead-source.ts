import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useAuth } from '../../auth/auth-context.tsx'
import { useBackend, useIsOnline } from '../../data/backend-context.ts'
import { type CachedLeads, type LeadCache, readCachedLeads } from '../../data/cached-leads.ts'
import { cachedLeads, type LeadSource, serverLeads } from '../../data/lead-source.ts'
import { offlineAreaOf } from '../../data/offline-area.ts'
import { usePlatform } from '../../platform/platform.ts'

/** Where the leads that are shown come from. */
interface LeadReading {
  readonly source: LeadSource
  /** What is shown in place of the server's leads while it cannot be reached, if any were kept. */
  readonly kept: CachedLeads | undefined
}

/** The server's leads or, while it cannot be reached, those that were kept; it changes by itself. */
export function useLeadSource(): LeadReading {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const keeping = useLeadCache()
  const { data } = useQuery({
    queryKey: ['cached leads', keeping?.userId],
    enabled: !isOnline && keeping !== undefined,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => (keeping === undefined ? null : readCachedLeads(keeping)),
  })
  const kept = isOnline || keeping === undefined ? undefined : (data ?? undefined)
  return { kept, source: kept === undefined ? serverLeads(backend) : cachedLeads(kept) }
}

/** Where the leads of the administrator who is signed in are kept; undefined where none are, as in a browser. */
export function useLeadCache(): LeadCache | undefined {
  const { offlineStorage } = usePlatform()
  const { user, isAdmin } = useAuth()
  const userId = isAdmin ? user?.id : undefined
  return useMemo(
    () =>
      offlineStorage === null || userId === undefined
        ? undefined
        : { area: offlineAreaOf(offlineStorage), userId },
    [offlineStorage, userId],
  )
}
