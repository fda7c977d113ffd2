import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import type { ReactNode } from 'react'
import { Link } from '../page/router.tsx'

import { EmptyNote } from '../page/load-failure.tsx'
import classes from './account-page.module.css'
import { useAuthDialog } from './auth-dialog-provider.tsx'

interface AccountPageProps {
  readonly title: string
  /** The text for visitors: "Sign in to see your favourites." */
  readonly invitation: string
  /** The contents for the account with this id. */
  readonly children: (account: string) => ReactNode
}

/** A page of the caller's account, which offers sign-in to visitors. */
export function AccountPage({ title, invitation, children }: AccountPageProps) {
  const { user, isSessionReady } = useAuth()
  const authDialog = useAuthDialog()
  const site = useSite()
  return (
    <main id="content" className={classes.page}>
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className={`page-title ${classes.title}`}>{title}</h1>
      {user !== null && children(user.id)}
      {user === null && isSessionReady && (
        <EmptyNote>
          <p>{invitation}</p>
          <Button {...authDialog}>Sign In</Button>
        </EmptyNote>
      )}
    </main>
  )
}

/** The page of an account without contents, with a text on how to add some. */
export function EmptyAccountList({ children }: { readonly children: string }) {
  return (
    <EmptyNote>
      <p>Nothing yet. {children}</p>
      <Link to="/catalogue">Browse the catalogue</Link>
    </EmptyNote>
  )
}
