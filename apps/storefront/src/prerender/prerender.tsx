import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { At } from '../page/router.tsx'

import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { anonymousAuth, initialAuth } from '@giftwell/shared/auth/auth-machine.ts'
import { readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { shareIn } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath, shortIdIn } from '@giftwell/shared/kernel/site-routes.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { App } from '../app.tsx'
import type { ServedQuotation } from '../quotation/open-quotation.ts'
import { QuotationPage } from '../quotation/quotation-page.tsx'
import { emptyBasketStore } from '../inquiry/basket.ts'
import {
  type PageFacts,
  type RenderedPage,
  type ServedData,
  unrenderedPage,
  renderedPageId,
} from '../page/rendered-page.ts'
import { preloadPage } from '../pages.ts'
import { productQuery } from '../product/use-product.ts'
import { AppRoutes } from '../routes.tsx'
import { createPageServices, readPageData } from './page-services.ts'
import { sampleAnswers, sampleAnswersWithoutLogo } from './sample-answers.ts'
import { siteColours, siteColoursId } from '@giftwell/shared/kernel/site-colours.ts'
import { brand, inScheme, namePlace, type SiteDetails } from '@giftwell/shared/kernel/brand.ts'

// The server build of this file runs in Node: at the build, and in the backend, which has the data.

export interface PageToRender {
  readonly path: string
  /** The filters of the address, or the key of a shared link, as a query; none unless given. */
  readonly search?: string
  /** The built document around it. */
  readonly template: string
  /** The origin that the page names as its own, without a slash at the end; null when it is not known. */
  readonly siteOrigin: string | null
}

/** Where a server reads the data. */
export interface DataSource {
  readonly config: BackendConfig
  /** The API's response to a GET of this path without a session, as JSON; null on failure. */
  textFor(pathWithQuery: string): Promise<string | null>
}

/** The address of a page that is rendered without knowing its own. */
const placeholderOrigin = 'http://site.invalid'
const placeholderConfig = { supabaseUrl: placeholderOrigin, supabaseKey: 'none' }

/** Sample data, from which the build learns what CSS a page with data needs: of a site with its own logo, and without one. */
export const sampleSources: readonly DataSource[] = [sampleAnswers, sampleAnswersWithoutLogo].map(
  (answers) => ({
    config: placeholderConfig,
    textFor: (address) =>
      Promise.resolve(JSON.stringify(answers[new URL(address, placeholderOrigin).pathname] ?? null)),
  }),
)

/**
 * Renders a page to HTML as the browser's first render will: without a source every query is pending; with one it has
 * its data, as for an anonymous visitor.
 * @throws when the source does not answer, or the interface crashes
 */
export async function renderPage(page: PageToRender, source: DataSource | null = null): Promise<string> {
  const { path, search = '', template, siteOrigin } = page
  const services = servicesOf(source, siteOrigin)
  const { backend, queryClient } = services
  try {
    await Promise.all([preloadPage(path), source && readPageData(path, search, backend, queryClient)])
    const rendered: RenderedPage = {
      path,
      siteOrigin,
      search,
      year: new Date().getFullYear(),
      served: source && { config: source.config, queries: found(queryClient) },
    }
    const html = await toHtml(<div id="root">{siteAt(path + search, services, rendered)}</div>)
    return fillDocument(
      template,
      html,
      rendered,
      queryClient.getQueryData(siteDetailsQuery(backend).queryKey),
    )
  } finally {
    queryClient.clear()
  }
}

/**
 * The address of the page of a product as an anonymous visitor sees it; null when there is nothing to see for one.
 * @throws when the source does not answer
 */
export async function productAt(path: string, search: string, source: DataSource): Promise<string | null> {
  const shortId = shortIdIn(path)
  if (shortId === null) return null
  const { backend, queryClient } = servicesOf(source, null)
  const parameters = new URLSearchParams(search)
  const query = productQuery(backend, null, shortId, readFilters(parameters), shareIn(parameters))
  try {
    const product = await queryClient.query(query)
    return product && productPath(product)
  } finally {
    queryClient.clear()
  }
}

function servicesOf(source: DataSource | null, siteOrigin: string | null): AppServices {
  return createPageServices({
    // As the browser reads it, so that both render the same addresses.
    config: parseBackendConfig(source?.config ?? placeholderConfig),
    origin: siteOrigin ?? placeholderOrigin,
    auth: source === null ? initialAuth : anonymousAuth,
    send: (input) => answerFrom(source, new URL(input instanceof Request ? input.url : input)),
  })
}

/** Renders the quotation of a link as its page does after hydration (q/index.html). */
export async function renderQuotation({ config, opened }: ServedQuotation): Promise<string> {
  const call = () => Promise.reject(new Error('The server calls nothing'))
  const html = await toHtml(<QuotationPage config={parseBackendConfig(config)} call={call} first={opened} />)
  // Without what React hoists into a head.
  return html.slice(html.indexOf('<header'))
}

/** Renders the 404 page to HTML for browsers without JavaScript; what belongs to the head is left out. */
export async function renderNotFound(): Promise<string> {
  const services = servicesOf(null, null)
  try {
    const html = await toHtml(<div>{siteAt('/404', services, unrenderedPage)}</div>)
    return html.slice(html.indexOf('<div>'))
  } finally {
    services.queryClient.clear() // otherwise a timer of it keeps the build running
  }
}

function siteAt(location: string, services: AppServices, facts: PageFacts): ReactNode {
  return (
    <App
      services={services}
      basket={emptyBasketStore}
      facts={facts}
      routes={
        <At location={location}>
          <AppRoutes />
        </At>
      }
    />
  )
}

function found(client: QueryClient): ServedData['queries'] {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
}

async function answerFrom(source: DataSource | null, { pathname, search }: URL): Promise<Response> {
  const text = (await source?.textFor(pathname + search)) ?? null
  if (text === null) throw new Error(`No answer to ${pathname}`)
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

async function toHtml(page: ReactNode): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(page, {
    // Not streamed: content inserted later needs scripts in the page, which its policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  const html = await new Response(prelude).text()
  if (failures.length > 0) throw new AggregateError(failures, 'The page could not be rendered')
  return html
}

const opening = '<div id="root">'
const closing = '</div>'

/**
 * Puts a rendered page into the built document: head elements into the head, the rest in place of the loading
 * text, followed by the data that it was rendered with.
 * @param site the owner's settings
 * @param html the page in its root element, after what React hoists into the head
 * @throws when the document is from another build
 */
function fillDocument(template: string, html: string, page: RenderedPage, site: SiteDetails = {}): string {
  const start = html.indexOf(opening)
  if (start === -1 || !html.endsWith(closing)) throw new Error('The page was not rendered into its root')
  const css = siteColours(site)
  const head = html.slice(0, start) + (css && `<style id="${siteColoursId}">${css}</style>`)
  // Written so that no text in it can end the element.
  const facts = JSON.stringify(page).replaceAll('<', String.raw`\u003c`)
  const root = `${html.slice(start)}<script type="application/json" id="${renderedPageId}">${facts}</script>`
  const filled = replaceOnce(replaceOnce(template, titlePlace, head), rootPlace, root)
  // The home page's form says so itself.
  const whole =
    page.path === '/'
      ? filled.replace(scriptsNeeded, '')
      : filled.replace(namePlace, () => escaped(site.name ?? brand.name))
  const lit = inScheme(whole, site)
  return page.served === null ? lit : lit.replace(configLink, '')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const scriptsNeeded = /\s*<noscript\s*><p class="no-scripts">.*?<\/noscript\s*>/s

/** The request for a configuration that the page holds itself. */
const configLink = /\s*<link rel="preload" href="\/config\.json"[^>]*>/

const titlePlace = /<title>[^<]*<\/title>/
const rootPlace = /<div id="root">.*?<\/div>/s

function replaceOnce(text: string, pattern: RegExp, content: string): string {
  if (!pattern.test(text)) throw new Error(`The document has no ${pattern.source}`)
  return text.replace(pattern, () => content)
}
