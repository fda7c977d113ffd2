import { Button } from '@mantine/core'

import { EntryHead } from '../ui/entry-page.tsx'
import { useAuth } from './auth-context.tsx'
import { CodeForm } from './code-form.tsx'

/** The second step of a sign-in, for an account that has a second factor. */
export function SignInCode({ email }: { readonly email: string }) {
  const { verifyCode, signOut } = useAuth()
  return (
    <>
      <EntryHead title="One more step">
        Open your authenticator app for the code of <strong>{email}</strong>.
      </EntryHead>
      <CodeForm send={verifyCode}>
        <Button variant="default" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </CodeForm>
      <p>No device any more? The owner of this site removes the second step.</p>
    </>
  )
}
