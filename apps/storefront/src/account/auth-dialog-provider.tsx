import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { loadAhead } from '@giftwell/shared/ui/late/late-code.ts'
import { LateDialog } from '@giftwell/shared/ui/late/late-dialog.tsx'
import { type ReactNode, useMemo, useState } from 'react'

import { useClosingOnTheWayBack } from '../layout/use-closing-on-the-way-back.ts'
import { authDialogCode } from './auth-dialog-code.ts'
import { AuthDialogContext } from './auth-dialog-context.ts'

const prepare = () => loadAhead(authDialogCode)

/** Holds the one customer auth dialog of the site; its code is loaded when it is about to be opened. */
export function AuthDialogProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useClosingOnTheWayBack(isOpen, close)
  const opener = useMemo(
    () => ({ onClick: () => setOpen(true), onPointerEnter: prepare, onFocus: prepare }),
    [],
  )
  return (
    <AuthDialogContext value={opener}>
      {children}
      <LateDialog
        what="The sign-in form"
        dialog={authDialogCode}
        opened={isOpen && user === null}
        onClose={close}
      />
    </AuthDialogContext>
  )
}
