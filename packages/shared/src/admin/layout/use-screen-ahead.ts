import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { createPrefetcher } from '../../data/prefetcher.ts'
import type { BackOfficeScreen } from '../back-office-screens.ts'

/** Handlers for a link to a screen, which preload its chunk and prefetch its first read on hover and focus. */
export function useScreenAhead() {
  const backend = useBackend()
  const client = useQueryClient()
  const prefetcher = useMemo(() => createPrefetcher(client, backend.connectivity), [client, backend])
  useEffect(() => prefetcher.onLeave, [prefetcher])

  return (screen: BackOfficeScreen) => {
    const onHover = () => {
      // A failure is said when the screen is opened.
      screen.preload().catch(() => undefined)
      prefetcher.onHover(screen.path, () => screen.firstRead()?.(backend, client) ?? null)
    }
    return {
      onPointerEnter: onHover,
      onPointerLeave: prefetcher.onLeave,
      onFocus: onHover,
      onBlur: prefetcher.onLeave,
    }
  }
}
