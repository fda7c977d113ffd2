import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'

import { AuthDialogContext } from './auth-dialog-context.ts'

const AuthDialog = lazy(async () => ({ default: (await import('./auth-dialog.tsx')).AuthDialog }))

/** Holds the one customer auth dialog of the site; its code is loaded when it is first opened. */
export function AuthDialogProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const control = useMemo(
    () => ({
      open() {
        setOpened(true)
        setOpen(true)
      },
    }),
    [],
  )
  return (
    <AuthDialogContext value={control}>
      {children}
      {wasOpened && (
        <Suspense>
          <AuthDialog opened={isOpen && user === null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </AuthDialogContext>
  )
}
