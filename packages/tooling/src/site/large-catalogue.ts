import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { openPglite } from '@giftwell/backend/database/open-pglite.ts'

import { prepareDatabase } from '../database/prepare-database.ts'
import { fillCatalogue } from './fill-catalogue.ts'

/** What `fillLargeCatalogue` writes: the specification's scale, many times over. */
export const largeCatalogue = { products: 50_000, leads: 100_000 } as const

/**
 * Writes a database of many products and leads into an empty data folder, for a backend that starts on it with
 * `SEED=empty`. Takes some 20 seconds; the memory that it needs goes with its process.
 */
export async function fillLargeCatalogue(dataFolder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [import.meta.filename, dataFolder])
}

if (import.meta.main) {
  const database = await openPglite(join(process.argv[2] ?? '', 'database'))
  await prepareDatabase(database)
  await database.transaction(async (session) => fillCatalogue(session, largeCatalogue))
  await database.vacuum()
  await database.close()
}
