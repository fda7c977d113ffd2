import { Button, TextInput, type TextInputProps } from '@mantine/core'

import { passwordResetForm } from './credentials.ts'
import { ChallengeField, useChallenge } from './use-challenge.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import type { LinkKind } from './account-requests.ts'
import { useAuth } from './auth-context.tsx'
import classes from './credentials-form.module.css'
import { RequestProblem, useRequest } from './use-request.tsx'

interface NewLinkFormProps {
  readonly kind: LinkKind
  readonly emailLabel: string
  /** The e-mail typed so far. */
  readonly email: string
  /** The path in the e-mail. */
  readonly returnPath: `/${string}`
  readonly onDone: () => void
  /** Shows a button back to the sign-in. */
  readonly onBack?: () => void
}

const words: Record<LinkKind, { readonly note: string; readonly sent: string }> = {
  recovery: {
    note: 'We will send you a link to choose a new password.',
    sent: 'If there is an account for this address, a link to choose a new password has been sent.',
  },
  signup: {
    note: 'We will send you a new link to confirm your account.',
    sent: 'If there is an account for this address, a new link has been sent.',
  },
}

/** Sends a link by e-mail. The response does not reveal whether the account exists. */
export function NewLinkForm({ kind, emailLabel, email, returnPath, onDone, onBack }: NewLinkFormProps) {
  const { requestLink } = useAuth()
  const challenge = useChallenge('account')
  const request = useRequest({
    async send({ email: address }: { readonly email: string }) {
      const proven = await challenge.prove()
      if ('problem' in proven) return { accepted: false, message: proven.problem }
      return requestLink(kind, address, returnPath, ...proven.proof)
    },
    refused: 'Email Not Sent',
    failed: 'Authentication Error',
    done: { title: 'Check your email', description: words[kind].sent },
    onDone,
  })
  const { form, isSending, onSubmit } = useRulesForm({
    rules: passwordResetForm(emailLabel),
    initial: { email },
    send: request.run,
  })

  return (
    <form className={classes.root} noValidate aria-label="New link" onSubmit={onSubmit}>
      <p className={classes.note}>{words[kind].note}</p>
      <EmailField key={form.key('email')} label={emailLabel} {...form.getInputProps('email')} />
      <ChallengeField container={challenge.container} />
      <RequestProblem problem={request.problem} />
      <Button type="submit" size="md" disabled={isSending}>
        {isSending ? 'Sending...' : kind === 'signup' || onBack === undefined ? 'Send New Link' : 'Send Link'}
      </Button>
      {onBack !== undefined && (
        <button type="button" className={classes.switch} onClick={onBack}>
          Back to Sign In
        </button>
      )}
    </form>
  )
}

/** The address of an account, which is typed first. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      type="email"
      autoComplete="email"
      placeholder="name@company.com"
      data-autofocus
      withAsterisk
      aria-required
      {...props}
    />
  )
}
