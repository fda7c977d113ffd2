import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServedPage, type PageData, type PageSource, type ServedPage } from './served-page.ts'

/** The website's server build (apps/storefront/src/prerender/prerender.tsx). */
export interface PageRenderer {
  /** Renders the document of a page with the data that the source has. Throws when the source has not all of it. */
  renderPage(
    page: { readonly path: string; readonly template: string; readonly siteOrigin: string | null },
    source: PageSource,
  ): Promise<string>
}

/** The build's list of its pages (packages/tooling/src/site/prerender-site.ts). */
interface PageList {
  readonly siteOrigin: string | null
  /** The path of each page and the file of its document. */
  readonly pages: Readonly<Record<string, string>>
}

/** The server-rendered pages, as an anonymous visitor sees them. */
export interface ServedPages {
  /** Null for a path that is not rendered, for one with a query, and when the data is missing. */
  respond(request: Request, data: PageData): Promise<Response | null>
  /** Renders and compresses every page before the first visitor requests it, one after the other. */
  prerender(origin: string, dataFor: (request: Request) => PageData): Promise<void>
}

/**
 * Reads what renders the pages of the built website; the renderer itself is loaded when it is first needed.
 * @param folder of the website's server build; without one no page is rendered here
 */
export async function readServedPages(folder: string): Promise<ServedPages> {
  const list = join(folder, 'pages.json')
  if (!existsSync(list)) return { respond: async () => null, prerender: async () => {} }
  // Written by the build.
  const { siteOrigin, pages } = JSON.parse(await readFile(list, 'utf8')) as PageList
  let renderer: Promise<PageRenderer> | undefined
  const load = async (): Promise<PageRenderer> => {
    renderer ??= import(pathToFileURL(join(folder, 'prerender.js')).href) as Promise<PageRenderer>
    return renderer
  }
  const served = new Map<string, ServedPage>()
  for (const [path, file] of Object.entries(pages)) {
    const template = await readFile(join(folder, file), 'utf8')
    const render = async (source: PageSource): Promise<string> =>
      (await load()).renderPage({ path, template, siteOrigin }, source)
    served.set(path, createServedPage(render))
  }
  return {
    async respond(request, data) {
      const { pathname, search } = new URL(request.url)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return isRead && search === '' ? ((await served.get(pathname)?.respond(request, data)) ?? null) : null
    },
    async prerender(origin, dataFor) {
      for (const [path, page] of served) {
        const request = new Request(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } })
        await page.respond(request, dataFor(request))
      }
    },
  }
}
