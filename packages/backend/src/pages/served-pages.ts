import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageSource } from './page-data.ts'
import { createServedPage, type ServedPage } from './served-page.ts'

/** The website's server build (apps/storefront/src/prerender/prerender.tsx). */
export interface PageRenderer {
  /** Renders the document of a page with the data that the source has. Throws when the source has not all of it. */
  renderPage(
    page: { readonly path: string; readonly template: string; readonly siteOrigin: string | null },
    source: PageSource,
  ): Promise<string>
}

/** What the build says of the pages beside it (packages/tooling/src/site/prerender-site.ts). */
interface PageList {
  readonly siteOrigin: string | null
  /** The path of each page and the file of its document. */
  readonly pages: Readonly<Record<string, string>>
}

/** The public pages with what an anonymous visitor sees in them. */
export interface ServedPages {
  /** The page of a path, or undefined when it is none that is rendered. */
  at(path: string): ServedPage | undefined
  /** The paths of all of them. */
  readonly paths: readonly string[]
}

/**
 * Reads what renders the pages of the built website; the renderer itself is loaded when it is first needed.
 * @param folder of the website's server build; without one no page is rendered here
 */
export async function readServedPages(folder: string): Promise<ServedPages> {
  const list = join(folder, 'pages.json')
  if (!existsSync(list)) return { at: () => undefined, paths: [] }
  // The build's own.
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
  return { at: (path) => served.get(path), paths: [...served.keys()] }
}
