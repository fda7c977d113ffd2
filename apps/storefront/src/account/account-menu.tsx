import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useLateCode } from '@giftwell/shared/ui/late/use-late-code.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toast-context.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { AccountButton } from './account-button.tsx'
import classes from './account-menu.module.css'
import { useAuthDialog } from './auth-dialog-context.ts'
import { signedInMenuCode } from './signed-in-menu-code.ts'

/** Login for anonymous visitors; the account and its menu for everybody else. */
export function AccountMenu() {
  const { user, isSessionReady } = useAuth()
  const authDialog = useAuthDialog()

  if (!isSessionReady) return <span className={classes.pending} />
  if (user === null) {
    return (
      <Button {...authDialog} data-anonymous>
        Login
      </Button>
    )
  }
  return <LateMenu />
}

/** Until the menu's code is there, its button stands alone; pressed, it is open when the code arrives. */
function LateMenu() {
  const toasts = useToasts()
  const { code: Menu, hasFailed, tryAgain } = useLateCode(signedInMenuCode)
  const [isAsked, setAsked] = useState(false)
  const [isFocused, setFocused] = useState(false)

  useEffect(() => {
    if (!hasFailed || !isAsked) return
    toasts.show({
      title: 'The account menu could not be loaded',
      description: 'Please check your connection and try again.',
      variant: 'destructive',
    })
  }, [hasFailed, isAsked, toasts])

  if (Menu !== undefined) return <Menu isOpenAtFirst={isAsked} isFocusedAtFirst={isFocused} />
  return (
    <AccountButton
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={() => {
        setAsked(true)
        if (hasFailed) tryAgain()
      }}
    />
  )
}
