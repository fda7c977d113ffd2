import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

import { isFirstPressed } from '../page/first-presses.ts'
import { useCloseOnPopState } from '../page/page-address.ts'

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

const AuthDialog = lazyComponent(async () => (await import('./auth-dialog.tsx')).AuthDialog)

const preload = () => void AuthDialog.preload().catch(() => undefined)

// Pressed before hydration: it loads meanwhile.
if (isFirstPressed('[data-anonymous]')) preload()

/** Holds the one customer auth dialog of the site, and opens it for the buttons within. */
export function AuthDialogProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useCloseOnPopState(isOpen, close)
  const opener = useMemo(
    () => ({ onClick: () => setOpen(true), onPointerEnter: preload, onFocus: preload }),
    [],
  )
  return (
    <AuthDialogContext value={opener}>
      {children}
      <LazyDialog
        what="The sign-in form"
        dialog={AuthDialog}
        opened={isOpen && user === null}
        onClose={close}
      />
    </AuthDialogContext>
  )
}
