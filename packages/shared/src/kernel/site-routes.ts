/** The route of a product's page, for React Router. */
export const productRoute = '/product/:product'

/** Hexadecimal digits of a product's id in its address. Two of a million products share them once in 500 catalogues. */
const shortIdLength = 12
const maxNameLength = 80

/** The path of a product's page: its name, for people, and the first digits of its id. */
export function productPath({ id, name }: { readonly id: string; readonly name: string }): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-|-$/g, '')
  return `/product/${words || 'gift'}-${shortIdOf(id)}`
}

/** The first digits of a product's id, as its address has them. */
export function shortIdOf(id: string): string {
  return id.replaceAll('-', '').slice(0, shortIdLength)
}

/** The short id at the end of a path; null when it is no product's. */
export function shortIdIn(pathname: string): string | null {
  return /^\/product\/(?:[^/]*-)?([\da-f]{12,32})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null
}

/** The page of the terms, which is there where the owner has set some. */
export const termsRoute = '/terms'

/** The public pages (product.md, section 2, Route map), as patterns of React Router: `:name` is any one segment. */
export const publicRoutes = [
  '/',
  '/catalogue',
  productRoute,
  '/shortlist',
  '/compare',
  '/inquiry/sent',
  '/inquiry/:token',
  '/favourites',
  '/privacy',
  '/privacy/data',
  termsRoute,
  '/accessibility',
  '/account/inquiries',
  '/account/company',
  '/auth/confirm',
] as const

/** The page of a quotation, which is a build of its own (apps/storefront/q). */
export const quotationRoute = '/q/:token'

/** The private page of an inquiry. */
export const inquiryRoute = '/inquiry/:token'

/** An inquiry's reference, by which its own page opens for the account that sent it. */
export const inquiryReference = /(?<![\w-])[A-Z]{1,4}-[\dA-F]{8}(?!\w)/i

/** The pages whose address grants access. */
export const privateRoutes = [inquiryRoute, '/privacy/data', quotationRoute] as const

/** The sections of Site Settings, each with an address of its own. */
export const settingsSections = [
  'brand',
  'home',
  'contact',
  'e-mails',
  'hints',
  'samples',
  'terms',
  'privacy',
  'seller',
  'webhooks',
  'api-keys',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** The pages of the back office. */
export const backOfficeRoutes = [
  '/admin/login',
  '/admin',
  '/admin/figures',
  '/admin/figures/sales',
  '/admin/figures/demand',
  '/admin/figures/website',
  '/admin/products',
  '/admin/categories',
  '/admin/subcategories',
  '/admin/industries',
  '/admin/doctor-types',
  '/admin/themes',
  '/admin/stats',
  '/admin/client-logos',
  '/admin/leads',
  '/admin/leads/:lead',
  '/admin/quotations',
  '/admin/quotations/:quotation',
  '/admin/orders',
  '/admin/orders/:order',
  '/admin/companies',
  '/admin/companies/:company',
  '/admin/privacy',
  '/admin/settings',
  ...settingsSections.map((section) => `/admin/settings/${section}` as const),
  '/admin/people',
  '/admin/products/import',
  '/admin/recently-deleted',
  '/admin/account',
  '/admin/reply-templates',
  '/admin/samples',
  '/admin/search-words',
  '/admin/branding-methods',
  '/admin/campaign-links',
] as const

/** A route of the website (product.md, section 2, Route map). */
export type PublicRoute = (typeof publicRoutes)[number]
/** A route of the back office (product.md, section 2, Route map). */
export type BackOfficeRoute = (typeof backOfficeRoutes)[number]

/** Every page of the website. Any other path is answered with status 404, by servers as well. */
export const siteRoutes: readonly string[] = [...publicRoutes, quotationRoute, ...backOfficeRoutes]

/** Whether a decoded path matches a route as React Router does: in any case, with or without a slash at the end. */
export function isSitePath(pathname: string, routes: readonly string[] = siteRoutes): boolean {
  return routes.some((route) => patternOf(route).test(pathname))
}

function patternOf(route: string): RegExp {
  const segments = route.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : segment))
  return new RegExp(`^${segments.join('/').replace(/\/$/, '')}/?$`, 'i')
}
