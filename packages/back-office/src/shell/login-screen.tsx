import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  CredentialsForm,
  type CredentialsMode,
  type CredentialsWords,
} from '@giftwell/shared/auth/credentials-form.tsx'
import { SignInCode } from '@giftwell/shared/auth/code-form.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { openInvitationQuery } from '../people/people-requests.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { HomeLink } from './top-bar.tsx'
import { usePreloadedScreen } from './preload-screens.ts'
import { InvitationForm } from './invitation-form.tsx'

const titles: Record<CredentialsMode, string> = { 'sign-in': 'Admin Login', 'sign-up': 'Admin Sign Up' }

const invitationLink = /^#invitation=([\da-f]{64})$/
const invitationHasEnded = 'This invitation has ended: it works once, for 7 days. Ask for a new one.'

/** Sign-in and sign-up for the back office (product.md, section 2, Admin login page), and the page of an invitation's link. */
export function LoginScreen() {
  const { user, isStaff, isCodeNeeded, isRoleUnknown, isLoading, isSessionReady } = useAuth()
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const location = useLocation()
  const next = requestedPage(location.state)
  usePreloadedScreen(next)
  const token = invitationLink.exec(location.hash)?.[1]
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
        You are signed in as <strong>{email}</strong>. This account has no access to the back office: it was
        never given, or has been revoked. Ask an administrator for access, or sign in with another account.
      </EntryHead>
      {problem !== null && <p role="alert">{problem}</p>}
      <Button onClick={() => void signOut()}>Sign Out</Button>
    </>
  )
}

const home = '/admin'

/** The page after signing in: the requested one, if it belongs to the back office. */
export function requestedPage(locationState: unknown): string {
  const requested: unknown = Object(locationState).askedFor
  return typeof requested === 'string' && /^\/admin(\/(?!login)[\w/-]*)?([?#].*)?$/.test(requested)
    ? requested
    : home
}
