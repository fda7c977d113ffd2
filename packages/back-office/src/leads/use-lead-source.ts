import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { type CachedLeads, type LeadCache, readCachedLeads } from './cached-leads.ts'
import { cachedLeads, type LeadSource, serverLeads } from './lead-source.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

interface LeadReading {
  readonly source: LeadSource
  /** The cached leads, if they are shown because the server is unreachable. */
  readonly cached: CachedLeads | undefined
}

/** The server's leads, or the cached ones while it is unreachable. */
export function useLeadSource(): LeadReading {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const cache = useLeadCache()
  const { data } = useQuery({
    queryKey: ['cached leads', cache?.userId],
    enabled: !isOnline && cache !== undefined,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => (cache === undefined ? null : readCachedLeads(cache)),
  })
  const cached = isOnline || cache === undefined ? undefined : (data ?? undefined)
  return { cached, source: cached === undefined ? serverLeads(backend) : cachedLeads(cached) }
}

/** The lead cache of the signed-in administrator; undefined on platforms without one, such as browsers. */
export function useLeadCache(): LeadCache | undefined {
  const { offlineStorage } = usePlatform()
  const { user, isStaff } = useAuth()
  const userId = isStaff ? user?.id : undefined
  return useMemo(
    () =>
      offlineStorage === null || userId === undefined
        ? undefined
        : { area: offlineAreaOf(offlineStorage), userId },
    [offlineStorage, userId],
  )
}
