import { cp, mkdtempDisposable, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { createPglite } from '@giftwell/backend/database/create-pglite.ts'
import type { Database } from '@giftwell/backend/database/database.ts'
import { applyMigrations, knownMigrations } from '@giftwell/backend/database/migrations.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { unpackTar } from 'modern-tar'
import { repositoryRoot } from '../repository-root.ts'
import { cachedFolder } from '../system/cached-folder.ts'

const migrations = join(repositoryRoot, 'supabase', 'migrations')

/** Brings an empty database to where the backend serves it: the system's schemas, then every migration, no data. */
export async function prepareDatabase(database: Database, except = ''): Promise<void> {
  await database.transaction(ensureSystemSchema)
  const versions = (await knownMigrations(migrations)).filter(({ file }) => file !== except)
  await applyMigrations(database.transaction, migrations, new Set(versions.map(({ version }) => version)))
}

/**
 * The folder of an embedded database with all migrations and no data, to be copied: the migrations take ten seconds.
 * @param without the file of a migration that it does not have
 */
export async function migratedDatabase(without?: string): Promise<string> {
  const files = ['packages/backend/src/database/*', 'supabase/migrations/*', 'package-lock.json']
  const except = ['**/*.test.ts', ...(without === undefined ? [] : [`supabase/migrations/${without}`])]
  const name = without === undefined ? 'migrated' : 'migrated-before'
  return cachedFolder(name, { files, except, settings: null }, async (folder) => {
    await using database = await openPglite(folder, false)
    await prepareDatabase(database, without)
  })
}

/** An embedded database in a temporary folder, which is deleted with it. */
export interface EmbeddedDatabase extends AsyncDisposable {
  readonly pglite: PGlite
}

/**
 * Opens the database that the backend embeds, with all migrations and no data.
 * @param without the file of a migration that it does not have
 */
export async function openEmbeddedDatabase(without?: string): Promise<EmbeddedDatabase> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'giftwell-pglite-')))
  const path = join(folder.path, 'database')
  await cp(await migratedDatabase(without), path, { recursive: true })
  // On this thread, so that tests reach all of PGlite.
  const pglite = opened.use(await createPglite(path, { isDurable: false }))
  const owned = opened.move()
  return { pglite, [Symbol.asyncDispose]: async () => owned.disposeAsync() }
}

/** The SQL of pgTAP for the embedded database: its package for PGlite is built for one version only, its script is not. */
export async function pgtapScript(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = gunzipSync(await readFile(join(dirname(entry), 'pgtap.tar.gz')))
  const [script] = await unpackTar(archive, { filter: ({ name }) => name.endsWith('/pgtap.sql') })
  if (script?.data === undefined) throw new Error('The package of pgTAP has no pgtap.sql')
  return new TextDecoder().decode(script.data)
}
