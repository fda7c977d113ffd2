import type { PublicRoute } from '@giftwell/shared/kernel/site-routes.ts'
import { lazyComponent, type LazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'

/** A public page. */
export type SitePage = LazyComponent<object>

/** The home page, lazily loaded (product.md, section 2, Home page). */
export const homePage: SitePage = lazyComponent(async () => (await import('./home/home-page.tsx')).HomePage)

/** The catalogue, lazily loaded (product.md, section 2, Catalogue). */
export const cataloguePage: SitePage = lazyComponent(
  async () => (await import('./catalogue/catalogue-page.tsx')).CataloguePage,
)

/** The 404 page, lazily loaded (product.md, section 2, 404 page). */
export const notFoundPage: SitePage = lazyComponent(
  async () => (await import('./page/not-found-page.tsx')).NotFoundPage,
)

/** The same page within the back office. */
export const unknownScreen = lazyComponent(
  async () => (await import('./page/not-found-page.tsx')).NotFoundScreen,
)

const otherPages = async () => import('./other-pages.ts')
const textPages = async () => import('./text-pages.ts')

export const publicPages: Readonly<Record<PublicRoute, SitePage>> = {
  '/': homePage,
  '/catalogue': cataloguePage,
  '/product/:product': lazyComponent(async () => (await import('./product/product-page.tsx')).ProductPage),
  '/shortlist': lazyComponent(async () => (await otherPages()).ShortlistPage),
  '/compare': lazyComponent(async () => (await otherPages()).ComparePage),
  '/inquiry/sent': lazyComponent(async () => (await otherPages()).SentPage),
  '/inquiry/:token': lazyComponent(async () => (await otherPages()).InquiryPage),
  '/favourites': lazyComponent(async () => (await otherPages()).FavouritesPage),
  '/account/inquiries': lazyComponent(async () => (await otherPages()).MyInquiriesPage),
  '/account/company': lazyComponent(async () => (await otherPages()).CompanyPage),
  '/auth/confirm': lazyComponent(async () => (await otherPages()).ConfirmPage),
  '/privacy': lazyComponent(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
  '/privacy/data': lazyComponent(async () => (await otherPages()).DataPage),
  '/terms': lazyComponent(async () => (await textPages()).TermsPage),
  '/accessibility': lazyComponent(async () => (await textPages()).AccessibilityPage),
}

/** The back office, lazily loaded: everything below /admin (product.md, section 2, Admin layout). */
export const backOffice = lazyComponent(
  async () => (await import('@giftwell/back-office/shell/back-office.tsx')).BackOffice,
)

/** Loads the chunk of the page at a path, if there is one. A failure is shown when the page is rendered. */
export async function preloadPage(pathname: string): Promise<void> {
  await pageAt(pathname)
    ?.preload()
    .catch(() => undefined)
}

function pageAt(pathname: string) {
  if (/^\/admin(\/|$)/.test(pathname)) return backOffice
  const route = pathname
    .replace(/(.)\/$/, '$1')
    .replace(/^(\/product\/).*/, '$1:product')
    .replace(/^(\/inquiry\/)(?!sent$).*/, '$1:token')
  const pages: Readonly<Record<string, SitePage>> = publicPages
  return pages[route] ?? notFoundPage
}
