import { createContext, use } from 'react'

/** Opens the customer auth dialog from wherever a visitor meets a gate. */
export interface AuthDialogControl {
  open(): void
}

/** Carries the dialog's control from the site's layout. */
export const AuthDialogContext = createContext<AuthDialogControl | null>(null)

/** The customer auth dialog of the surrounding layout; throws outside of one. */
export function useAuthDialog(): AuthDialogControl {
  const control = use(AuthDialogContext)
  if (control === null) throw new Error('Auth dialog context not available')
  return control
}
