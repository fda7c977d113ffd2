import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'

import { ProtectedRoute } from '../auth/protected-route.tsx'
import { AdminLayout } from './layout/admin-layout.tsx'
import { LeadsScreen } from './leads/leads-screen.tsx'
import { LoginScreen } from './login/login-screen.tsx'

/** The back office, to be mounted under /admin (specification, section 2, Route map); `notFound` is the app's 404 page. */
export function AdminRoutes({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      <Route path="login" element={<LoginScreen />} />
      <Route element={<ProtectedRoute requireAdmin />}>
        <Route element={<AdminLayout />}>
          <Route index element={<Navigate to="/admin/leads" replace />} />
          <Route path="leads" element={<LeadsScreen />} />
        </Route>
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
