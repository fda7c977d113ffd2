import { Navigate, Outlet, useLocation } from 'react-router-dom'

import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { useAuth } from './auth-context.tsx'

interface ProtectedRouteProps {
  /** Where to send whoever may not see the page. */
  readonly redirectTo?: string
  /** Whether the page is for administrators only. */
  readonly requireAdmin?: boolean
}

/** Shows the routes below it to whoever may see them (specification, section 2). The database's policies are the authority. */
export function ProtectedRoute({ redirectTo = '/admin/login', requireAdmin = false }: ProtectedRouteProps) {
  const { user, isAdmin, isLoading, isSessionReady } = useAuth()
  const { pathname, search, hash } = useLocation()
  if (isLoading || !isSessionReady) return <FullScreenLoader />
  if (user === null || (requireAdmin && !isAdmin)) {
    return <Navigate to={redirectTo} replace state={{ askedFor: `${pathname}${search}${hash}` }} />
  }
  return <Outlet />
}
