import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { shareIn, shareParameter } from '@giftwell/shared/kernel/shared-link.ts'
import { isSitePath, productRoute, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import { LRUCache } from 'lru-cache'
import type { Effort } from '../http/file-response.ts'
import { sharedPageHeaders } from '../http/security-headers.ts'
import { type PageSource, type ServedPage, createServedPage, termsChangedOn } from './prerendered-page.ts'

/** The website's server build (apps/storefront/src/prerender/prerender.tsx). */
export interface PageRenderer {
  /** Renders a page's document with data from the source. Throws when data is missing. */
  renderPage(
    page: {
      readonly path: string
      readonly search: string
      readonly template: string
      readonly siteOrigin: string | null
    },
    source: PageSource,
  ): Promise<string>
  /** The address of the product's page that visitors see at this one; null when they see none. */
  productAt(path: string, search: string, source: PageSource): Promise<string | null>
  /** A link's quotation as the HTML of its page's root. */
  renderQuotation(served: object): Promise<string>
}

/** The build's list of its pages (packages/tooling/src/site/prerender-site.ts). */
interface PageList {
  readonly siteOrigin: string | null
  /** The template file of each page, by its path. */
  readonly pages: Readonly<Record<string, string>>
  /** The template file of a page under filters, by its path. */
  readonly filtered: Readonly<Record<string, string>>
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** The path whose query holds filters. */
const filteredPath = '/catalogue'

/** The filters have thousands of combinations. */
const maxFilteredPages = 64

/** The page of visitors without an account shows nothing at this address. */
export const nothingToSee = 'nothing to see'

/** The server-rendered pages, as anonymous visitors see them. */
export interface ServedPages {
  /**
   * Null for a path that is not server-rendered, for filters that do not exist, for searches, and when data is missing.
   * Other query parameters change nothing. A product that visitors may see is rendered at its own address, to
   * which others redirect; every other product address is `nothingToSee`, so none reveals whether the product
   * exists. So is the page of terms if the owner has none. A shared link's key opens its product under any
   * filters.
   */
  respond(request: Request, data: PageSource): Promise<Response | typeof nothingToSee | null>
  /** Renders and compresses every page before its first request, one after the other. */
  prerender(origin: string, data: PageSource): Promise<void>
  /** The HTML of a quotation's page; null where it cannot be rendered, and the browser draws it. */
  quotation(served: object): Promise<string | null>
}

/**
 * Reads the website's server build; the renderer is loaded on first use.
 * @param folder of the server build; without one no page is server-rendered
 * @param siteUrl the site's public origin, when it is known; otherwise the build's is used
 */
export async function readServedPages(folder: string, siteUrl: string | null = null): Promise<ServedPages> {
  const list = join(folder, 'pages.json')
  if (!existsSync(list))
    return { respond: async () => null, prerender: async () => {}, quotation: async () => null }
  // Written by the build.
  const { pages, filtered: filteredFiles, ...built } = JSON.parse(await readFile(list, 'utf8')) as PageList
  const siteOrigin = siteUrl ?? built.siteOrigin
  let renderer: Promise<PageRenderer> | undefined
  const load = async (): Promise<PageRenderer> => {
    renderer ??= import(pathToFileURL(join(folder, 'prerender.js')).href) as Promise<PageRenderer>
    return renderer
  }
  const templates = new Map<string, string>()
  const filteredTemplates = new Map<string, string>()
  const served = new Map<string, ServedPage>()
  const filtered = new LRUCache<string, ServedPage>({ max: maxFilteredPages })
  const pageAt = (path: string, search: string, effort: Effort): ServedPage =>
    createServedPage(async (source) => {
      const route = path.startsWith('/product/') ? productRoute : path
      const template =
        (search === '' ? undefined : filteredTemplates.get(route)) ?? templates.get(route) ?? ''
      return (await load()).renderPage({ path, search, template, siteOrigin }, source)
    }, effort)
  for (const [path, file] of Object.entries(pages)) {
    templates.set(path, await readFile(join(folder, file), 'utf8'))
    if (path !== productRoute) served.set(path, pageAt(path, '', 'best'))
  }
  for (const [path, file] of Object.entries(filteredFiles))
    filteredTemplates.set(path, await readFile(join(folder, file), 'utf8'))

  function filteredPage(path: string, search: string): ServedPage {
    const key = path + search
    const page = filtered.get(key) ?? pageAt(path, search, 'fast')
    filtered.set(key, page)
    return page
  }

  async function respondWithProduct(
    request: Request,
    data: PageSource,
    search: string,
  ): Promise<Response | typeof nothingToSee | null> {
    const { pathname } = new URL(request.url)
    const { productAt } = await load()
    let path: string | null
    try {
      path = await productAt(pathname, search, data)
    } catch {
      return null // the browser fetches the data itself and shows the error
    }
    if (path === null) return nothingToSee
    if (path !== pathname) return new Response(null, { status: 302, headers: { location: path + search } })
    return filteredPage(path, search).respond(request, data)
  }

  /** The terms at their address in any spelling. */
  async function respondWithTerms(
    request: Request,
    data: PageSource,
  ): Promise<Response | typeof nothingToSee | null> {
    const changedOn = await termsChangedOn(data)
    if (changedOn === null) return nothingToSee
    const page = changedOn === undefined ? undefined : served.get(termsRoute)
    return (await page?.respond(request, data)) ?? null
  }

  async function respond(request: Request, data: PageSource): Promise<Response | typeof nothingToSee | null> {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const requested = readFilters(searchParams)
    // There is no end of searches, and each would cost a rendering.
    if (requested.q !== undefined && pathname === filteredPath) return null
    const filters = writeFilters(new URLSearchParams(), requested).toString()
    const search = filters && `?${filters}`
    if (pathname.startsWith('/product/') && templates.has(productRoute)) {
      const share = shareIn(searchParams)
      if (share === undefined) return respondWithProduct(request, data, search)
      const answer = await respondWithProduct(request, data, `?${shareParameter}=${share}`)
      return answer instanceof Response ? withHeaders(answer, sharedPageHeaders) : answer
    }
    if (isSitePath(pathname, [termsRoute])) return respondWithTerms(request, data)
    const isFiltered = pathname === filteredPath && served.has(pathname) && filters !== ''
    const page = isFiltered ? filteredPage(pathname, search) : served.get(pathname)
    return (await page?.respond(request, data)) ?? null
  }

  return {
    respond,
    quotation: async (quotation) =>
      load()
        .then(async ({ renderQuotation }) => renderQuotation(quotation))
        .catch(() => null),
    async prerender(origin, data) {
      for (const path of served.keys()) {
        await respond(new Request(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } }), data)
      }
    },
  }
}
