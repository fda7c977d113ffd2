import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'

import { ProtectedRoute } from '../auth/protected-route.tsx'
import { useBackend } from '../data/backend-context.ts'
import { siteDetailsQuery } from '../data/site-queries.ts'
import { useSiteColours } from '../ui/site-colours.ts'
import { backOfficeScreens } from './back-office-screens.ts'
import { AdminLayout } from './layout/admin-layout.tsx'
import { AdministratorsScreen } from './layout/for-administrators.tsx'
import { LoginScreen } from './login/login-screen.tsx'

/** The routes of the back office below /admin (specification, section 2, Route map). */
export function AdminRoutes({ notFound }: { notFound: ReactNode }) {
  useQuery(siteDetailsQuery(useBackend()))
  useSiteColours()
  return (
    <Routes>
      <Route path="login" element={<LoginScreen />} />
      <Route element={<ProtectedRoute requireAdmin />}>
        <Route element={<AdminLayout />}>
          {backOfficeScreens.map(({ path, parameters, text, isForAdministrators, Screen }) => (
            <Route
              key={path}
              path={path.slice('/admin/'.length) + parameters}
              element={
                isForAdministrators ? (
                  <AdministratorsScreen name={text}>
                    <Screen />
                  </AdministratorsScreen>
                ) : (
                  <Screen />
                )
              }
            />
          ))}
        </Route>
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
