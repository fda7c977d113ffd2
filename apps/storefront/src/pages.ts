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

/** The public page at a path; undefined for the back office and for paths that are no page. */
export function pageAt(pathname: string): SitePage | undefined {
  if (pathname === '/') return homePage
  return /^\/catalogue\/?$/.test(pathname) ? cataloguePage : undefined
}

/**
 * Loads the code of the page at a path, so that its first rendering is whole. A page that cannot be loaded says so
 * itself, in its place.
 */
export async function loadPageAt(pathname: string): Promise<void> {
  await pageAt(pathname)
    ?.load()
    .catch(() => undefined)
}
