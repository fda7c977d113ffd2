import { AdminRoutes } from '@giftwell/shared/admin/admin-routes.tsx'
import { Navigate, Route, Routes } from 'react-router-dom'

import { NotFoundScreen } from './not-found-screen.tsx'

/** Every address of the app: the back office as on the website, and the app's own page. */
export function DesktopRoutes() {
  return (
    <Routes>
      <Route index element={<Navigate to="/admin" replace />} />
      <Route path="admin/*" element={<AdminRoutes notFound={<NotFoundScreen />} />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
