import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { folderOfEachTest } from '../testing/shared-folder.ts'
import type { Database } from './database.ts'
import { applyMigrations } from './migrations.ts'
import { openPglite } from './open-pglite.ts'
import { ensureSystemSchema } from './system-schema.ts'

// The rules on roles changed in PostgreSQL 16. The embedded database is 17; postgres-owner.test.ts has a server.
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

const temporary = folderOfEachTest()
let database: Database
beforeEach(async () => {
  const folder = join(temporary.path, 'database')
  await copyEmptyDatabase(folder)
  database = await openPglite(folder)
  await run('create role owner; alter database postgres owner to owner')
})
afterEach(async () => {
  await database.close()
})

const run = async (script: string) => database.transaction(async (session) => session.run(script))
const beOwner = async () => run('set session authorization owner')

async function prepare(): Promise<void> {
  await beOwner()
  await database.transaction(ensureSystemSchema)
  await applyMigrations(database.transaction, join(repository, 'supabase', 'migrations'))
}

it('since PostgreSQL 16, an owner without the roles of the API is refused, naming each of them', async () => {
  await expect(prepare()).rejects.toThrow(
    /^role anon: permission denied to create role; role authenticated: .+; role service_role: /,
  )
})

it('since PostgreSQL 16, an owner who is no member of the roles is refused, naming them', async () => {
  await run('create role anon; create role authenticated; create role service_role')
  await expect(prepare()).rejects.toThrow('role anon: permission denied to grant role "anon"')
})

// Each applies all migrations.
it.each([
  [
    'an owner after docs/roles.sql',
    async () => run(await readFile(join(repository, 'docs/roles.sql'), 'utf8')),
  ],
  ['an owner who may create roles', async () => run('alter role owner createrole')],
])(
  'since PostgreSQL 16, %s prepares the database and acts as the roles',
  { tags: 'full' },
  async (_who, arrange) => {
    await arrange()
    await prepare()
    for (const work of ['anon; select public.catalogue_page()', 'service_role; select from public.leads']) {
      await expect(run(`set local role ${work}`)).resolves.toBeUndefined()
    }
  },
)
