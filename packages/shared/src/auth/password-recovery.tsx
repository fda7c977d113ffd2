import { useState } from 'react'

import { lazyComponent } from '../ui/lazy/lazy-component.tsx'
import { LazyDialog } from '../ui/lazy/lazy-dialog.tsx'
import { useAuth } from './auth-context.tsx'

const emailLinkDialog = lazyComponent(async () => (await import('./email-link-dialog.tsx')).EmailLinkDialog)

/** The dialog after a link in an e-mail: for a new password, or for another link when that one no longer works. */
export function PasswordRecovery() {
  const { isRecovering, endRecovery, expiredLink, error } = useAuth()
  const [isClosed, setClosed] = useState(false)
  return (
    <LazyDialog
      dialog={emailLinkDialog}
      what="The form of the link"
      // The error is there when the link has been looked at, which no server does.
      opened={isRecovering || (expiredLink !== null && error !== null && !isClosed)}
      onClose={isRecovering ? endRecovery : () => setClosed(true)}
    />
  )
}
