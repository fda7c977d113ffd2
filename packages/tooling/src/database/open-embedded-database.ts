import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { prepareDatabase } from './prepare-database.ts'

/** An embedded database in a temporary folder. */
export interface EmbeddedDatabase {
  readonly pglite: PGlite
  /** Closes it and deletes its files. */
  close(): Promise<void>
}

/** Opens the database that the backend embeds, with all migrations and no data. */
export async function openEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'giftwell-pglite-'))
  const database = await openPglite(join(folder.path, 'database'))
  const close = async () => {
    await database.close()
    await folder.remove()
  }
  try {
    await prepareDatabase(database)
  } catch (error) {
    await close()
    throw error
  }
  // openPglite makes no other kind of connection.
  return { pglite: database.connection.driver as PGlite, close }
}
