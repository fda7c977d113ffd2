import { Dialog } from '../ui/dialog.tsx'
import type { DialogState } from '../ui/lazy/lazy-dialog.tsx'
import { useAuth } from './auth-context.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { NewPasswordDialog } from './new-password-dialog.tsx'

/** Asks for the new password after a link to one, and offers another link after one that no longer works. */
export function EmailLinkDialog({ opened, onClose }: DialogState) {
  const { isRecovering, expiredLink } = useAuth()
  if (isRecovering || expiredLink === null) return <NewPasswordDialog opened={opened} onClose={onClose} />
  return (
    <Dialog opened={opened} onClose={onClose} size="26rem" title="This Link No Longer Works">
      <NewLinkForm
        kind={expiredLink}
        emailLabel="Email"
        email=""
        returnPath={window.location.pathname.startsWith('/admin') ? '/admin' : '/catalogue'}
        onDone={onClose}
      />
    </Dialog>
  )
}
