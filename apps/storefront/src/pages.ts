import type { AdminRoutes } from '@giftwell/shared/admin/admin-routes.tsx'
import { lateCode, type LateCode } from '@giftwell/shared/ui/late/late-code.ts'
import type { ComponentType } from 'react'

/** A public page, whose code comes when somebody goes there. */
export type SitePage = LateCode<ComponentType>

/** The home page. */
export const homePage: SitePage = lateCode(async () => (await import('./home/home-page.tsx')).HomePage)

/** The catalogue. */
export const cataloguePage: SitePage = lateCode(
  async () => (await import('./catalogue/catalogue-page.tsx')).CataloguePage,
)

/** The back office. */
export const backOffice: LateCode<typeof AdminRoutes> = lateCode(
  async () => (await import('@giftwell/shared/admin/admin-routes.tsx')).AdminRoutes,
)

/** What is needed to show the address with this path; undefined for paths that are no page. */
export function codeAt(pathname: string): LateCode<unknown> | undefined {
  if (pathname === '/') return homePage
  if (/^\/catalogue\/?$/.test(pathname)) return cataloguePage
  return /^\/admin(\/|$)/.test(pathname) ? backOffice : undefined
}

/**
 * Loads the code of the page at a path, so that its first rendering is whole. A page that cannot be loaded says so
 * itself, in its place.
 */
export async function loadPageAt(pathname: string): Promise<void> {
  await codeAt(pathname)
    ?.load()
    .catch(() => undefined)
}
