import { useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '../../data/backend-context.ts'
import { type CachedLeads, readCachedLeads } from '../../data/cached-leads.ts'
import { cachedLeads, type LeadSource, serverLeads } from '../../data/lead-source.ts'
import { useLeadCache } from './use-lead-keeping.ts'

/** Where the leads that are shown come from. */
export interface LeadReading {
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
