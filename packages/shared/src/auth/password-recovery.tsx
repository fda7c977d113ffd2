import { lazy, Suspense } from 'react'

import { useAuth } from './auth-context.tsx'

const NewPasswordDialog = lazy(async () => ({
  default: (await import('./new-password-dialog.tsx')).NewPasswordDialog,
}))

/** The new-password dialog while somebody recovers their account; nothing otherwise. */
export function PasswordRecovery() {
  const { isRecovering } = useAuth()
  if (!isRecovering) return null
  return (
    <Suspense>
      <NewPasswordDialog />
    </Suspense>
  )
}
