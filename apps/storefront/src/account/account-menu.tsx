import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { IconUserCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from '../page/router.tsx'

import classes from './account-menu.module.css'
import { useAuthDialog } from './auth-dialog-provider.tsx'

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
  return <AccountButton />
}

/** The button is outside the menu's chunk: a press while the chunk loads opens the menu when it has loaded. */
function AccountButton() {
  const toasts = useToasts()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasPressed, setPressed] = useState(false)

  useEffect(() => void SignedInMenu.preload().catch(() => undefined), [])

  function handleFailure() {
    setOpen(false)
    setPressed(false)
    toasts.show({
      title: 'The account menu could not be loaded',
      description: 'Please check your connection and try again.',
      variant: 'destructive',
    })
  }

  return (
    <>
      <Link to="/favourites" className={classes.favourites} aria-label="Favourites">
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M12 20 4.5 12.6A5 5 0 1 1 12 6a5 5 0 1 1 7.5 6.6Z" />
        </svg>
      </Link>
      <Button
        ref={button}
        id={id}
        variant="subtle"
        leftSection={<IconUserCircle size={20} aria-hidden />}
        className={classes.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => {
          setPressed(true)
          setOpen(!isOpen)
        }}
      >
        <span className={classes.word}>Account</span>
      </Button>
      {wasPressed && (
        <LazyBoundary failed={() => <LoadFailure onFailure={handleFailure} />}>
          <SignedInMenu id={id} button={button} opened={isOpen} onChange={setOpen} />
        </LazyBoundary>
      )}
    </>
  )
}

function LoadFailure({ onFailure }: { readonly onFailure: () => void }) {
  useEffect(onFailure)
  return null
}
