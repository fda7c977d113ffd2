import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { skipFirstStart } from '../testing/test-server.ts'
import { folderOfEachTest } from '../testing/shared-folder.ts'
import type { Database } from './database.ts'
import { applyMigrations, knownMigrations } from './migrations.ts'
import { openPglite } from './open-pglite.ts'
import { ensureSystemSchema } from './system-schema.ts'

const folder = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url))

const temporary = folderOfEachTest()
let database: Database
afterEach(async () => {
  await database.close()
})

/** Opens a database with the system's schemas alone. */
async function openWithoutMigrations(): Promise<void> {
  const { database: path } = dataFolderAt(temporary.path)
  await copyEmptyDatabase(path)
  database = await openPglite(path)
  await database.transaction(ensureSystemSchema)
}

/** Opens a database with all migrations. */
async function openMigrated(): Promise<void> {
  await skipFirstStart(temporary.path, {})
  database = await openPglite(dataFolderAt(temporary.path).database)
  await applyMigrations(database.transaction, folder)
}

const run = async (script: string) => database.transaction(async (session) => session.run(script))
const announced = async () =>
  (
    await database.transaction(async (session) =>
      session.query(
        `select from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'leads'`,
      ),
    )
  ).rows.length

it('migrations accept pg_trgm in another schema and a publication of all tables', async () => {
  await openWithoutMigrations()
  await run(
    'create extension pg_trgm with schema public; create publication supabase_realtime for all tables',
  )
  await applyMigrations(database.transaction, folder)
  expect(await announced()).toBe(1)
  await run(`insert into public.products (name) values ('Copper bottle')`)
  const { rows } = await database.transaction(async (session) =>
    session.query(`select name from public.products where name ilike '%opper%'`),
  )
  expect(rows).toHaveLength(1)
}, 60_000)

it(
  'migrations accept a publication that has the leads already',
  { tags: 'full', timeout: 60_000 },
  async () => {
    await openWithoutMigrations()
    const before = (await knownMigrations(folder)).map(({ version }) => version)
    const older = new Set(before.filter((version) => version < '20261122000300'))
    await applyMigrations(database.transaction, folder, older)
    await run('create publication supabase_realtime for table public.leads')
    await applyMigrations(database.transaction, folder)
    expect(await announced()).toBe(1)
  },
)

it('applyMigrations rejects a migration that is unknown, or was recorded with another text or none', async () => {
  await openMigrated()
  const reject = async (change: string, sentence: RegExp): Promise<void> => {
    await expect(
      database.transaction(async (session) => {
        await session.run(change)
        return applyMigrations(async (work) => work(session), folder)
      }),
    ).rejects.toThrow(sentence)
  }
  await reject(
    `insert into supabase_migrations.schema_migrations (version) values ('20261122000150')`,
    /^The database was used by a newer version of Giftwell \(it has the migration 20261122000150\); [^.]+\.$/,
  )
  for (const statements of [`array[replace(statements[1], '30', '31')]`, `array['select 1']`, 'null'])
    await reject(
      `update supabase_migrations.schema_migrations set statements = ${statements} where version = '20261122000900'`,
      /^The database was made with a different version of the migration 20261122000900_deleted_records\.sql, which this version cannot update; .+$/,
    )
  // As the official CLI stores a file; the suite "database" pushes with the CLI itself.
  await run(
    `update supabase_migrations.schema_migrations set statements = regexp_split_to_array(rtrim(statements[1], E' ;\n'), ';\n\n')`,
  )
  expect(await applyMigrations(database.transaction, folder)).toEqual([])
}, 60_000)

it(
  'migrations add the leads to a publication without tables',
  { tags: 'full', timeout: 60_000 },
  async () => {
    await openWithoutMigrations()
    await run('create publication supabase_realtime')
    await applyMigrations(database.transaction, folder)
    expect(await announced()).toBe(1)
  },
)
