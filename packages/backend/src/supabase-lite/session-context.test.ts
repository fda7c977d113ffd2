import { join } from 'node:path'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { temporaryFolder } from '../testing/test-server.ts'
import { sessionContext } from './session-context.ts'

// The library's own settings are the expected ones.
type Own = Record<keyof typeof sessionContext, (transaction: unknown, ...words: unknown[]) => Promise<void>>

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let connection: PgliteConnection
beforeAll(async () => {
  temporary = await temporaryFolder()
  await copyEmptyDatabase(join(temporary.path, 'database'))
  connection = await createPgliteConnection({ url: join(temporary.path, 'database') })
  await connection.driver.exec('create role anon; create role authenticated; create role service_role')
})
afterAll(async () => {
  await connection.close()
  await temporary.remove()
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
