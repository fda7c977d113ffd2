import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useChallenge, ChallengeField } from '@giftwell/shared/auth/use-challenge.tsx'
import { useRequest } from '@giftwell/shared/auth/use-request.ts'
import classes from '@giftwell/shared/auth/credentials-form.module.css'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { acceptInvitation, type OpenInvitation } from '../people/people-requests.ts'
import { invitedForm } from '@giftwell/shared/auth/credentials.ts'
import { EntryHead } from '@giftwell/shared/ui/entry-page.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'

interface InvitationFormProps {
  readonly token: string
  readonly invitation: OpenInvitation
}

/** Accepts an invitation: the name and a new password, whether the address has an account or not, and then the sign-in. */
export function InvitationForm({ token, invitation }: InvitationFormProps) {
  const { email, role, invited_by: inviter } = invitation
  const { user, signIn } = useAuth()
  const backend = useBackend()
  const navigate = useNavigate()
  const challenge = useChallenge('sign-in')
  const { form, submitTo } = useRulesForm({ rules: invitedForm, initial: { name: '', password: '' } })
  const request = useRequest({
    async send() {
      const { name, password } = invitedForm.parse(form.getValues())
      const proven = await challenge.prove()
      if ('problem' in proven) return { accepted: false, message: proven.problem }
      try {
        await acceptInvitation(backend, { token, new_password: password, name })
      } catch (error) {
        if (error instanceof AppError && error.kind !== 'unexpected')
          return { accepted: false, message: error.message }
        throw error
      }
      const signedIn = await signIn({ email, password }, ...proven.proof).catch(() => ({ accepted: false }))
      return { accepted: true, isSignedIn: signedIn.accepted }
    },
    refused: 'Invitation Not Accepted',
    failed: 'Authentication Error',
    done: ({ isSignedIn }) => ({
      title: 'Invitation accepted',
      description: isSignedIn === true ? "You're signed in." : 'Sign in with your new password.',
    }),
    onDone: () => void navigate('/admin/login', { replace: true }),
  })

  return (
    <>
      <EntryHead title="You are invited">
        {inviter} invites you to the back office,{' '}
        {role === 'administrator' ? 'as an administrator' : 'to handle its leads'}. Choose a password: it
        replaces any that this address has here, and ends other sessions.
        {user !== null && user.email !== email && (
          <span> You are signed in as {user.email}; that ends here.</span>
        )}
      </EntryHead>
      <form
        className={classes.root}
        noValidate
        aria-label="Accept the invitation"
        onSubmit={submitTo(request.run)}
      >
        <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
        <TextInput
          label="Name"
          autoComplete="name"
          withAsterisk
          aria-required
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <PasswordInput
          label="New Password"
          autoComplete="new-password"
          withAsterisk
          aria-required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ChallengeField container={challenge.container} />
        {request.problem !== null && <p className={classes.problem}>{request.problem}</p>}
        <Button type="submit" size="md" disabled={request.isRunning}>
          {request.isRunning ? 'Accepting...' : 'Accept Invitation'}
        </Button>
      </form>
    </>
  )
}
