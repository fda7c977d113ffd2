import { lateCode } from '../ui/late/late-code.ts'
import { LateDialog } from '../ui/late/late-dialog.tsx'
import { useAuth } from './auth-context.tsx'

const newPasswordDialog = lateCode(async () => (await import('./new-password-dialog.tsx')).NewPasswordDialog)

/** The new-password dialog while somebody recovers their account; nothing otherwise. */
export function PasswordRecovery() {
  const { isRecovering, endRecovery } = useAuth()
  return (
    <LateDialog
      dialog={newPasswordDialog}
      what="The form for the new password"
      opened={isRecovering}
      onClose={endRecovery}
    />
  )
}
