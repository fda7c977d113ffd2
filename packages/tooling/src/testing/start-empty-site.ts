import { cp } from 'node:fs/promises'
import { join } from 'node:path'

import { migratedDatabase } from '../database/embedded-database.ts'
import { type RunningSite, startSite, withoutOptimizingCompiler } from '../site/start-site.ts'

/**
 * Starts a site without a product on a copy of the migrated database.
 *
 * @param env further settings
 */
export async function startEmptySite(env: Readonly<Record<string, string>> = {}): Promise<RunningSite> {
  const migrated = await migratedDatabase()
  return startSite({
    seed: 'empty',
    // Only a power cut differs.
    env: { DURABLE_WRITES: '0', ...env },
    nodeOptions: [withoutOptimizingCompiler],
    fill: (dataFolder) => cp(migrated, join(dataFolder, 'database'), { recursive: true }),
  })
}
