import { Button } from '@mantine/core'

import { useAuth } from '../../auth/auth-context.tsx'
import classes from './login-screen.module.css'

/** What somebody sees who is signed in but no administrator: who they are, why they see this, and a way out. */
export function NotAdministrator({ email }: { email: string }) {
  const { signOut } = useAuth()
  return (
    <>
      <div>
        <h1 className={classes.title}>Not an administrator</h1>
        <p className={classes.subtitle}>
          You are signed in as <strong>{email}</strong>. This account is not an administrator. Ask an
          administrator for access, or sign in with another account.
        </p>
      </div>
      <Button onClick={() => void signOut()}>Sign Out</Button>
    </>
  )
}
