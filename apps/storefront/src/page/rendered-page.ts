import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useLocation } from './router.tsx'

/** The id of the element with a page's render data, as JSON. */
export const renderedPageId = 'rendered-page'

/** The data that the browser's first render needs to repeat the HTML. */
export interface PageFacts {
  /** The public origin, or null when the build was not given one. */
  readonly siteOrigin: string | null
  /** The filters in the address that it was rendered for, as a query; empty for none. */
  readonly search: string
  /** The year in the footer. */
  readonly year: number
}

/** Facts of a page that was not prerendered. */
export const unrenderedPage: PageFacts = { siteOrigin: null, search: '', year: new Date().getFullYear() }

/** A page's render data. */
export interface RenderedPage extends PageFacts {
  readonly path: string
  /** The configuration and the data of an anonymous visitor, from a server; null in a page of the build. */
  readonly served: ServedData | null
}

/** The data that a server puts into the page, so that the browser does not fetch it. */
export interface ServedData {
  readonly config: BackendConfig
  /** The query cache of an anonymous visitor's page. */
  readonly queries: readonly (readonly [QueryKey, unknown])[]
}

/**
 * The document's render data, or null if it was not rendered for this path: the shell of other pages, or a file of
 * another path.
 */
export function readRenderedPage(document: Document, path: string): RenderedPage | null {
  const text = document.getElementById(renderedPageId)?.textContent
  if (!text) return null
  // The build or the server wrote it, together with this code.
  const page = JSON.parse(text) as RenderedPage
  if (page.path !== path) return null
  return page.served === null
    ? page
    : { ...page, served: { ...page.served, config: parseBackendConfig(page.served.config) } }
}

/** The render data of the HTML. */
export const PageFactsContext = createContext<PageFacts>(unrenderedPage)

/**
 * The public origin of the site, without a slash at the end: the one given to the build, else the one that the page was
 * opened at. Null in HTML rendered without one.
 */
export function usePublicOrigin(): string | null {
  const { siteOrigin } = use(PageFactsContext)
  const opened = usePlatform().siteOrigin
  const isHydrated = useIsHydrated()
  return siteOrigin ?? (isHydrated ? opened : null)
}

/** The query of the address; while hydrating, the one that the HTML was rendered for. */
export function useSearch(): string {
  const { search: rendered } = use(PageFactsContext)
  const { search } = useLocation()
  return useIsHydrated() ? search : rendered
}

/** The current year; while hydrating, the year in which the HTML was rendered. */
export function useYear(): number {
  const { year } = use(PageFactsContext)
  return useIsHydrated() ? thisYear() : year
}

function thisYear(): number {
  return new Date().getFullYear()
}
