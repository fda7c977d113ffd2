import { type PublicRoute, publicRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { useLayoutEffect, useMemo, useState } from 'react'
import { type Location, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'

import { LazyPage } from './layout/lazy-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { notFoundPage, publicPages } from './pages.ts'
import { isOverPage, PageAddressContext } from './page/page-address.ts'

/** What a screen reader says when a page opens. */
const names: Readonly<Record<PublicRoute, string>> = {
  '/': 'Home page',
  '/catalogue': 'Catalogue page',
  '/product/:product': 'Product page',
  '/shortlist': 'Shortlist',
  '/compare': 'Comparison',
  '/inquiry/sent': 'Inquiry sent',
  '/inquiry/:token': 'Your inquiry',
  '/favourites': 'Favourites page',
  '/privacy': 'Privacy',
  '/privacy/data': 'Your data',
  '/terms': 'Terms',
  '/accessibility': 'Accessibility statement',
  '/account/inquiries': 'My inquiries',
  '/auth/confirm': 'Link of an e-mail',
}

/** The same for every address, so that a filter renders the page alone. */
const pages = (
  <Route element={<SiteLayout />}>
    {publicRoutes.map((path) => (
      <Route
        key={path}
        path={path}
        element={<LazyPage key={path} page={publicPages[path]} name={names[path]} />}
      />
    ))}
    <Route path="*" element={<LazyPage key="*" page={notFoundPage} name="No such page" />} />
  </Route>
)

interface AppRoutesProps {
  /** Called at an address below /admin, where another router takes over. */
  readonly onBackOffice?: () => void
}

/** Every route of the website (product.md, section 2, Route map). A product may be open over a page. */
export function AppRoutes({ onBackOffice }: AppRoutesProps) {
  const browser = useLocation()
  const page = useAddressOfPage(browser)
  const address = useMemo(() => ({ browser, navigationType: page.navigationType }), [browser, page])
  const routes = useMemo(
    () => (
      <Routes location={page.location}>
        {pages}
        <Route path="admin/*" element={<BackOfficeEntered onEnter={onBackOffice} />} />
      </Routes>
    ),
    [page, onBackOffice],
  )
  return <PageAddressContext value={address}>{routes}</PageAddressContext>
}

function BackOfficeEntered({ onEnter }: { readonly onEnter: (() => void) | undefined }) {
  useLayoutEffect(() => onEnter?.(), [onEnter])
  return null
}

/** Where the page is and how the browser came there, which stays while a product is open over it. */
function useAddressOfPage(location: Location) {
  const navigationType = useNavigationType()
  const [page, setPage] = useState({ location, navigationType })
  if (page.location === location || isOverPage(location)) return page
  const next = { location, navigationType }
  setPage(next)
  return next
}
