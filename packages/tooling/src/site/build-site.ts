import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'

import { challengeConfig } from '@giftwell/backend/http/site-config.ts'
import { robots, sitemap } from '@giftwell/backend/prerendered/sitemap.ts'
import { readSettings } from '@giftwell/backend/settings.ts'

import type { Plugin } from 'vite'

import { findFiles, repositoryRoot } from '../repository-root.ts'
import { type PrerenderOptions, prerenderSite } from './prerender-site.ts'
import { type BuildOptions, runBuild } from './run-build.ts'

export const storefront = join(repositoryRoot, 'apps', 'storefront')
export const siteFolder = join(storefront, 'dist')
/** The server build of the same website, which renders the public pages with their data. */
const serverFolder = join(storefront, 'dist-server')

/** The website's default address: on the machine that runs `npm start`. */
const localSite = 'http://127.0.0.1:3000'

/** A build is written beside the finished one and renamed at the end. */
const next = { site: join(storefront, '.dist-new'), server: join(storefront, '.dist-new-server') }
const previous = join(storefront, '.dist-old')

/** The sources of the website. */
export const siteSources = {
  files: [
    'apps/storefront/**/*',
    'packages/{shared,back-office}/package.json',
    'packages/{shared,back-office}/src/**/*',
    'packages/tooling/src/{bootstrap,site,system}/**/*',
    'packages/tooling/src/repository-root.ts',
    'packages/backend/src/{http,prerendered,process}/**/*',
    'packages/backend/src/settings.ts',
    'package-lock.json',
    'tsconfig.json',
  ],
  except: [
    '**/node_modules/**',
    'apps/storefront/{dist,dist-server,.dist-new,.dist-new-server,.dist-old,e2e}/**',
    '**/testing/**',
    '**/*.test.{ts,tsx}',
  ],
}

/**
 * Builds the deployable website into `apps/storefront/dist`, compressed copies beside the files. The folder always
 * holds a whole website.
 * @throws when a first view is above its budget
 *
 * With `SUPABASE_URL` and `SUPABASE_PUBLISHABLE_KEY` the website talks to that hosted project (`config.json`);
 * `SITE_URL` is the origin that its sitemap names.
 */
export async function buildSite(options: BuildOptions): Promise<void> {
  const { SITE_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY } =
    process.env
  const { hosted, turnstile, siteUrl } = readSettings({
    SITE_URL,
    SUPABASE_URL,
    SUPABASE_PUBLISHABLE_KEY,
    TURNSTILE_SITE_KEY,
    TURNSTILE_SECRET_KEY,
  })
  const config = hosted && { supabaseUrl: hosted.url, supabaseKey: hosted.key, ...challengeConfig(turnstile) }
  await runBuild({
    ...options,
    name: 'website',
    ...siteSources,
    // A server that renders the pages knows its address itself.
    settings: [config, config && siteUrl],
    outputs: [join(siteFolder, 'index.html')],
    async run() {
      await buildTo(next.site, next.server, {
        siteOrigin: siteUrl,
        hostedOrigin: hosted && new URL(hosted.url).origin,
        hasTurnstile: turnstile !== null,
      })
      if (config !== null)
        await writeFile(join(next.site, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
      await writeFile(join(next.site, 'robots.txt'), robots(siteUrl ?? localSite))
      await writeFile(join(next.site, 'sitemap.xml'), sitemap(siteUrl ?? localSite))
      await precompress(next.site)

      await rm(previous, { recursive: true, force: true })
      await rm(serverFolder, { recursive: true, force: true })
      if (existsSync(siteFolder)) await rename(siteFolder, previous)
      await rename(next.site, siteFolder)
      await rename(next.server, serverFolder)
      await rm(previous, { recursive: true, force: true })
    },
  })
}

const preact = Object.entries({
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}).map(([find, replacement]) => ({ find: new RegExp(`^${find}$`), replacement }))

/** Puts a page's stylesheets into its document: a phone asks for nothing more. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (link, name: string) => {
        const file = bundle[name]
        return file?.type === 'asset' ? `<style>${String(file.source)}</style>` : link
      }),
  },
}

/** Bundles the website and its server build, and prerenders the pages. */
async function buildTo(
  folder: string,
  server: string,
  origins: Omit<PrerenderOptions, 'folder' | 'serverFolder'>,
): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  await Promise.all([folder, server].map((path) => rm(path, { recursive: true, force: true })))
  const common = {
    emptyOutDir: true,
    reportCompressedSize: false,
    // Reads only the modules of a barrel that are imported: a few of six thousand icons.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  }
  await build({
    root: storefront,
    logLevel: 'warn',
    build: { ...common, outDir: folder, manifest: true },
  })
  // The page of a quotation shares no chunk with the rest of the site, and is drawn by Preact.
  await build({
    root: storefront,
    logLevel: 'warn',
    resolve: { alias: preact },
    plugins: [inlineStyles],
    build: {
      ...common,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        ...common.rolldownOptions,
        input: join(storefront, 'q', 'index.html'),
        // One chunk, but for what draws a PDF, on a press.
        output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
      },
    },
  })
  await build({
    root: storefront,
    logLevel: 'warn',
    // A server build reads it at run time by default.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...common, outDir: server, ssr: 'src/prerender/prerender.tsx', copyPublicDir: false },
  })
  await prerenderSite({ folder, serverFolder: server, ...origins })
  await checkFirstViewBudget(folder)
}

const compressible = '**/*.{html,js,mjs,css,svg,json,txt,xml,webmanifest,ico}'
/** Smaller files gain nothing once the headers are counted. */
const smallestBytes = 1024

/**
 * Puts a `.br` and a `.gz` beside every file of the folder that gets smaller by it, at the highest effort, for a server that
 * sends them as they are.
 */
export async function precompress(folder: string): Promise<void> {
  await Promise.all(
    findFiles(folder, [compressible]).map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < smallestBytes) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      const copies = {
        br: await promisify(brotliCompress)(content, { params }),
        gz: await promisify(gzip)(content, { level: 9 }),
      }
      for (const [ending, copy] of Object.entries(copies))
        if (copy.length < content.length) await writeFile(`${path}.${ending}`, copy)
    }),
  )
}

/** The most that the first view of a public page may load, in gzipped bytes. */
const firstViewBudget = { scripts: 114_000, stylesheets: 22_000 } as const
/** The page of a quotation, which opens from an e-mail on any phone. */
const quotationBudget = { scripts: 38_000, stylesheets: 10_000 } as const

/** Gzipped bytes by file name, without its hash. */
type Weights = Record<string, number>

const linkedScript = /\s(?:src|href)="(\/[^"]+\.js)"/g
const linkedStylesheet = /\shref="(\/[^"]+\.css)"/g
const staticImport = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g

/**
 * Weighs the first view of a page: the scripts that its document links, their static imports, and its stylesheets.
 * Dynamic imports do not count.
 * @param folder the built website
 * @param document the page's file in it
 */
export async function weighFirstView(folder: string, document: string) {
  const html = await readFile(join(folder, document), 'utf8')
  const weigh = async (paths: ReadonlySet<string>): Promise<Weights> => {
    const weights: Weights = {}
    for (const path of paths) {
      const name = posix.basename(path).replace(/-[\w-]{8}(?=\.\w+$)/, '')
      const content = await readFile(join(folder, path))
      weights[name] = (weights[name] ?? 0) + gzipSync(content, { level: 9 }).length
    }
    return weights
  }
  const scripts = new Set(matches(html, linkedScript))
  // A set may grow while it is iterated.
  for (const path of scripts) {
    const content = await readFile(join(folder, path), 'utf8')
    for (const target of matches(content, staticImport)) scripts.add(posix.join(posix.dirname(path), target))
  }
  const stylesheets = new Set(matches(html, linkedStylesheet))
  return { scripts: await weigh(scripts), stylesheets: await weigh(stylesheets) }
}

/** @throws when the first view of a public page of a built website is above its budget */
export async function checkFirstViewBudget(folder: string): Promise<void> {
  const budgets = {
    'index.html': firstViewBudget,
    'catalogue.html': firstViewBudget,
    'q/index.html': quotationBudget,
  }
  for (const [page, budget] of Object.entries(budgets)) {
    const weight = await weighFirstView(folder, page)
    for (const kind of ['scripts', 'stylesheets'] as const) {
      const total = Object.values(weight[kind]).reduce((sum, bytes) => sum + bytes, 0)
      if (total <= budget[kind]) continue
      throw new Error(
        `The ${kind} of the first view of ${page} weigh ${total} bytes of ${budget[kind]}: ${JSON.stringify(weight[kind])}`,
      )
    }
  }
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}
