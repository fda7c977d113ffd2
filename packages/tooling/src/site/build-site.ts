import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readSettings } from '@giftwell/backend/settings.ts'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from './content-fingerprint.ts'
import { precompress } from './precompress.ts'

export const storefront = join(repositoryRoot, 'apps', 'storefront')
export const siteFolder = join(storefront, 'dist')

/** Where a build grows and the one before goes: beside the finished one, so that renaming is all that is left to do. */
const growing = join(storefront, '.dist-new')
const leaving = join(storefront, '.dist-old')
const record = join(cacheFolder, 'site-fingerprint')

export interface BuildSiteOptions {
  /** `stale`: only when a source, a dependency or a setting differs from those of the last build. */
  readonly when: 'always' | 'stale'
  readonly say: (line: string) => void
}

/**
 * Builds the deployable website into `apps/storefront/dist`, compressed copies beside the files. Whoever looks at
 * that folder sees a whole website at any moment: an older one until the new one is finished. Several at once build
 * once, one after the other.
 *
 * With `SUPABASE_URL` and `SUPABASE_PUBLISHABLE_KEY` the website talks to that hosted project (`config.json`);
 * `SITE_URL` is the origin that its sitemap names.
 */
export async function buildSite({ when, say }: BuildSiteOptions): Promise<void> {
  const built = () => existsSync(join(siteFolder, 'index.html'))
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env
  const { hosted } = readSettings({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY })
  const config = hosted && { supabaseUrl: hosted.url, supabaseKey: hosted.key }

  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(join(cacheFolder, 'site.lock'), async () => {
    const fingerprint = await siteFingerprint(JSON.stringify([config, process.env['SITE_URL'] ?? null]))
    if (when === 'stale' && built() && fingerprint === (await lastFingerprint())) return
    say('Building the website ...')
    const began = Date.now()

    await rm(growing, { recursive: true, force: true })
    await bundle()
    if (config !== null) await writeFile(join(growing, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
    await precompress(growing)

    await rm(record, { force: true })
    await rm(leaving, { recursive: true, force: true })
    if (existsSync(siteFolder)) await rename(siteFolder, leaving)
    await rename(growing, siteFolder)
    await writeFile(record, fingerprint)
    await rm(leaving, { recursive: true, force: true })
    say(`Built the website in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}

async function bundle(): Promise<void> {
  process.env['NODE_ENV'] = 'production' // whatever the surroundings say: this is what gets deployed
  const { build } = await import('vite')
  await build({ root: storefront, logLevel: 'warn', build: { outDir: growing, emptyOutDir: true } })
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
      'apps/storefront/{dist,.dist-new,.dist-old,e2e}/**',
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
