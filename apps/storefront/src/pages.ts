import type { PublicRoute } from '@giftwell/shared/domain/site-routes.ts'
import { lazyComponent, type LazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'

/** A public page. */
export type SitePage = LazyComponent<object>

export const homePage: SitePage = lazyComponent(async () => (await import('./home/home-page.tsx')).HomePage)

export const cataloguePage: SitePage = lazyComponent(
  async () => (await import('./catalogue/catalogue-page.tsx')).CataloguePage,
)

export const notFoundPage: SitePage = lazyComponent(
  async () => (await import('./page/not-found-page.tsx')).NotFoundPage,
)

/** The page of each public route. */
export const publicPages: Readonly<Record<PublicRoute, SitePage>> = {
  '/': homePage,
  '/catalogue': cataloguePage,
  '/product/:product': lazyComponent(async () => (await import('./product/product-page.tsx')).ProductPage),
  '/shortlist': lazyComponent(async () => (await import('./shortlist/shortlist-page.tsx')).ShortlistPage),
  '/inquiry/sent': lazyComponent(async () => (await import('./inquiry/sent-page.tsx')).SentPage),
  '/favourites': lazyComponent(async () => (await import('./favourites/favourites-page.tsx')).FavouritesPage),
  '/account/inquiries': lazyComponent(
    async () => (await import('./my-inquiries/my-inquiries-page.tsx')).MyInquiriesPage,
  ),
  '/privacy': lazyComponent(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
}

export const backOffice = lazyComponent(
  async () => (await import('@giftwell/shared/admin/admin-routes.tsx')).AdminRoutes,
)

/** Loads the chunk of the page at a path, if there is one. A failure is shown when the page is rendered. */
export async function preloadPage(pathname: string): Promise<void> {
  await pageAt(pathname)
    ?.preload()
    .catch(() => undefined)
}

function pageAt(pathname: string) {
  if (/^\/admin(\/|$)/.test(pathname)) return backOffice
  const route = pathname.replace(/^(\/product\/).*/, '$1:product').replace(/(.)\/$/, '$1')
  const pages: Readonly<Record<string, SitePage>> = publicPages
  return pages[route] ?? notFoundPage
}
