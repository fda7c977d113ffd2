import './mantine.css'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'

import { ProtectedRoute } from '@giftwell/shared/auth/protected-route.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/site-colours.ts'
import { backOfficeScreens } from './back-office-screens.ts'
import { AdminLayout } from './admin-layout.tsx'
import { AdministratorsScreen } from '../screen/screen-head.tsx'
import { LoginScreen } from './login-screen.tsx'

/** The routes of the back office below /admin (product.md, section 2, Route map). */
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
