import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { challengeConfig } from '@giftwell/backend/http/site-config.ts'
import { readSettings } from '@giftwell/backend/settings.ts'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from './content-fingerprint.ts'
import { checkFirstViewBudget } from './first-view-weight.ts'
import { precompress } from './precompress.ts'
import { prerenderSite } from './prerender-site.ts'

export const storefront = join(repositoryRoot, 'apps', 'storefront')
export const siteFolder = join(storefront, 'dist')
/** The server build of the same website, which renders the public pages with their data. */
const serverFolder = join(storefront, 'dist-server')

/** A build is written beside the finished one and renamed at the end. */
const next = { site: join(storefront, '.dist-new'), server: join(storefront, '.dist-new-server') }
const previous = join(storefront, '.dist-old')
const record = join(cacheFolder, 'site-fingerprint')

export interface BuildSiteOptions {
  /** `stale`: only when a source, a dependency or a setting differs from those of the last build. */
  readonly when: 'always' | 'stale'
  readonly say: (line: string) => void
}

/**
 * Builds the deployable website into `apps/storefront/dist`, compressed copies beside the files. The folder always
 * holds a whole website. Concurrent builds run one after the other.
 * @throws when a first view is above its budget
 *
 * With `SUPABASE_URL` and `SUPABASE_PUBLISHABLE_KEY` the website talks to that hosted project (`config.json`);
 * `SITE_URL` is the origin that its sitemap names.
 */
export async function buildSite({ when, say }: BuildSiteOptions): Promise<void> {
  const built = () => existsSync(join(siteFolder, 'index.html'))
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY } = process.env
  const { hosted, turnstile } = readSettings({
    SUPABASE_URL,
    SUPABASE_PUBLISHABLE_KEY,
    TURNSTILE_SITE_KEY,
    TURNSTILE_SECRET_KEY,
  })
  const config = hosted && { supabaseUrl: hosted.url, supabaseKey: hosted.key, ...challengeConfig(turnstile) }

  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(join(cacheFolder, 'site.lock'), async () => {
    const fingerprint = await siteFingerprint(JSON.stringify([config, process.env['SITE_URL'] ?? null]))
    if (when === 'stale' && built() && fingerprint === (await lastFingerprint())) return
    say('Building the website ...')
    const began = Date.now()

    await buildTo(next.site, next.server, process.env['SITE_URL'])
    if (config !== null)
      await writeFile(join(next.site, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
    await precompress(next.site)

    await rm(record, { force: true })
    await rm(previous, { recursive: true, force: true })
    await rm(serverFolder, { recursive: true, force: true })
    if (existsSync(siteFolder)) await rename(siteFolder, previous)
    await rename(next.site, siteFolder)
    await rename(next.server, serverFolder)
    await writeFile(record, fingerprint)
    await rm(previous, { recursive: true, force: true })
    say(`Built the website in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}

/** Bundles the website and its server build, and prerenders the pages. */
async function buildTo(folder: string, server: string, siteUrl: string | undefined): Promise<void> {
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
  await build({
    root: storefront,
    logLevel: 'warn',
    // A server build reads it at run time by default.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...common, outDir: server, ssr: 'src/prerender/prerender.tsx', copyPublicDir: false },
  })
  const siteOrigin = siteUrl ? new URL(siteUrl).origin : null
  await prerenderSite({ folder, serverFolder: server, siteOrigin })
  await checkFirstViewBudget(folder)
}

function siteFingerprint(settings: string): Promise<string> {
  return contentFingerprint(repositoryRoot, {
    files: [
      'apps/storefront/**/*',
      'packages/shared/package.json',
      'packages/shared/src/**/*',
      'packages/tooling/src/site/**/*',
      'package-lock.json',
      'tsconfig.json',
    ],
    except: [
      '**/node_modules/**',
      'apps/storefront/{dist,dist-server,.dist-new,.dist-new-server,.dist-old,e2e}/**',
      '**/testing/**',
      '**/*.test.{ts,tsx}',
    ],
    also: [settings],
  })
}

async function lastFingerprint(): Promise<string | undefined> {
  try {
    return await readFile(record, 'utf8')
  } catch {
    return undefined
  }
}
