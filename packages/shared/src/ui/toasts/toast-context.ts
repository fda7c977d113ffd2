import { createContext, use } from 'react'

import type { ToastStore } from './toast-store.ts'

/** Carries the toasts from a composition root to whoever has something to say. */
export const ToastContext = createContext<ToastStore | null>(null)

/** The toasts of the surrounding app; throws outside of one. */
export function useToasts(): ToastStore {
  const toasts = use(ToastContext)
  if (toasts === null) throw new Error('Toast context not available')
  return toasts
}
