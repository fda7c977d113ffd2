import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@giftwell/backend/database/database.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { prepareDatabase } from './prepare-database.ts'

/** An embedded database in a temporary folder. */
export interface EmbeddedDatabase {
  readonly database: Database
  readonly connection: PgliteConnection
  /** Closes it and deletes its files. */
  close(): Promise<void>
}

/** Opens the database that the backend embeds, with all migrations and no data. */
export async function openEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-pglite-'))
  const database = await openPglite(join(folder, 'database'))
  await prepareDatabase(database)
  return {
    database,
    // openPglite makes no other kind of connection.
    connection: database.connection as PgliteConnection,
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
