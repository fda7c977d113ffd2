import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { codeForm } from './credentials.ts'
import { useRulesForm } from '../ui/use-rules-form.ts'
import type { Outcome } from './account-requests.ts'
import classes from './credentials-form.module.css'
import { useRequest } from './use-request.ts'
import { EntryHead } from '../ui/entry-page.tsx'
import { useAuth } from './auth-context.tsx'

interface CodeFormProps {
  readonly send: (code: string) => Promise<Outcome>
  readonly action?: string
  readonly running?: string
  /** Title of the toast after it. */
  readonly done?: string
  /** Title of the toast when the server rejects the code; its message follows. */
  readonly refused?: string
  readonly onDone?: () => void
  /** A button beside that of the form. */
  readonly children?: ReactNode
}

/** Asks for the six digits that an authenticator app shows; by default to sign in. */
export function CodeForm({
  send,
  action = 'Continue',
  running = 'Checking...',
  done = 'Login Successful',
  refused = 'Login Failed',
  onDone,
  children,
}: CodeFormProps) {
  const { form, submitTo } = useRulesForm({ rules: codeForm, initial: { code: '' } })
  const request = useRequest({
    send: () => send(codeForm.parse(form.getValues()).code),
    refused,
    failed: 'Authentication Error',
    done: { title: done },
    ...(onDone && { onDone }),
  })
  return (
    <form className={classes.root} noValidate onSubmit={submitTo(request.run)}>
      <TextInput
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
        withAsterisk
        aria-required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      {request.problem !== null && <p className={classes.problem}>{request.problem}</p>}
      <Button type="submit" size="md" disabled={request.isRunning}>
        {request.isRunning ? running : action}
      </Button>
      {children}
    </form>
  )
}

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
