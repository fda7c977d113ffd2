import { createContext, use } from 'react'

/** What makes a button open the customer auth dialog, to be spread into it wherever a visitor meets a gate. */
export interface AuthDialogOpener {
  onClick(): void
  /** Loads the dialog: it may be opened next. */
  onPointerEnter(): void
  onFocus(): void
}

/** Carries the dialog's opener from the site's layout. */
export const AuthDialogContext = createContext<AuthDialogOpener | null>(null)

/** What opens the customer auth dialog of the surrounding layout; throws outside of one. */
export function useAuthDialog(): AuthDialogOpener {
  const opener = use(AuthDialogContext)
  if (opener === null) throw new Error('Auth dialog context not available')
  return opener
}
