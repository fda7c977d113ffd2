import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { catalogueQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import { createPrefetcher } from '@giftwell/shared/data/prefetcher.ts'
import type { CatalogueFilters } from '@giftwell/shared/domain/catalogue-filters.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'

/** Prefetches the results that a choice would lead to. */
export interface ResultsPrefetch {
  /** @param change applied to the current filters when the prefetch starts; one per `target` */
  onHover(target: string, change: (current: CatalogueFilters) => CatalogueFilters): void
  onLeave(): void
}

/** Prefetched questions of a visitor without an account: half of what the server answers in a minute (docs/decisions/01). */
const mostAnonymous = 60

/** Prefetches the first page under other filters for the current viewer. Its identity never changes. */
export function useResultsPrefetch(filters: CatalogueFilters): ResultsPrefetch {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const client = useQueryClient()
  const latest = useRef({ filters, viewer: user?.id ?? null, isSessionReady })
  useLayoutEffect(() => {
    latest.current = { filters, viewer: user?.id ?? null, isSessionReady }
  })
  const prefetcher = useMemo(() => createPrefetcher(client, backend.connectivity), [client, backend])
  useEffect(() => prefetcher.onLeave, [prefetcher])

  return useMemo(() => {
    const asked = new Set<string>()
    return {
      onHover(target, change) {
        prefetcher.onHover(target, () => {
          const current = latest.current
          if (!current.isSessionReady) return null
          const query = catalogueQuery(backend, current.viewer, change(current.filters))
          if (current.viewer === null && asked.add(JSON.stringify(query.queryKey)).size > mostAnonymous)
            return null
          return { queryKey: query.queryKey, fetch: () => client.infiniteQuery(query) }
        })
      },
      onLeave: prefetcher.onLeave,
    }
  }, [prefetcher, backend, client])
}

/** Pointer and focus handlers for a control. A touch is a press already and prefetches nothing. */
export function hoverHandlers(onHover: () => void, onLeave: () => void) {
  return {
    // `move` and not `enter`: the page scrolls controls under a still pointer.
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') onHover()
    },
    onPointerLeave: onLeave,
    onFocus: onHover,
    onBlur: onLeave,
  }
}
