import { Fragment, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { useAuth } from './auth-context.tsx'
import type { AuthState, AuthUser } from './auth-machine.ts'
import { SignInAgain } from './sign-in-again.tsx'

interface ProtectedRouteProps {
  /** Where users without access are redirected. */
  readonly redirectTo?: string
  /** Also lets sales in, who are limited within the back office. */
  readonly requireAdmin?: boolean
}

/**
 * Guards its routes (product.md, section 2); the database's policies are the authority. When a session ends with unsaved
 * changes on the page, the user signs in again over the page and loses nothing.
 */
export function ProtectedRoute({ redirectTo = '/admin/login', requireAdmin = false }: ProtectedRouteProps) {
  const auth = useAuth()
  const { user, isStaff, isLoading, isSessionReady } = auth
  const { pathname, search, hash } = useLocation()
  const [retained, setRetained] = useState<RetainedPage | null>(null)

  const mayShow = !isLoading && isSessionReady && user !== null && (!requireAdmin || isStaff)
  const page = nextRetainedPage(retained, auth, mayShow)
  if (page !== retained) setRetained(page)

  if (page === null) {
    if (isLoading || !isSessionReady) return <FullScreenLoader />
    return <Navigate to={redirectTo} replace state={{ askedFor: `${pathname}${search}${hash}` }} />
  }
  return (
    <>
      <Fragment key={page.user.id}>
        <Outlet />
      </Fragment>
      {page.hasEnded && <SignInAgain user={page.user} onLeave={() => setRetained(null)} />}
    </>
  )
}

/** The page that the guard shows. */
export interface RetainedPage {
  readonly user: AuthUser
  /** Whether the session expired or ended in another window, and its user may sign in again. */
  readonly hasEnded: boolean
}

/**
 * The page after a change of the auth state. It stays when its session ended by itself, until the same user signs in again.
 * Sign-out, another user and a lost role remove it.
 *
 * @param mayShow whether the current user has access
 */
export function nextRetainedPage(
  page: RetainedPage | null,
  { user, isLoading, isCodeNeeded }: Pick<AuthState, 'user' | 'isLoading' | 'isCodeNeeded'>,
  mayShow: boolean,
): RetainedPage | null {
  if (mayShow && user !== null) {
    return page?.user.id === user.id && !page.hasEnded ? page : { user, hasEnded: false }
  }
  if (page === null) return null
  if (user === null && !isLoading) return page.hasEnded ? page : { ...page, hasEnded: true }
  // Signed in again; the role is loading, or the code is asked for.
  return page.hasEnded && (isLoading || isCodeNeeded) && user?.id === page.user.id ? page : null
}
