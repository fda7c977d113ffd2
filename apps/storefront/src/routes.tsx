import { isSitePath, type PublicRoute, publicRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { useLayoutEffect, useMemo, useState } from 'react'
import { At, decodedPath, type Location, useLocation, useNavigationType } from './page/router.tsx'

import { LazyPage } from './layout/lazy-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { notFoundPage, publicPages } from './pages.ts'
import { isOverPage, PageAddressContext } from './page/page-address.ts'

/** The screen reader's announcement when a page opens. */
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
  '/account/company': 'Your company',
  '/auth/confirm': 'Link of an e-mail',
}

interface AppRoutesProps {
  /** Called at an address below /admin, where another router takes over. */
  readonly onBackOffice?: () => void
}

/** Every route of the website (product.md, section 2, Route map). A product may be open over a page. */
export function AppRoutes({ onBackOffice }: AppRoutesProps) {
  const browser = useLocation()
  const page = useAddressOfPage(browser)
  const address = useMemo(() => ({ browser, navigationType: page.navigationType }), [browser, page])
  const { pathname } = page.location
  const isInBackOffice = /^\/admin(?:\/|$)/i.test(pathname)
  const route = publicRoutes.find((path) => isSitePath(decodedPath(page.location), [path])) ?? null
  // The same for every address of a page, so that a filter renders the page alone.
  const view = useMemo(
    () => (
      <SiteLayout>
        {route === null ? (
          <LazyPage key="*" page={notFoundPage} name="No such page" />
        ) : (
          <LazyPage key={route} page={publicPages[route]} name={names[route]} />
        )}
      </SiteLayout>
    ),
    [route],
  )
  return (
    <PageAddressContext value={address}>
      <At location={page.location}>{isInBackOffice ? <BackOfficeEntered onEnter={onBackOffice} /> : view}</At>
    </PageAddressContext>
  )
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
