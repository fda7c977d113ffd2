import { type PublicRoute, publicRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { use, useState } from 'react'
import { Route, Routes } from 'react-router-dom'

import { LazyBackOffice, LazyPage } from './layout/lazy-page.tsx'
import { SiteLayout } from './layout/site-layout.tsx'
import { notFoundPage, publicPages } from './pages.ts'
import { type Address, AddressContext, isOverPage, LocationContext } from './product/address-context.ts'

/** What a screen reader says when a page opens. */
const names: Readonly<Record<PublicRoute, string>> = {
  '/': 'Home page',
  '/catalogue': 'Catalogue page',
  '/product/:product': 'Product page',
  '/shortlist': 'Shortlist',
  '/inquiry/sent': 'Inquiry sent',
  '/favourites': 'Favourites page',
  '/privacy': 'Privacy',
  '/account/inquiries': 'My inquiries',
  '/auth/confirm': 'Link of an e-mail',
}

/** Every route of the website (product.md, section 2, Route map). A product may be open over a page. */
export function AppRoutes() {
  const address = use(LocationContext)
  return (
    <AddressContext value={address}>
      <LocationContext value={useAddressOfPage(address)}>
        <Routes>
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
          <Route path="admin/*" element={<LazyBackOffice />} />
        </Routes>
      </LocationContext>
    </AddressContext>
  )
}

/** The address of the page, which stays while a product is open over it. */
function useAddressOfPage(address: Address): Address {
  const [page, setPage] = useState(address)
  if (page === address || isOverPage(address.location)) return page
  setPage(address)
  return address
}
