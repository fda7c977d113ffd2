import { Button } from '@mantine/core'

import { useAuth } from '../../auth/auth-context.tsx'
import { EntryHead } from '../../ui/entry-page.tsx'

/** What somebody sees who is signed in but no administrator: who they are, why they see this, and a way out. */
export function NotAdministrator({ email }: { email: string }) {
  const { signOut } = useAuth()
  return (
    <>
      <EntryHead title="Not an administrator">
        You are signed in as <strong>{email}</strong>. This account is not an administrator. Ask an
        administrator for access, or sign in with another account.
      </EntryHead>
      <Button onClick={() => void signOut()}>Sign Out</Button>
    </>
  )
}
