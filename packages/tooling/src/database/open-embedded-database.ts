import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createPglite } from '@giftwell/backend/database/create-pglite.ts'
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
  const path = join(folder.path, 'database')
  try {
    const database = await openPglite(path)
    try {
      await prepareDatabase(database)
    } finally {
      await database.close()
    }
    // On this thread, so that tests reach all of PGlite.
    const pglite = await createPglite(path)
    const close = async () => {
      await pglite.close()
      await folder.remove()
    }
    return { pglite, close }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
