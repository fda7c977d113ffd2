import './mantine.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ProtectedRoute } from '@giftwell/shared/auth/protected-route.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/use-site-colours.ts'
import { MantineTheme } from '@giftwell/shared/ui/theme-provider.tsx'
import { backOfficeScreens } from './back-office-screens.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdministratorsScreen } from '../screen/screen-head.tsx'
import { LoginScreen } from './login-screen.tsx'
import { GuardedRouter } from '@giftwell/shared/app/unsaved-guard.tsx'

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

interface BackOfficeProps {
  readonly notFound: ReactNode
  /** Called when the address is no longer below /admin. */
  readonly onLeave: () => void
}

/** The back office within the website, with a router of its own. */
export function BackOffice({ notFound, onLeave }: BackOfficeProps) {
  return (
    <MantineTheme>
      <GuardedRouter>
        <Routes>
          <Route path="admin/*" element={<AdminRoutes notFound={notFound} />} />
          <Route path="*" element={<Left onLeave={onLeave} />} />
        </Routes>
      </GuardedRouter>
    </MantineTheme>
  )
}

function Left({ onLeave }: Pick<BackOfficeProps, 'onLeave'>) {
  useLayoutEffect(onLeave, [onLeave])
  return null
}
