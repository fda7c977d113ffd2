import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { challengeConfig } from '@giftwell/backend/http/site-config.ts'
import { readSettings } from '@giftwell/backend/settings.ts'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from './content-fingerprint.ts'
import { growSite } from './grow-site.ts'
import { precompress } from './precompress.ts'

export const storefront = join(repositoryRoot, 'apps', 'storefront')
export const siteFolder = join(storefront, 'dist')
/** What renders the public pages in a server that has their data; it belongs to the website of the same build. */
const serverFolder = join(storefront, 'dist-server')

/** Where a build grows and the one before goes: beside the finished one, so that renaming is all that is left to do. */
const growing = { site: join(storefront, '.dist-new'), server: join(storefront, '.dist-new-server') }
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

    await growSite(growing.site, growing.server, process.env['SITE_URL'])
    if (config !== null)
      await writeFile(join(growing.site, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
    await precompress(growing.site)

    await rm(record, { force: true })
    await rm(leaving, { recursive: true, force: true })
    await rm(serverFolder, { recursive: true, force: true })
    if (existsSync(siteFolder)) await rename(siteFolder, leaving)
    await rename(growing.site, siteFolder)
    await rename(growing.server, serverFolder)
    await writeFile(record, fingerprint)
    await rm(leaving, { recursive: true, force: true })
    say(`Built the website in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
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
