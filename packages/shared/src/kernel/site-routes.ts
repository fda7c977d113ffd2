import { productRoute } from './product-address.ts'

/** The public pages (product.md, section 2, Route map), as patterns of React Router: `:name` is any one segment. */
export const publicRoutes = [
  '/',
  '/catalogue',
  productRoute,
  '/shortlist',
  '/inquiry/sent',
  '/favourites',
  '/privacy',
  '/account/inquiries',
  '/auth/confirm',
] as const

/** The pages of the back office. */
export const backOfficeRoutes = [
  '/admin/login',
  '/admin',
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
  '/admin/settings',
  '/admin/people',
  '/admin/products/import',
  '/admin/recently-deleted',
  '/admin/account',
  '/admin/reply-templates',
] as const

/** A route of the website (product.md, section 2, Route map). */
export type PublicRoute = (typeof publicRoutes)[number]
/** A route of the back office (product.md, section 2, Route map). */
export type BackOfficeRoute = (typeof backOfficeRoutes)[number]

/** Every page of the website. Any other path is answered with status 404, by servers as well. */
export const siteRoutes: readonly string[] = [...publicRoutes, ...backOfficeRoutes]

/** Whether a decoded path matches a route as React Router does: in any case, with or without a slash at the end. */
export function isSitePath(pathname: string, routes: readonly string[] = siteRoutes): boolean {
  return routes.some((route) => patternOf(route).test(pathname))
}

function patternOf(route: string): RegExp {
  const segments = route.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : segment))
  return new RegExp(`^${segments.join('/').replace(/\/$/, '')}/?$`, 'i')
}
