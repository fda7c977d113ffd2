import { App } from '@supabase/lite'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectionQueue } from './connection-queue.ts'
import { queuedPgliteDialect } from './queued-pglite-dialect.ts'

const keys = { publishable_key: 'sb_publishable_test', secret_key: 'sb_secret_test' }

/** Requests of two roles that arrive together; only the secret key may see the row. */
async function rowsSeenTogether(connection: PgliteConnection): Promise<number[]> {
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
  // Once alone, so that what is done for a first request does not matter.
  await count(keys.publishable_key)
  await count(keys.secret_key)
  const asked = [keys.publishable_key, keys.secret_key, keys.publishable_key, keys.secret_key]
  return Promise.all(asked.map(count))
}

describe('requests of several roles at once on the embedded database', () => {
  let connection: PgliteConnection
  beforeAll(async () => {
    connection = await createPgliteConnection({})
    await connection.driver.exec(`
      create role anon; create role authenticated; create role service_role bypassrls;
      create table notes (id int primary key, text text);
      insert into notes values (1, 'for administrators');
      alter table notes enable row level security;
    `)
  })
  afterAll(async () => connection.close())

  it('answers each by its own role when they queue', async () => {
    const unmended = connection.kysely
    connection.kysely = new Kysely({
      dialect: queuedPgliteDialect(connection.driver, createConnectionQueue()),
    })
    try {
      for (let round = 0; round < 5; round += 1)
        expect(await rowsSeenTogether(connection)).toEqual([0, 1, 0, 1])
    } finally {
      connection.kysely = unmended
    }
  })

  it('mixes the roles up without the queue, which is why there is one', async () => {
    expect(await rowsSeenTogether(connection)).not.toEqual([0, 1, 0, 1])
  })
})
