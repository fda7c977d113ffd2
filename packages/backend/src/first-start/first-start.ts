import type { DataFolder } from '../data-folder.ts'
import type { Database, Transact } from '../database/database.ts'
import { applyMigrations } from '../database/migrations.ts'
import { ensureSystemSchema } from '../database/system-schema.ts'
import type { Say } from '../say.ts'
import type { Settings } from '../settings.ts'
import type { Demo } from './demo-target.ts'
import { makeFirstAdministrator } from './first-administrator.ts'
import { fillFirstCatalogue } from './first-catalogue.ts'

/** Any number will do, so long as every server uses the same. */
const firstStartLock = 4_155_312_026

export interface FirstStartOptions {
  readonly migrationsFolder: string
  readonly loadDemo: () => Promise<Demo>
  readonly say: Say
}

/**
 * Brings the database to where the backend can serve it. The first start makes everything; a later one finds it made
 * and applies new migrations only. Every step is one transaction that records itself, so a start may be cut off
 * anywhere; and every step keeps other servers on the same PostgreSQL waiting, so two may start at once.
 */
export async function prepareDatabase(
  database: Database,
  settings: Settings,
  folder: DataFolder,
  { migrationsFolder, loadDemo, say }: FirstStartOptions,
): Promise<void> {
  const transact: Transact = async (work) =>
    database.transaction(async (session) => {
      await session.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock])
      return work(session)
    })
  await transact(ensureSystemSchema)
  const applied = await applyMigrations(transact, migrationsFolder)
  if (applied.length > 0)
    say(`applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`)
  await makeFirstAdministrator(transact, settings.administrator, folder.administrator, say)
  const filled = await fillFirstCatalogue(transact, settings.seed, loadDemo, say)
  if (filled) await database.tidy()
}
