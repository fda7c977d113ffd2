import { Fragment, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { useAuth } from './auth-context.tsx'
import { type KeptPage, nextKeptPage } from './kept-page.ts'
import { SignInAgain } from './sign-in-again.tsx'

interface ProtectedRouteProps {
  /** Where to send whoever may not see the page. */
  readonly redirectTo?: string
  /** Whether the page is for administrators only. */
  readonly requireAdmin?: boolean
}

/**
 * Shows the routes below it to whoever may see them (specification, section 2). The database's policies are the
 * authority. When a session ends by itself while something typed is unsaved, its user is asked to sign in again over
 * the page, and nothing is lost.
 */
export function ProtectedRoute({ redirectTo = '/admin/login', requireAdmin = false }: ProtectedRouteProps) {
  const auth = useAuth()
  const { user, isAdmin, isLoading, isSessionReady } = auth
  const { pathname, search, hash } = useLocation()
  const [kept, setKept] = useState<KeptPage | null>(null)

  const mayShow = !isLoading && isSessionReady && user !== null && (!requireAdmin || isAdmin)
  const page = nextKeptPage(kept, auth, mayShow)
  if (page !== kept) setKept(page)

  if (page === null) {
    if (isLoading || !isSessionReady) return <FullScreenLoader />
    return <Navigate to={redirectTo} replace state={{ askedFor: `${pathname}${search}${hash}` }} />
  }
  return (
    <>
      <Fragment key={page.user.id}>
        <Outlet />
      </Fragment>
      {page.hasEnded && <SignInAgain user={page.user} onLeave={() => setKept(null)} />}
    </>
  )
}
