import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inlineScripts, scriptHashes, staticHostHeaders } from '@giftwell/backend/http/security-headers.ts'
import { staticRedirects } from '@giftwell/backend/http/site-files.ts'
import { productRoute, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import Beasties from 'beasties'
import { parse } from 'postcss'
import { type Manifest, minifySync } from 'vite'

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
  /** Sources with one of each thing that the API answers with, which together show every part of a page with data. */
  readonly sampleSources: readonly unknown[]
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
  { route: termsRoute, path: termsRoute, file: 'terms.html', module: 'src/text-pages.ts', search: '' },
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
  const shell = minified(await readFile(join(folder, 'index.html'), 'utf8'))
  const quotation = join(folder, 'q', 'index.html')
  await writeFile(quotation, withMinifiedScript(await readFile(quotation, 'utf8')))
  const manifest = await readManifest(folder)
  // That file exports it.
  const renderer = (await import(pathToFileURL(join(serverFolder, 'prerender.js')).href)) as PageRenderer

  for (const page of [...pages, ...servedPages]) {
    const { path, file, module, search } = page
    const assets = assetsOf(manifest, module)
    const templateFor = async (sources: readonly unknown[], filters = ''): Promise<string> => {
      const asked = { path, search: filters, template: shell, siteOrigin }
      const samples = await Promise.all(sources.map((source) => renderer.renderPage(asked, source)))
      const bodies = samples.map(bodyOf).join('')
      // Under filters there may be so few products that the footer is in view; elsewhere it never is at first.
      const html =
        'route' in page || filters !== '' ? bodies : bodies.replaceAll(/<footer.*?<\/footer>/gs, '')
      return pageTemplate(shell, assets, await criticalCss(folder, assets.stylesheets, html))
    }
    // The page with its data, as the backend renders it, and without, as the build does: neither shows the other's parts.
    await writeFile(join(serverFolder, file), await templateFor(renderer.sampleSources))
    if (search !== '')
      await writeFile(join(serverFolder, filtered(file)), await templateFor(renderer.sampleSources, search))
    if (!('route' in page)) {
      const template = await templateFor([null])
      await writeFile(join(folder, file), await renderer.renderPage({ path, template, siteOrigin }))
    }
  }
  const files = Object.fromEntries([
    ...pages.map(({ path, file }) => [path, file]),
    ...servedPages.map(({ route, file }) => [route, file]),
  ])
  const filteredFiles = pages.flatMap(({ path, file, search }) => (search ? [[path, filtered(file)]] : []))
  const list = { siteOrigin, pages: files, filtered: Object.fromEntries(filteredFiles) }
  await writeFile(join(serverFolder, 'pages.json'), JSON.stringify(list))
  // The documents of every other page and of no page, under the names that the backend and static hosts look for.
  await mkdir(join(folder, 'app'), { recursive: true })
  await writeFile(join(folder, 'app', 'index.html'), shell)
  const notFound = await renderer.renderNotFound()
  await writeFile(
    join(folder, '404.html'),
    shell.replace('<div id="root">', (root) => `<noscript>${notFound}</noscript>${root}`),
  )
  await writeFile(join(folder, '_redirects'), staticRedirects(pages.map(({ path }) => path)))
  // Every document has the same inline script, which the policy allows by its hash.
  const scripts = scriptHashes(inlineScripts(shell))
  await writeFile(join(folder, '_headers'), staticHostHeaders(hostedOrigin, { hasTurnstile, scripts }))
}

/** The name of the template for a page under filters. */
const filtered = (file: string) => `filtered-${file}`

/** The content of a document's body, without the tags, since Beasties stops at the closing tag. */
const bodyOf = (html: string) =>
  html.slice(html.indexOf('>', html.indexOf('<body')) + 1, html.lastIndexOf('</body>'))

/**
 * The document around a page: with its critical CSS, and with its scripts and stylesheets marked for the inline script of
 * `index.html`, which loads them after the first paint.
 */
function pageTemplate(shell: string, { scripts, stylesheets }: PageAssets, css: string): string {
  const links = (paths: readonly string[], attributes: string) =>
    paths.map((path) => `<link ${attributes} crossorigin href="${path}">`).join('')
  const head = [
    `<style>${css}</style>`,
    `<noscript data-later>${links(stylesheets, 'rel="stylesheet"')}</noscript>`,
    links(scripts, 'data-rel="modulepreload"'),
  ]
  return shell
    .replaceAll(builtLink, '')
    .replace(entryScript, (_script, path: string) => links([path], 'data-entry'))
    .replace('</head>', () => `${head.join('')}</head>`)
}

/** A document with a minified inline script, and without line breaks between elements. */
const minified = (html: string) =>
  withMinifiedScript(html)
    .replaceAll(/>\s+</g, '><')
    .replaceAll(/\s*\n\s*/g, ' ')

const withMinifiedScript = (html: string) =>
  html.replace(/(?<=<script>).*?(?=<\/script>)/s, (script) =>
    minifySync('inline.js', script, { mangle: { toplevel: true } }).code.trim(),
  )

const builtLink = /<link rel="(?:stylesheet|modulepreload)" crossorigin[^>]*>/g
const entryScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/

/** The paths of a page's first requests. */
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

/** The rules of the stylesheets that a first paint of the HTML shows, in either colour scheme. */
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
  const body = `<div data-mantine-color-scheme="light"></div><div data-mantine-color-scheme="dark"></div>${html}`
  const done = await beasties.process(`<html><head>${links}</head><body data-session>${body}</body></html>`)
  return withoutUnused([...done.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join(''), body)
}

/** States that need no critical CSS: hover, active, print. */
const laterSelectors = /:hover|:active/
const laterMedia = /\bprint\b|\bhover\b/
const laterProperties =
  /^(?:transition|cursor|touch-action|overscroll-behavior.*|(?:-webkit-)?user-select|-webkit-tap-highlight-color)$/

/**
 * Critical CSS without rules beyond the first paint, and without variables that neither it nor the HTML uses.
 * Beasties keeps every rule whose elements exist, in any state.
 */
export function withoutUnused(css: string, html: string): string {
  const root = parse(css)
  const isInHtml = (selector: string) =>
    attributesOf(selector).every((name) => name === 'data-session' || html.includes(` ${name}`))
  root.walkAtRules('media', (media) => {
    if (laterMedia.test(media.params)) media.remove()
  })
  root.walkRules((rule) => {
    const selectors = rule.selectors.filter(
      (selector) => !laterSelectors.test(selector) && isInHtml(selector),
    )
    if (selectors.length === 0) rule.remove()
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors
  })

  const generated = new Set<string>()
  root.walkRules((rule) => {
    const values = new Map(
      rule.nodes.map((node) => (node.type === 'decl' ? [node.prop, node.value] : ['', ''])),
    )
    if (values.has('content') && values.get('opacity') !== '0')
      for (const selector of rule.selectors) generated.add(generatedBy(selector))
  })
  root.walkRules((rule) => {
    const isShown = (selector: string) => selector.startsWith(':') || generated.has(generatedBy(selector))
    if (rule.selectors.every((selector) => isGenerated.test(selector) && !isShown(selector))) rule.remove()
  })

  const definitions = new Map<string, string[]>()
  const used = new Set<string>()
  root.walkDecls((declaration) => {
    const { prop, value } = declaration
    if (laterProperties.test(prop)) declaration.remove()
    else if (prop.startsWith('--')) definitions.set(prop, [...(definitions.get(prop) ?? []), value])
    else for (const name of variablesOf(value)) used.add(name)
  })
  for (const name of variablesOf(html)) used.add(name)
  // A set may grow while it is iterated.
  for (const name of used)
    for (const value of definitions.get(name) ?? []) for (const next of variablesOf(value)) used.add(next)
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove()
  })
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove()
  })
  const animations = new Set<string>()
  root.walkDecls(/^animation/, ({ value }) => value.split(/[\s,]+/).forEach((name) => animations.add(name)))
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0 || (rule.name === 'keyframes' && !animations.has(rule.params))) rule.remove()
  })
  return root.toString()
}

/** A generated element, which is there when a rule gives it content. */
const isGenerated = /:(?:before|after)$/
/** The last part of a selector, in whichever state. */
const generatedBy = (selector: string) =>
  (selector.split(/[\s>+~]+/).at(-1) ?? '').replaceAll(
    /\[[^\]]*\]|:(?!before$|after$)[\w-]+(?:\([^()]*\))?/g,
    '',
  )

/** The data attributes that elements need for a selector to match them. */
const attributesOf = (selector: string) =>
  [...selector.replaceAll(/:not\([^()]*\)/g, '').matchAll(/\[(data-[\w-]+)/g)].map(([, name = '']) => name)

/** The names of the variables that a text uses. */
const variablesOf = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)

/** Reads Vite's manifest and removes it from the website. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')
  await rm(join(folder, '.vite'), { recursive: true })
  // Written by Vite.
  return JSON.parse(text) as Manifest
}
