import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { inlineScripts, scriptHashes } from '@giftwell/backend/http/inline-scripts.ts'
import { staticHostHeaders } from '@giftwell/backend/http/security-headers.ts'
import type { Manifest } from 'vite'

import { criticalCss } from './critical-css.ts'
import { pageAssets } from './page-assets.ts'
import { pageTemplate } from './page-template.ts'
import { takeFontFaces } from './take-font-faces.ts'

/** What the server build of the website promises (apps/storefront/src/prerender/prerender.tsx). */
export interface PageRenderer {
  renderPage(page: {
    readonly path: string
    readonly template: string
    readonly siteOrigin: string | null
  }): Promise<string>
  /** The page in both states of its first view: while its data is on its way, and with its data. */
  renderStates(path: string): Promise<{ readonly waiting: string; readonly served: string }>
}

/** The pages that are HTML before any script runs: the file of each, and the module that is its code. */
const pages = [
  { path: '/', file: 'index.html', module: 'src/home/home-page.tsx' },
  { path: '/catalogue', file: 'catalogue.html', module: 'src/catalogue/catalogue-page.tsx' },
]

/** Files of the document that every other page begins with: by this name, and as static hosts look for it. */
const shells = ['app/index.html', '404.html']

export interface PrerenderOptions {
  /** The built website, whose `index.html` becomes the home page. */
  readonly folder: string
  /** The website's server build. */
  readonly serverFolder: string
  /** The origin that the pages name as their own, or null when it is not known. */
  readonly siteOrigin: string | null
}

/**
 * Renders the public pages into the built website. The documents to render them into again are left beside the server
 * build, for a server that has the data at hand.
 */
export async function prerenderSite({ folder, serverFolder, siteOrigin }: PrerenderOptions): Promise<void> {
  const plain = await readFile(join(folder, 'index.html'), 'utf8')
  const faces = `<style>${await takeFontFaces(folder)}</style>`
  const built = plain.replace('</head>', () => `  ${faces}\n  </head>`)
  const manifest = await readManifest(folder)
  // What that file exports is said there.
  const renderer = (await import(pathToFileURL(join(serverFolder, 'prerender.js')).href)) as PageRenderer

  for (const { path, file, module } of pages) {
    const assets = pageAssets(manifest, ['index.html', module])
    const { waiting, served } = await renderer.renderStates(path)
    const templateFor = async (html: string) => {
      const css = await criticalCss({ folder, stylesheets: assets.stylesheets, html })
      return pageTemplate(built, assets, css)
    }
    // A server has the data or gives the page of the build, to which the data comes sooner or later.
    await writeFile(join(serverFolder, file), await templateFor(served))
    const template = await templateFor(waiting + served)
    await writeFile(join(folder, file), await renderer.renderPage({ path, template, siteOrigin }))
  }
  const files = Object.fromEntries(pages.map(({ path, file }) => [path, file]))
  await writeFile(join(serverFolder, 'pages.json'), JSON.stringify({ siteOrigin, pages: files }))
  for (const file of shells) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), built)
  }
  // All of the documents begin with the same script, which a policy allows by what is in it.
  await writeFile(join(folder, '_headers'), staticHostHeaders(scriptHashes(inlineScripts(built))))
}

/** What the build wrote down of itself; nothing that a browser asks for. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')
  await rm(join(folder, '.vite'), { recursive: true })
  // Vite's own.
  return JSON.parse(text) as Manifest
}
