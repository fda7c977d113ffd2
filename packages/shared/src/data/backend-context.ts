import { createContext, use } from 'react'

import type { Backend } from './backend.ts'

/** Carries the backend from a composition root to whatever reads or writes. */
export const BackendContext = createContext<Backend | null>(null)

/** The backend of the surrounding app; throws outside of one. */
export function useBackend(): Backend {
  const backend = use(BackendContext)
  if (backend === null) throw new Error('Backend context not available')
  return backend
}
