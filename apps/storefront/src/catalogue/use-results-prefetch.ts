import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { CatalogueFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'

import type { createResultsPrefetcher, ResultsPrefetch } from './results-prefetcher.ts'

const load = async (...viewed: Parameters<typeof createResultsPrefetcher>) =>
  (await import('./results-prefetcher.ts')).createResultsPrefetcher(...viewed)

/** Prefetches the first page under other filters for the current viewer. Its identity never changes. */
export function useResultsPrefetch(filters: CatalogueFilters): ResultsPrefetch {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const client = useQueryClient()
  const latest = useRef({ filters, viewer: user?.id ?? null, isSessionReady })
  useLayoutEffect(() => {
    latest.current = { filters, viewer: user?.id ?? null, isSessionReady }
  })
  const prefetch = useMemo((): ResultsPrefetch => {
    // Loaded at the first hover; a prefetch that comes too late is none.
    const loads: Promise<ResultsPrefetch>[] = []
    const afterLoad = (work: (loaded: ResultsPrefetch) => void) =>
      void loads[0]?.then(work).catch(() => undefined)
    return {
      onHover(...hovered) {
        if (loads.length === 0) loads.push(load(client, backend, () => latest.current))
        afterLoad((loaded) => loaded.onHover(...hovered))
      },
      onLeave: () => afterLoad((loaded) => loaded.onLeave()),
    }
  }, [client, backend])
  useEffect(() => prefetch.onLeave, [prefetch])
  return prefetch
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
