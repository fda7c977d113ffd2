import { Button, PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { type Credentials, credentialsForm, newCredentialsForm, noCredentials } from './credentials.ts'
import { ChallengeField, useChallenge } from './use-challenge.tsx'
import type { ToastContent } from '../ui/toasts/toasts.ts'
import { HoneypotField, useFormGuard } from '../ui/use-form-guard.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import type { LinkKind } from './account-requests.ts'
import { useAuth } from './auth-context.tsx'
import classes from './credentials-form.module.css'
import { EmailField, NewLinkForm } from './new-link-form.tsx'
import { RequestProblem, useRequest } from './use-request.tsx'

/** The mode of a credentials form: sign in, or create an account (product.md, section 2). */
export type CredentialsMode = 'sign-in' | 'sign-up'

/** The texts of a credentials form in one mode. */
export interface CredentialsWords {
  readonly submit: string
  readonly submitting: string
  /** Title of the problem when the server refuses; its message follows. */
  readonly refused: string
  /** Title of the problem for any other failure. */
  readonly failed: string
  readonly done: ToastContent
  /** Whether the page asks for the second factor of an account that has one: that ends the sign-in, and shows `done`. */
  readonly hasSecondStep?: boolean
  /** The label of the button for the other mode. */
  readonly switchMode: string
}

interface CredentialsFormProps {
  readonly mode: CredentialsMode
  readonly words: Record<CredentialsMode, CredentialsWords>
  readonly emailLabel: string
  /** The path in the confirmation e-mail of a new account. */
  readonly returnPath: `/${string}`
  /** The text about privacy below the button of a sign-up. */
  readonly consent?: ReactNode
  /** The version of the privacy notice that it shows there. */
  readonly noticeVersion?: number | undefined
  readonly onModeChange: (mode: CredentialsMode) => void
  /** The form asks for a link of this kind, or no longer does. */
  readonly onLinkChange?: (kind: LinkKind | null) => void
  readonly onDone?: (mode: CredentialsMode, isSignedIn: boolean) => void
}

/**
 * E-mail and password, to sign in or sign up (product.md, sections 2, 5 and 8). Input stays after a mode change and
 * after a rejection. Sign-up has a honeypot and a minimum fill time; a bot that fills in the honeypot gets a fake success.
 */
export function CredentialsForm({
  mode,
  words,
  emailLabel,
  returnPath,
  consent,
  noticeVersion,
  onModeChange,
  onLinkChange,
  onDone,
}: CredentialsFormProps) {
  const { signIn, signUp } = useAuth()
  const [link, setLink] = useState<LinkKind | null>(null)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const texts = words[mode]
  const rules = mode === 'sign-in' ? credentialsForm(emailLabel) : newCredentialsForm(emailLabel)
  const guard = useFormGuard()
  const challenge = useChallenge(mode === 'sign-in' ? 'sign-in' : 'account')

  const request = useRequest({
    async send(credentials: Credentials) {
      if (mode === 'sign-up' && !(await guard.pass())) return { accepted: true }
      const proven = await challenge.prove()
      if ('problem' in proven) return { accepted: false, message: proven.problem }
      if (mode === 'sign-up') return signUp({ ...credentials, noticeVersion }, returnPath, ...proven.proof)
      const outcome = await signIn(credentials, ...proven.proof)
      setUnconfirmed(!outcome.accepted && outcome.message.startsWith('Email not confirmed'))
      return outcome
    },
    refused: texts.refused,
    failed: texts.failed,
    // Without an e-mail confirmation the user is signed in at once.
    done({ isSignedIn, needsCode }) {
      if (needsCode && texts.hasSecondStep) return null
      return isSignedIn ? { ...words['sign-in'].done, title: texts.done.title } : texts.done
    },
    onDone: ({ isSignedIn }) => onDone?.(mode, mode === 'sign-in' || isSignedIn === true),
  })
  const { form, isSending, onSubmit } = useRulesForm({ rules, initial: noCredentials, send: request.run })
  const askFor = (kind: LinkKind | null) => {
    setLink(kind)
    request.clearProblem()
    onLinkChange?.(kind)
  }

  if (link !== null) {
    const leave = () => askFor(null)
    const { email } = form.getValues()
    return (
      <NewLinkForm
        kind={link}
        emailLabel={emailLabel}
        email={email}
        returnPath={returnPath}
        onDone={leave}
        onBack={leave}
      />
    )
  }

  return (
    <form className={classes.root} noValidate onSubmit={onSubmit}>
      <EmailField key={form.key('email')} label={emailLabel} {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        withAsterisk
        aria-required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {mode === 'sign-up' && <HoneypotField trap={guard.trap} />}
      {mode === 'sign-in' && (
        <button type="button" className={classes.forgot} onClick={() => askFor('recovery')}>
          Forgot password?
        </button>
      )}
      {mode === 'sign-in' && isUnconfirmed && (
        <button type="button" className={classes.switch} onClick={() => askFor('signup')}>
          Send a new confirmation link
        </button>
      )}
      <ChallengeField container={challenge.container} />
      <RequestProblem problem={request.problem} />
      <Button type="submit" size="md" disabled={isSending} data-sending={isSending || undefined}>
        {isSending ? texts.submitting : texts.submit}
      </Button>
      {mode === 'sign-up' && (
        <p className={classes.age}>By creating an account you confirm that you are 18 or older.</p>
      )}
      {mode === 'sign-up' && consent}
      <button
        type="button"
        className={classes.switch}
        onClick={() => {
          form.clearErrors()
          request.clearProblem()
          onModeChange(mode === 'sign-in' ? 'sign-up' : 'sign-in')
        }}
      >
        {texts.switchMode}
      </button>
    </form>
  )
}
