import { lazyComponent } from '../ui/lazy/lazy-component.tsx'
import { LazyDialog } from '../ui/lazy/lazy-dialog.tsx'
import { useAuth } from './auth-context.tsx'

const newPasswordDialog = lazyComponent(
  async () => (await import('./new-password-dialog.tsx')).NewPasswordDialog,
)

/** The dialog for a new password, after a link to one. */
export function PasswordRecovery() {
  const { isRecovering, endRecovery } = useAuth()
  return (
    <LazyDialog
      dialog={newPasswordDialog}
      what="The form of the new password"
      opened={isRecovering}
      onClose={endRecovery}
    />
  )
}
