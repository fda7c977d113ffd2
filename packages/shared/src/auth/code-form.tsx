import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { codeForm, recoveryCodeForm } from './credentials.ts'
import { useRulesForm } from '../ui/use-rules-form.ts'
import type { Outcome } from './account-requests.ts'
import classes from './credentials-form.module.css'
import { RequestProblem, useRequest } from './use-request.tsx'
import { EntryHead } from '../ui/entry-page.tsx'
import { useAuth } from './auth-context.tsx'

interface CodeFormProps {
  readonly send: (code: string) => Promise<Outcome>
  /** Whether it asks for a recovery code instead. */
  readonly isRecovery?: boolean
  readonly action?: string
  readonly running?: string
  /** Title of the toast after it. */
  readonly done?: string
  /** Title of the problem when the server rejects the code; its message follows. */
  readonly refused?: string
  readonly onDone?: () => void
  /** A button beside that of the form. */
  readonly children?: ReactNode
}

/** Asks for the six digits that an authenticator app shows, or for a recovery code; by default to sign in. */
export function CodeForm({
  send,
  isRecovery = false,
  action = 'Continue',
  running = 'Checking...',
  done = 'Login Successful',
  refused = 'Login Failed',
  onDone,
  children,
}: CodeFormProps) {
  const request = useRequest({
    send: ({ code }: { readonly code: string }) => send(code),
    refused,
    failed: 'Authentication Error',
    done: { title: done },
    ...(onDone && { onDone }),
  })
  const { form, isSending, onSubmit } = useRulesForm({
    rules: isRecovery ? recoveryCodeForm : codeForm,
    initial: { code: '' },
    send: request.run,
  })
  return (
    <form className={classes.root} noValidate onSubmit={onSubmit}>
      <TextInput
        {...(isRecovery
          ? { label: 'Recovery code', autoComplete: 'off', maxLength: 30 }
          : {
              label: 'Code from your authenticator app',
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              maxLength: 7,
            })}
        data-autofocus
        withAsterisk
        aria-required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <RequestProblem problem={request.problem} />
      <Button type="submit" size="md" disabled={isSending}>
        {isSending ? running : action}
      </Button>
      {children}
    </form>
  )
}

/** The second step of a sign-in, for an account that has a second factor. */
export function SignInCode({ email }: { readonly email: string }) {
  const { signOut } = useAuth()
  return (
    <>
      <EntryHead title="One more step">
        Signing in as <strong>{email}</strong> also takes a code from your authenticator app, or a recovery
        code.
      </EntryHead>
      <SecondStep>
        <Button variant="default" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </SecondStep>
      <p>
        Have you lost both the app and your recovery codes? Another administrator can remove the second step.
      </p>
    </>
  )
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondStep(props: Pick<CodeFormProps, 'onDone' | 'children'>) {
  const { verifyCode, passRecoveryCode } = useAuth()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <CodeForm
      key={String(isRecovery)}
      {...props}
      isRecovery={isRecovery}
      send={isRecovery ? passRecoveryCode : verifyCode}
    >
      <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
      {props.children}
    </CodeForm>
  )
}
