import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { CredentialsForm, type CredentialsMode } from '../../auth/credentials-form.tsx'
import { EntryHead, EntryPage } from '../../ui/entry-page.tsx'
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx'
import { HomeLink } from '../layout/home-link.tsx'
import { useFirstScreenAhead } from '../layout/use-screens-ahead.ts'
import { loginWords } from './login-words.ts'
import { NotAdministrator } from './not-administrator.tsx'
import { pageAskedFor } from './page-asked-for.ts'

const titles: Record<CredentialsMode, string> = { 'sign-in': 'Admin Login', 'sign-up': 'Admin Sign Up' }

/** Signing in to the back office, or asking for an account (specification, section 2, Admin login page). */
export function LoginScreen() {
  const { user, isAdmin, isLoading, isSessionReady } = useAuth()
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const location = useLocation()
  const next = pageAskedFor(location.state)
  useFirstScreenAhead(next)

  if (isLoading || !isSessionReady) return <FullScreenLoader />
  if (user !== null && isAdmin) return <Navigate to={next} replace />

  return (
    <EntryPage title={titles[mode]}>
      <HomeLink />
      {user === null ? (
        <>
          <EntryHead title={titles[mode]}>Content Management System</EntryHead>
          <CredentialsForm
            mode={mode}
            words={loginWords}
            emailLabel="Email"
            returnPath="/admin"
            onModeChange={setMode}
            onDone={(done) => done === 'sign-up' && setMode('sign-in')}
          />
        </>
      ) : (
        <NotAdministrator email={user.email} />
      )}
    </EntryPage>
  )
}
