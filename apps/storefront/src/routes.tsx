import { Route, Routes } from 'react-router-dom'

import { LazyBackOffice, LazyPage } from './layout/lazy-page.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { cataloguePage, homePage } from './pages.ts'

/** Every route of the website (specification, section 2, Route map). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route index element={<LazyPage key="home" page={homePage} />} />
        <Route path="catalogue" element={<LazyPage key="catalogue" page={cataloguePage} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path="admin/*" element={<LazyBackOffice />} />
    </Routes>
  )
}
