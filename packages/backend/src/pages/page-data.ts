import type { SiteConfig } from '../http/site-config.ts'

/** Where the data of a page comes from. */
export interface PageSource {
  /** What the browser learns about its backend. */
  readonly config: SiteConfig
  /** What the API answers to a GET from a browser without a session, as JSON; null when it fails. */
  textFor(pathWithQuery: string): Promise<string | null>
}

/** What a page is filled with for the browser that asks for it. */
export interface PageData extends PageSource {
  /** The origins under which the website is known; for others nothing is rendered. */
  readonly origins: readonly string[]
}
