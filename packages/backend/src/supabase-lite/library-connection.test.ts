import { join } from 'node:path'
import { App } from '@supabase/lite'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest'
import { openPglite } from '../database/open-pglite.ts'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { rounds } from '../testing/rounds.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { databaseDialect, sessionContext, shareIntrospection } from './library-connection.ts'

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
  await using temporary = await temporaryFolder()
  await copyEmptyDatabase(join(temporary.path, 'database'))
  const database = await openPglite(join(temporary.path, 'database'))
  await database.transaction(async ({ run }) => run(notes))
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1' })
  connection.kysely = new Kysely({ dialect: databaseDialect(database) })
  for (let round = 0; round < rounds(1, 5); round += 1)
    expect(await rowsSeenTogether(connection)).toEqual([0, 1, 0, 1])
  await database.close()
})

it(
  'upstream mixes the roles of concurrent requests up, which is why the dialect is replaced',
  { tags: 'full' },
  async () => {
    await using temporary = await temporaryFolder()
    await copyEmptyDatabase(join(temporary.path, 'database'))
    const connection = await createPgliteConnection({ url: join(temporary.path, 'database') })
    await connection.driver.exec(notes)
    expect(await rowsSeenTogether(connection)).not.toEqual([0, 1, 0, 1])
    await connection.close()
  },
)

// The library's own settings are the expected ones.
type Own = Record<keyof typeof sessionContext, (transaction: unknown, ...words: unknown[]) => Promise<void>>

const temporary = sharedFolder()
let connection: PgliteConnection
beforeAll(async () => {
  await copyEmptyDatabase(join(temporary.path, 'database'))
  connection = await createPgliteConnection({ url: join(temporary.path, 'database') })
  await connection.driver.exec('create role anon; create role authenticated; create role service_role')
})
afterAll(async () => {
  await connection.close()
})

const names = [
  'role',
  'request.jwt.claim.sub',
  'request.jwt.claim.role',
  'request.jwt.claims',
  'storage.operation',
  'response.status',
  'response.headers',
  'request.method',
  'request.path',
  'request.headers',
]

/** The settings in a transaction after the work, and the role and user in the database. */
async function setBy(work: (transaction: Kysely<unknown>) => Promise<void>): Promise<unknown> {
  const database: Kysely<unknown> = connection.kysely
  return database.transaction().execute(async (transaction) => {
    await work(transaction)
    const values = names.map((name) => sql`current_setting(${name}, true)`)
    const { rows } = await sql`select current_user as me, array[${sql.join(values)}] as settings`.execute(
      transaction,
    )
    return rows
  })
}

const callers = [
  undefined,
  { role: 'anon' },
  { role: 'authenticated', uid: 'b1', jwt: { sub: 'b1', role: 'authenticated', name: 'O’Neil "x" \\' } },
  { role: 'service_role', uid: null, jwt: null },
  { role: '', uid: '', jwt: 'text' },
]

it.each(callers.flatMap((auth) => [{ auth }, { auth, storage: { operation: 'object.get' } }]))(
  'the settings of a caller are the library’s: %j',
  async (caller) => {
    // The library's own method, which its types hide.
    const own = connection as unknown as Own
    const expected = await setBy(async (transaction) => own.applyJwtSessionContext(transaction, caller, true))
    expect(
      await setBy(async (transaction) =>
        sessionContext.applyJwtSessionContext(transaction, caller as object),
      ),
    ).toEqual(expected)
  },
)

it('the settings of a function call are the library’s', async () => {
  const call = { method: 'GET', path: '/rpc/x', requestHeaders: { 'x-a': '"\\' } }
  const own = connection as unknown as Own
  const expected = await setBy(async (transaction) => own.applyRpcRequestGucs(transaction, call))
  expect(await setBy(async (transaction) => sessionContext.applyRpcRequestGucs(transaction, call))).toEqual(
    expected,
  )
})

it('the settings end with the transaction', async () => {
  const nothing = await setBy(async () => {})
  await setBy(async (transaction) =>
    sessionContext.applyJwtSessionContext(transaction, { auth: { role: 'service_role', uid: 'b1' } }),
  )
  const { rows } = await connection.kysely.executeQuery<{ me: string }>(
    CompiledQuery.raw(`select current_user as me, current_setting('request.jwt.claim.sub', true) as sub`),
  )
  expect(rows[0]).toEqual({ me: 'postgres', sub: '' })
  expect(nothing).toMatchObject([{ me: 'postgres' }])
})

it('an unknown role fails and sets nothing', async () => {
  await expect(
    setBy(async (transaction) =>
      sessionContext.applyJwtSessionContext(transaction, { auth: { role: 'nobody' } }),
    ),
  ).rejects.toThrow('nobody')
})

test('concurrent requests share one introspection', async () => {
  const introspect = vi.fn(async () => new Promise((resolve) => setImmediate(resolve)))
  // Only this method of a connection is used.
  const connection = { introspect } as unknown as PostgresConnection
  shareIntrospection(connection)
  const ask = async (): Promise<unknown> => connection.introspect({ useCache: true })
  await Promise.all([ask(), ask(), ask()])
  expect(introspect).toHaveBeenCalledTimes(1)
  await ask()
  expect(introspect).toHaveBeenCalledTimes(2)
})
