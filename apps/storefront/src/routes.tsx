import { type PublicRoute, publicRoutes } from '@giftwell/shared/domain/site-routes.ts'
import { Route, Routes } from 'react-router-dom'

import { LazyBackOffice, LazyPage } from './layout/lazy-page.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { PageArrival } from './layout/page-arrival.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { publicPages } from './pages.ts'

/** What a screen reader says when a page opens. */
const names: Readonly<Record<PublicRoute, string>> = { '/': 'Home page', '/catalogue': 'Catalogue page' }

/** Every route of the website (specification, section 2, Route map). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        {publicRoutes.map((path) => (
          <Route
            key={path}
            path={path}
            element={<LazyPage key={path} page={publicPages[path]} name={names[path]} />}
          />
        ))}
        <Route
          path="*"
          element={
            <>
              <NotFoundPage />
              <PageArrival name="No such page" />
            </>
          }
        />
      </Route>
      <Route path="admin/*" element={<LazyBackOffice />} />
    </Routes>
  )
}
