import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServedPage, type PageData, type PageSource, type ServedPage } from './served-page.ts'

/** The website's server build (apps/storefront/src/prerender/prerender.tsx). */
export interface PageRenderer {
  /** Renders a page's document with data from the source. Throws when data is missing. */
  renderPage(
    page: { readonly path: string; readonly template: string; readonly siteOrigin: string | null },
    source: PageSource,
  ): Promise<string>
}

/** The build's list of its pages (packages/tooling/src/site/prerender-site.ts). */
interface PageList {
  readonly siteOrigin: string | null
  /** The template file of each page, by its path. */
  readonly pages: Readonly<Record<string, string>>
}

/** The server-rendered pages, as anonymous visitors see them. */
export interface ServedPages {
  /** Null for a path that is not server-rendered, for any query, and when data is missing. */
  respond(request: Request, data: PageData): Promise<Response | null>
  /** Renders and compresses every page before its first request, one after the other. */
  prerender(origin: string, dataFor: (request: Request) => PageData): Promise<void>
}

/**
 * Reads the website's server build; the renderer is loaded on first use.
 * @param folder of the server build; without one no page is server-rendered
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
