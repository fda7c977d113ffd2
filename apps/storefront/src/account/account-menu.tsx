import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { LazyBoundary } from '@giftwell/shared/ui/lazy/lazy-boundary.tsx'
import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { Button } from '@mantine/core'
import { type ComponentProps, useEffect, useState } from 'react'

import { AccountButton } from './account-button.tsx'
import classes from './account-menu.module.css'
import { useAuthDialog } from './auth-dialog-context.ts'

const SignedInMenu = lazyComponent(async () => (await import('./signed-in-menu.tsx')).SignedInMenu)

/** The header's Login button, or the account menu of a signed-in visitor. */
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
  return <LazyMenu />
}

/** Until the menu's chunk is loaded, its button stands alone; a menu asked for meanwhile opens when it is loaded. */
function LazyMenu() {
  const [isAsked, setAsked] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const button = {
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return (
    <LazyBoundary
      // The chunk may replace the button between press and release, which ends without a click.
      loading={
        <AccountButton {...button} onMouseDown={() => setAsked(true)} onClick={() => setAsked(true)} />
      }
      failed={(retry) => (
        <FailedMenu
          {...button}
          isAsked={isAsked}
          onClick={() => {
            setAsked(true)
            retry()
          }}
        />
      )}
    >
      <SignedInMenu isOpenAtFirst={isAsked} isFocusedAtFirst={isFocused} />
    </LazyBoundary>
  )
}

function FailedMenu({ isAsked, ...button }: ComponentProps<typeof AccountButton> & { isAsked: boolean }) {
  const toasts = useToasts()
  useEffect(() => {
    if (!isAsked) return
    toasts.show({
      title: 'The account menu could not be loaded',
      description: 'Please check your connection and try again.',
      variant: 'destructive',
    })
  }, [isAsked, toasts])
  return <AccountButton {...button} />
}
