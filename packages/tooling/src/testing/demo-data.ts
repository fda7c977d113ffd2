import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from '../site/run-build.ts'
import { startSite } from '../site/start-site.ts'

/**
 * A data folder with the demo catalogue, to be copied by tests. A first start takes ten seconds, so suites share what it
 * made: it is made again when its sources differ, and every day, since its rows have dates.
 */
export async function demoData(): Promise<string> {
  const fingerprint = await contentFingerprint(repositoryRoot, {
    files: [
      'packages/{backend,demo,shared}/package.json',
      'packages/{backend,demo,shared}/src/**/*',
      'packages/demo/{data,images}/**/*',
      'packages/tooling/src/site/start-site.ts',
      'supabase/migrations/*',
      'package-lock.json',
    ],
    except: ['**/node_modules/**', '**/*.test.{ts,tsx}'],
    settings: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
  })
  const parent = join(cacheFolder, 'demo')
  const folder = join(parent, fingerprint)
  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(`${parent}.lock`, async () => {
    if (existsSync(folder)) return
    await rm(parent, { recursive: true, force: true })
    await using site = await startSite({ seed: 'demo' })
    await site.halt()
    // An interrupted copy does not count.
    const unfinished = `${folder}.new`
    await cp(site.dataFolder, unfinished, { recursive: true })
    await rename(unfinished, folder)
  })
  return folder
}
