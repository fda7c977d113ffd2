import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  CredentialsForm,
  type CredentialsMode,
  type CredentialsWords,
} from '@giftwell/shared/auth/credentials-form.tsx'
import { SignInCode } from '@giftwell/shared/auth/code-form.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { openInvitationQuery, acceptInvitation, type OpenInvitation } from '../people/people-requests.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { HomeLink } from './navigation.tsx'
import { usePreloadedScreen } from './preload-screens.ts'
import { useChallenge, ChallengeField } from '@giftwell/shared/auth/use-challenge.tsx'
import { RequestProblem, useRequest } from '@giftwell/shared/auth/use-request.tsx'
import classes from '@giftwell/shared/auth/credentials-form.module.css'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { invitedForm } from '@giftwell/shared/auth/credentials.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'

const titles: Record<CredentialsMode, string> = { 'sign-in': 'Admin Login', 'sign-up': 'Admin Sign Up' }

const invitationLink = '#invitation='
const invitationHasEnded =
  'This invitation no longer works: each works once, within 7 days. Ask for a new one.'

/** Sign-in and sign-up for the back office (product.md, section 2, Admin login page), and the page of an invitation's link. */
export function LoginScreen() {
  const { user, isStaff, isCodeNeeded, isRoleUnknown, isLoading, isSessionReady } = useAuth()
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const location = useLocation()
  const next = requestedPage(location.state)
  usePreloadedScreen(next)
  const token = location.hash.startsWith(invitationLink)
    ? tokenIn(location.hash.slice(invitationLink.length))
    : undefined
  const invitation = useQuery({
    ...openInvitationQuery(useBackend(), token ?? ''),
    enabled: token !== undefined,
  })

  if (isLoading || !isSessionReady || (token !== undefined && invitation.isPending))
    return <FullScreenLoader />
  if (token !== undefined && invitation.data)
    return (
      <EntryPage title="You are invited">
        <HomeLink />
        <InvitationForm token={token} invitation={invitation.data} />
      </EntryPage>
    )
  const problem = token === undefined ? null : (invitation.error?.message ?? invitationHasEnded)
  if (user !== null && isStaff) return <Navigate to={next} replace />

  return (
    <EntryPage title={titles[mode]}>
      <HomeLink />
      {user === null ? (
        <>
          <EntryHead title={titles[mode]}>Content Management System</EntryHead>
          {problem !== null && <p role="alert">{problem}</p>}
          <CredentialsForm
            mode={mode}
            words={loginWords}
            emailLabel="Email"
            returnPath="/admin"
            onModeChange={setMode}
            onDone={(done) => done === 'sign-up' && setMode('sign-in')}
          />
        </>
      ) : isCodeNeeded ? (
        <SignInCode email={user.email} />
      ) : isRoleUnknown ? (
        <UnknownRole email={user.email} />
      ) : (
        <NotAdministrator email={user.email} problem={problem} />
      )}
    </EntryPage>
  )
}

/** The texts of the login page (product.md, sections 2 and 8). */
const loginWords: Record<CredentialsMode, CredentialsWords> = {
  'sign-in': {
    submit: 'Sign In',
    submitting: 'Signing in...',
    refused: 'Login Failed',
    failed: 'Login Error',
    done: { title: 'Login Successful' },
    hasSecondStep: true,
    switchMode: 'Need an account? Sign Up',
  },
  'sign-up': {
    submit: 'Create Account',
    submitting: 'Creating Account...',
    refused: 'Sign Up Failed',
    failed: 'Sign Up Error',
    done: { title: 'Sign Up Successful', description: 'Please check your email to confirm your account' },
    switchMode: 'Already have an account? Sign In',
  },
}

/** Shown to signed-in users whose role could not be read. */
function UnknownRole({ email }: { email: string }) {
  const { signOut, readRoleAgain } = useAuth()
  const reading = useSubmitOnce(readRoleAgain)
  return (
    <>
      <EntryHead title="Your access could not be checked">
        You are signed in as <strong>{email}</strong>, but the server did not say whether this account has
        access to the back office.
      </EntryHead>
      {/* `disabled` would lose the focus. */}
      <Button
        aria-disabled={reading.isRunning}
        data-disabled={reading.isRunning}
        onClick={() => void reading.run()}
      >
        Retry
      </Button>
      <Button variant="default" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  )
}

/** Shown to signed-in users who may not open the back office. */
function NotAdministrator({ email, problem }: { email: string; problem: string | null }) {
  const { signOut } = useAuth()
  return (
    <>
      <EntryHead title="No access to the back office">
        You are signed in as <strong>{email}</strong>. This account has no access to the back office: access
        was never given, or has been revoked. Ask an administrator for access, or sign in with another
        account.
      </EntryHead>
      {problem !== null && <p role="alert">{problem}</p>}
      <Button onClick={() => void signOut()}>Sign Out</Button>
    </>
  )
}

const home = '/admin'

/** The page after signing in: the requested one, if it belongs to the back office. */
export function requestedPage(locationState: unknown): string {
  const requested: unknown = recordOf(locationState)['askedFor']
  return typeof requested === 'string' && /^\/admin(\/(?!login)[\w/-]*)?([?#].*)?$/.test(requested)
    ? requested
    : home
}

interface InvitationFormProps {
  readonly token: string
  readonly invitation: OpenInvitation
}

/** Accepts an invitation: the name and a new password, whether the address has an account or not, and then the sign-in. */
function InvitationForm({ token, invitation }: InvitationFormProps) {
  const { email, role, invited_by: inviter } = invitation
  const { user, signIn } = useAuth()
  const backend = useBackend()
  const navigate = useNavigate()
  const challenge = useChallenge('sign-in')
  const request = useRequest({
    async send({ name, password }: { readonly name: string; readonly password: string }) {
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
  const { form, isSending, onSubmit } = useRulesForm({
    rules: invitedForm,
    initial: { name: '', password: '' },
    send: request.run,
  })

  return (
    <>
      <EntryHead title="You are invited">
        {inviter} invites you to the back office,{' '}
        {role === 'administrator' ? 'as an administrator' : 'to handle its leads'}. Choose a password. It
        replaces any earlier password of this address and ends other sessions.
        {user !== null && user.email !== email && (
          <span> You are signed in as {user.email}; accepting the invitation signs you out.</span>
        )}
      </EntryHead>
      <form className={classes.root} noValidate aria-label="Accept the invitation" onSubmit={onSubmit}>
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
        <RequestProblem problem={request.problem} />
        <Button type="submit" size="md" disabled={isSending}>
          {isSending ? 'Accepting...' : 'Accept Invitation'}
        </Button>
      </form>
    </>
  )
}
