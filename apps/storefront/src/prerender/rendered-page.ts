import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/data/backend-config.ts'
import type { QueryKey } from '@tanstack/react-query'

import { renderedPageId } from './rendered-page-id.ts'

/** The pages that are HTML before any script runs. */
export const renderedPaths = ['/', '/catalogue'] as const
export type RenderedPath = (typeof renderedPaths)[number]

/** What the first render in the browser must know to say the same as the HTML that is there already. */
export interface PageFacts {
  /** The origin that the page names as its own, or null when nobody said it at the build. */
  readonly siteOrigin: string | null
  /** The year in the footer. */
  readonly year: number
}

/** What is known of a page that no HTML was there of. */
export const unrenderedPage: PageFacts = { siteOrigin: null, year: new Date().getFullYear() }

/** What a page was rendered with. */
export interface RenderedPage extends PageFacts {
  readonly path: RenderedPath
  /** The configuration and the anonymous answers, from a server that has them at hand; else the page asks for them. */
  readonly served: ServedData | null
}

/** What a server that has the data puts into the page, so that nothing is asked for twice. */
export interface ServedData {
  readonly config: BackendConfig
  /** What the queries of an anonymous visitor's page found. */
  readonly queries: readonly (readonly [QueryKey, unknown])[]
}

/**
 * What the document was rendered with, or null when it was not rendered for this path: the shell of every other page,
 * or a page that lies under another name.
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
