import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { CredentialsForm, type CredentialsMode } from '../../auth/credentials-form.tsx'
import { brand } from '../../domain/brand.ts'
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx'
import { HomeLink } from '../layout/home-link.tsx'
import { useFirstScreenAhead } from '../layout/use-screens-ahead.ts'
import classes from './login-screen.module.css'
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
    <main className={classes.page} id="content">
      <title>{`${titles[mode]} · ${brand.name}`}</title>
      <div className={classes.card}>
        <HomeLink />
        {user === null ? (
          <>
            <div>
              <h1 className={classes.title}>{titles[mode]}</h1>
              <p className={classes.subtitle}>Content Management System</p>
            </div>
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
      </div>
    </main>
  )
}
