import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

import { LatePage } from './layout/late-page.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { cataloguePage, homePage } from './pages.ts'

const AdminRoutes = lazy(async () => ({
  default: (await import('@giftwell/shared/admin/admin-routes.tsx')).AdminRoutes,
}))

/** Every route of the website (specification, section 2, Route map). */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenLoader />}>
      <Routes>
        <Route element={<SiteLayout />}>
          <Route index element={<LatePage key="home" page={homePage} />} />
          <Route path="catalogue" element={<LatePage key="catalogue" page={cataloguePage} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route path="admin/*" element={<AdminRoutes notFound={<NotFoundPage />} />} />
      </Routes>
    </Suspense>
  )
}
