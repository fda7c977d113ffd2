import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createPglite } from '@giftwell/backend/database/create-pglite.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { prepareDatabase } from './prepare-database.ts'

/** An embedded database in a temporary folder, which is deleted with it. */
export interface EmbeddedDatabase extends AsyncDisposable {
  readonly pglite: PGlite
}

/** Opens the database that the backend embeds, with all migrations and no data. */
export async function openEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'giftwell-pglite-')))
  const path = join(folder.path, 'database')
  {
    await using database = await openPglite(path)
    await prepareDatabase(database)
  }
  // On this thread, so that tests reach all of PGlite.
  const pglite = opened.use(await createPglite(path))
  const owned = opened.move()
  return { pglite, [Symbol.asyncDispose]: async () => owned.disposeAsync() }
}
