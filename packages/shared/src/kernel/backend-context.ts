import { createContext, use, useSyncExternalStore } from 'react'

import type { Backend } from './backend.ts'

/** Provides the backend. */
export const BackendContext = createContext<Backend | null>(null)

/** @throws outside an app */
export function useBackend(): Backend {
  const backend = use(BackendContext)
  if (backend === null) throw new Error('Backend context not available')
  return backend
}

/** Whether the backend can be reached; rerenders on a change. */
export function useIsOnline(): boolean {
  const { connectivity } = useBackend()
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline, connectivity.isOnline)
}
