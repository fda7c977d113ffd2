import { useMemo } from 'react'

import { useAuth } from '../../auth/auth-context.tsx'
import type { LeadCache } from '../../data/cached-leads.ts'
import { offlineAreaOf } from '../../data/offline-area.ts'
import { usePlatform } from '../../platform/platform.ts'

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
