import { createContext, use } from 'react'

/** Props for a button that opens the customer auth dialog. */
export interface AuthDialogOpener {
  onClick(): void
  /** Preloads the dialog. */
  onPointerEnter(): void
  onFocus(): void
}

/** Provides the opener of the auth dialog to `useAuthDialog`. */
export const AuthDialogContext = createContext<AuthDialogOpener | null>(null)

/** Props for a button that opens the customer auth dialog; throws outside of the site's layout. */
export function useAuthDialog(): AuthDialogOpener {
  const opener = use(AuthDialogContext)
  if (opener === null) throw new Error('Auth dialog context not available')
  return opener
}
