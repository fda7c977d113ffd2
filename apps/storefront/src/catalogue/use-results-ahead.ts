import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { catalogueQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import { createFetchAhead } from '@giftwell/shared/data/fetch-ahead.ts'
import type { CatalogueFilters } from '@giftwell/shared/domain/catalogue-filters.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'

/** Has the results fetched that a choice would lead to, once somebody seems about to make it. */
export interface ResultsAhead {
  /** @param change the choice, made on the filters as they then are; another one for each `what` */
  consider(what: string, change: (now: CatalogueFilters) => CatalogueFilters): void
  forget(): void
}

/** The results under other filters, as the viewer may see them; the same object for good. */
export function useResultsAhead(filters: CatalogueFilters): ResultsAhead {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const client = useQueryClient()
  const latest = useRef({ filters, viewer: user?.id ?? null, isSessionReady })
  useLayoutEffect(() => {
    latest.current = { filters, viewer: user?.id ?? null, isSessionReady }
  })
  const ahead = useMemo(() => createFetchAhead(client, backend.connectivity), [client, backend])
  useEffect(() => ahead.forget, [ahead])

  return useMemo(
    () => ({
      consider(what, change) {
        ahead.consider(what, () => {
          const now = latest.current
          if (!now.isSessionReady) return null
          const query = catalogueQuery(backend, now.viewer, change(now.filters))
          return { queryKey: query.queryKey, fetch: () => client.infiniteQuery(query) }
        })
      },
      forget: ahead.forget,
    }),
    [ahead, backend, client],
  )
}
