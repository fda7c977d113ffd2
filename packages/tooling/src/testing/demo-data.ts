import { cp, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migratedDatabase } from '../database/embedded-database.ts'
import { startSite } from '../site/start-site.ts'
import { cachedFolder } from '../system/cached-folder.ts'

/**
 * A data folder with the demo catalogue, to be copied by tests. It is made again when its sources differ, and every day,
 * since its rows have dates.
 */
export async function demoData(): Promise<string> {
  const sources = {
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
  }
  const migrated = await migratedDatabase()
  return cachedFolder('demo', sources, async (folder) => {
    const fill = (dataFolder: string) => cp(migrated, join(dataFolder, 'database'), { recursive: true })
    // The data do not depend on the website, which need not be built for them.
    await using website = await mkdtempDisposable(join(tmpdir(), 'giftwell-demo-'))
    await mkdir(join(website.path, 'q'))
    for (const page of ['index.html', join('q', 'index.html')]) await writeFile(join(website.path, page), '')
    await using site = await startSite({ seed: 'demo', fill, siteFolder: website.path })
    await site.halt()
    await cp(site.dataFolder, folder, { recursive: true })
  })
}
