import { Navigate, Route, Routes } from 'react-router-dom'

import { ProtectedRoute } from '../auth/protected-route.tsx'
import { AdminLayout } from './layout/admin-layout.tsx'
import { LeadsScreen } from './leads/leads-screen.tsx'
import { LoginScreen } from './login/login-screen.tsx'

/** The back office, to be mounted under /admin (specification, section 2, Route map). */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="login" element={<LoginScreen />} />
      <Route element={<ProtectedRoute requireAdmin />}>
        <Route element={<AdminLayout />}>
          <Route index element={<Navigate to="/admin/leads" replace />} />
          <Route path="leads" element={<LeadsScreen />} />
          <Route path="*" element={<Navigate to="/admin" replace />} />
        </Route>
      </Route>
    </Routes>
  )
}
