import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { createFetchAhead } from '../../data/fetch-ahead.ts'
import { loadAhead } from '../../ui/late/late-code.ts'
import type { BackOfficeScreen } from '../back-office-screens.ts'

/** For a link to a screen: what has its code and its first read on their way once it is approached. */
export function useScreenAhead() {
  const backend = useBackend()
  const client = useQueryClient()
  const ahead = useMemo(() => createFetchAhead(client, backend.connectivity), [client, backend])
  useEffect(() => ahead.forget, [ahead])

  return (screen: BackOfficeScreen) => {
    const approach = () => {
      loadAhead(screen)
      ahead.consider(screen.path, () => screen.get()?.firstRead?.(backend, client) ?? null)
    }
    return {
      onPointerEnter: approach,
      onPointerLeave: ahead.forget,
      onFocus: approach,
      onBlur: ahead.forget,
    }
  }
}
