import { Button, TextInput } from '@mantine/core'

import { passwordResetForm } from '../domain/credentials.ts'
import { ChallengeField } from '../ui/challenge-field.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import { useAuth } from './auth-context.tsx'
import classes from './credentials-form.module.css'
import { useChallenge } from './use-challenge.ts'
import { useRequest } from './use-request.ts'

interface ForgotPasswordFormProps {
  readonly emailLabel: string
  /** The e-mail typed so far. */
  readonly email: string
  readonly returnPath: `/${string}`
  readonly onBack: () => void
}

/** Sends a link to choose a new password. The response does not reveal whether the account exists. */
export function ForgotPasswordForm({ emailLabel, email, returnPath, onBack }: ForgotPasswordFormProps) {
  const { requestPasswordReset } = useAuth()
  const rules = passwordResetForm(emailLabel)
  const { form, submitTo } = useRulesForm({ rules, initial: { email } })
  const challenge = useChallenge('account')
  const request = useRequest({
    async send() {
      const { email: address } = rules.parse(form.getValues())
      const proven = await challenge.prove()
      if ('problem' in proven) return { accepted: false, message: proven.problem }
      return requestPasswordReset(address, returnPath, ...proven.proof)
    },
    refused: 'Email Not Sent',
    failed: 'Authentication Error',
    done: {
      title: 'Check your email',
      description: 'If there is an account for this address, a link to choose a new password is on its way.',
    },
    onDone: onBack,
  })

  return (
    <form className={classes.root} noValidate aria-label="Forgot password" onSubmit={submitTo(request.run)}>
      <p className={classes.note}>We will send you a link to choose a new password.</p>
      <TextInput
        label={emailLabel}
        type="email"
        autoComplete="email"
        placeholder="name@company.com"
        data-autofocus
        withAsterisk
        aria-required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <ChallengeField place={challenge.place} />
      <Button type="submit" size="md" disabled={request.isRunning}>
        {request.isRunning ? 'Sending...' : 'Send Link'}
      </Button>
      <button type="button" className={classes.switch} onClick={onBack}>
        Back to Sign In
      </button>
    </form>
  )
}
