import { join } from 'node:path'
import { App } from '@supabase/lite'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { openPglite } from '../database/open-pglite.ts'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { rounds } from '../testing/rounds.ts'
import { temporaryFolder } from '../testing/test-server.ts'
import { databaseDialect } from './library-connection.ts'

const keys = { publishable_key: 'sb_publishable_test', secret_key: 'sb_secret_test' }

/** Concurrent requests of two roles; only the secret key may see the row. */
async function rowsSeenTogether(connection: PgliteConnection | PostgresConnection): Promise<number[]> {
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: 'a secret of thirty-two characters', ...keys },
  })
  await app.init()
  const count = async (apikey: string): Promise<number> => {
    const answer = await app.fetch(
      new Request('http://test/rest/v1/notes?select=text', { headers: { apikey } }),
    )
    const rows: unknown = await answer.json()
    return Array.isArray(rows) ? rows.length : -1
  }
  // Warms up, so that the work of a first request does not matter.
  await count(keys.publishable_key)
  await count(keys.secret_key)
  const asked = [keys.publishable_key, keys.secret_key, keys.publishable_key, keys.secret_key]
  return Promise.all(asked.map(count))
}

const notes = `
  create role anon; create role authenticated; create role service_role bypassrls;
  create table notes (id int primary key, text text);
  insert into notes values (1, 'for administrators');
  alter table notes enable row level security;
`

it('concurrent requests of several roles are each answered by their own role', async () => {
  const temporary = await temporaryFolder()
  await copyEmptyDatabase(join(temporary.path, 'database'))
  const database = await openPglite(join(temporary.path, 'database'))
  await database.transaction(async ({ run }) => run(notes))
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1' })
  connection.kysely = new Kysely({ dialect: databaseDialect(database) })
  for (let round = 0; round < rounds(1, 5); round += 1)
    expect(await rowsSeenTogether(connection)).toEqual([0, 1, 0, 1])
  await database.close()
  await temporary.remove()
})

it(
  'upstream mixes the roles of concurrent requests up, which is why the dialect is replaced',
  { tags: 'full' },
  async () => {
    const temporary = await temporaryFolder()
    await copyEmptyDatabase(join(temporary.path, 'database'))
    const connection = await createPgliteConnection({ url: join(temporary.path, 'database') })
    await connection.driver.exec(notes)
    expect(await rowsSeenTogether(connection)).not.toEqual([0, 1, 0, 1])
    await connection.close()
    await temporary.remove()
  },
)
