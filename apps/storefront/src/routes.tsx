import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

import { CataloguePage } from './catalogue/catalogue-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'

const AdminRoutes = lazy(async () => ({
  default: (await import('@giftwell/shared/admin/admin-routes.tsx')).AdminRoutes,
}))

/** Every route of the website (specification, section 2, Route map). */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenLoader />}>
      <Routes>
        <Route element={<SiteLayout />}>
          <Route index element={<HomePage />} />
          <Route path="catalogue" element={<CataloguePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route path="admin/*" element={<AdminRoutes notFound={<NotFoundPage />} />} />
      </Routes>
    </Suspense>
  )
}
