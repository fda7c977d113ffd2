import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inlineScripts, scriptHashes, staticHostHeaders } from '@giftwell/backend/http/security-headers.ts'
import { staticRedirects } from '@giftwell/backend/http/site-files.ts'
import { productRoute, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import Beasties from 'beasties'
import type { Manifest } from 'vite'

/** The website's server build (apps/storefront/src/prerender/prerender.tsx). */
interface PageRenderer {
  renderPage(
    page: {
      readonly path: string
      readonly search?: string
      readonly template: string
      readonly siteOrigin: string | null
    },
    source?: unknown,
  ): Promise<string>
  /** The 404 page for browsers without JavaScript. */
  renderNotFound(): Promise<string>
  /** One of each thing that the API answers with. */
  readonly sampleSource: unknown
}

/** The prerendered pages: the file of each, the module of its chunk, and filters that the sample data has. */
const pages = [
  { path: '/', file: 'index.html', module: 'src/home/home-page.tsx', search: '' },
  {
    path: '/catalogue',
    file: 'catalogue.html',
    module: 'src/catalogue/catalogue-page.tsx',
    search: '?industry=Industry&theme=Theme',
  },
]

/** The pages that are rendered with their data only: the route of each, and an address that the sample data has. */
const servedPages = [
  {
    route: productRoute,
    path: '/product/product-000000000000',
    file: 'product.html',
    module: 'src/product/product-page.tsx',
    search: '',
  },
  { route: termsRoute, path: termsRoute, file: 'terms.html', module: 'src/other-pages.ts', search: '' },
]

export interface PrerenderOptions {
  /** The built website, whose `index.html` becomes the home page. */
  readonly folder: string
  /** The website's server build. */
  readonly serverFolder: string
  /** The public origin, or null when it is not known. */
  readonly siteOrigin: string | null
  /** The origin of the website's hosted project, or null when it has none. */
  readonly hostedOrigin: string | null
  /** Whether the website loads Cloudflare Turnstile. */
  readonly hasTurnstile: boolean
}

/** Renders the public pages into the built website, and their templates into the server build. */
export async function prerenderSite({
  folder,
  serverFolder,
  siteOrigin,
  hostedOrigin,
  hasTurnstile,
}: PrerenderOptions): Promise<void> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8')
  const manifest = await readManifest(folder)
  // That file exports it.
  const renderer = (await import(pathToFileURL(join(serverFolder, 'prerender.js')).href)) as PageRenderer

  for (const page of [...pages, ...servedPages]) {
    const { path, file, module, search } = page
    const assets = assetsOf(manifest, module)
    // The page without its data, as the build renders it, and with it, as the backend does.
    const render = async (source?: unknown, filters = ''): Promise<string> =>
      renderer.renderPage({ path, search: filters, template: shell, siteOrigin }, source)
    const samples = [render(), render(renderer.sampleSource), render(renderer.sampleSource, search)]
    const html = (await Promise.all(samples)).map(bodyOf).join('')
    const template = pageTemplate(shell, assets, await criticalCss(folder, assets.stylesheets, html))
    await writeFile(join(serverFolder, file), template)
    if (!('route' in page))
      await writeFile(join(folder, file), await renderer.renderPage({ path, template, siteOrigin }))
  }
  const files = Object.fromEntries([
    ...pages.map(({ path, file }) => [path, file]),
    ...servedPages.map(({ route, file }) => [route, file]),
  ])
  await writeFile(join(serverFolder, 'pages.json'), JSON.stringify({ siteOrigin, pages: files }))
  // The documents of every other page and of no page, under the names that the backend and static hosts look for.
  await mkdir(join(folder, 'app'), { recursive: true })
  await writeFile(join(folder, 'app', 'index.html'), shell)
  const notFound = await renderer.renderNotFound()
  await writeFile(
    join(folder, '404.html'),
    shell.replace('<div id="root">', (root) => `<noscript>${notFound}</noscript>\n    ${root}`),
  )
  await writeFile(join(folder, '_redirects'), staticRedirects(pages.map(({ path }) => path)))
  // Every document has the same inline script, which the policy allows by its hash.
  const scripts = scriptHashes(inlineScripts(shell))
  await writeFile(join(folder, '_headers'), staticHostHeaders(hostedOrigin, { hasTurnstile, scripts }))
}

/** What the body of a document holds, without its tags, after which Beasties reads no further. */
const bodyOf = (html: string) =>
  html.slice(html.indexOf('>', html.indexOf('<body')) + 1, html.lastIndexOf('</body>'))

/**
 * The document around a page: with its critical CSS, and with its scripts and stylesheets marked for the inline script of
 * `index.html`, which loads them after the first paint.
 */
function pageTemplate(shell: string, { scripts, stylesheets }: PageAssets, css: string): string {
  const links = (paths: readonly string[], attributes: string) =>
    paths.map((path) => `<link ${attributes} crossorigin href="${path}">`).join('\n    ')
  const head = [
    `<style>${css}</style>`,
    links(stylesheets, 'data-rel="stylesheet"'),
    links(scripts, 'data-rel="modulepreload"'),
    `<noscript>${links(stylesheets, 'rel="stylesheet"')}</noscript>`,
  ]
  return shell
    .replaceAll(builtLink, '')
    .replace(entryScript, (_script, path: string) => links([path], 'data-entry'))
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
}

const builtLink = /\n *<link rel="(?:stylesheet|modulepreload)"[^>]*>/g
const entryScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/

/** Paths of what a page loads at first. */
interface PageAssets {
  readonly scripts: readonly string[]
  readonly stylesheets: readonly string[]
}

/** The chunks and stylesheets of the entry, of a page's module, and of everything that they import. */
function assetsOf(manifest: Manifest, module: string): PageAssets {
  const scripts = new Set<string>()
  const stylesheets = new Set<string>()
  const seen = new Set<string>()

  function visit(name: string): void {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The website has no chunk of ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
    for (const path of chunk.css ?? []) stylesheets.add(`/${path}`)
    scripts.add(`/${chunk.file}`)
  }

  visit('index.html')
  visit(module)
  return { scripts: [...scripts], stylesheets: [...stylesheets] }
}

/** The rules of the stylesheets that the HTML uses, in either colour scheme. */
async function criticalCss(folder: string, stylesheets: readonly string[], html: string): Promise<string> {
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    pruneSource: false,
    reduceInlineStyles: false,
    preloadFonts: false,
    logLevel: 'silent',
  })
  const links = stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  const done = await beasties.process(
    `<html data-mantine-color-scheme="light"><head>${links}</head><body><div data-mantine-color-scheme="dark"></div>${html}</body></html>`,
  )
  return [...done.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
}

/** Reads Vite's manifest and removes it from the website. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')
  await rm(join(folder, '.vite'), { recursive: true })
  // Written by Vite.
  return JSON.parse(text) as Manifest
}
