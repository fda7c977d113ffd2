import { useSyncExternalStore } from 'react'

import { useBackend } from './backend-context.ts'

/** Whether the backend can be reached, kept current. */
export function useIsOnline(): boolean {
  const { connectivity } = useBackend()
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline, connectivity.isOnline)
}
