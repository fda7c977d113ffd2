import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../accounts/caller.ts'
import { authRequest } from '../testing/auth-request.ts'
import { createNewPassword, endOtherSessions } from './new-password.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { type RequestContext, requestContext } from '../database/request-context.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-credentials-'))
  file = join(folder, 'admin.json')
  await writeFile(file, JSON.stringify({ email: 'Admin@giftwell.test', password: 'first one' }))
})
afterEach(async () => rm(folder, { recursive: true }))

const newPassword = authRequest('user', { method: 'PUT', fields: { password: 'another one' } })

/** Whether the file is left after the response to a request of the account with this address. */
async function isLeft({
  request = newPassword,
  status = 200,
  email = 'admin@giftwell.test',
  caller = { kind: 'account', id: 'a1' } as Caller,
}): Promise<boolean> {
  const query = async () => Promise.resolve({ rows: [{ email }] })
  const complete = createNewPassword(query, () => caller, file)
  expect((await complete(request, new Response('{}', { status }))).status).toBe(status)
  return access(file).then(
    () => true,
    () => false,
  )
}

it('the first administrator’s file is removed with the new password of its account', async () => {
  expect(await isLeft({})).toBe(false)
})

it('the first administrator’s file is left by a rejected change, another field, another account and no account', async () => {
  expect(await isLeft({ status: 422 })).toBe(true)
  expect(await isLeft({ request: authRequest('user', { method: 'PUT', fields: { data: {} } }) })).toBe(true)
  expect(await isLeft({ email: 'buyer@giftwell.test' })).toBe(true)
  expect(await isLeft({ caller: { kind: 'anyone' } })).toBe(true)
})

interface Tables {
  'auth.users': { id: string; encrypted_password: string; email: string }
}
const database = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withPlugin(endOtherSessions)

/** The statement that stores a change of `column` in a request of this account. */
function statement(
  account: RequestContext['account'],
  column: 'encrypted_password' | 'email' = 'encrypted_password',
) {
  const update = database
    .updateTable('auth.users')
    .set({ [column]: 'new' })
    .where('id', '=', 'a1')
  const context = { id: 'test', redirectTo: '', ...(account && { account }) }
  return requestContext.run(context, () => update.compile())
}

it('the statement that stores a new password ends every other session of the account', () => {
  const { sql, parameters } = statement({ id: 'a1', session: 's1' })
  expect(sql.replaceAll(/\s+/g, ' ')).toBe(
    'with "ended" as (delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid) ' +
      'update "auth"."users" set "encrypted_password" = $3 where "id" = $4',
  )
  expect(parameters).toEqual(['a1', 's1', 'new', 'a1'])
})

it('all sessions end when the caller has none', () => {
  expect(statement({ id: 'a1' }).parameters).toEqual(['a1', null, 'new', 'a1'])
})

it('another change, and a password that the library itself stores, end none', () => {
  expect(statement({ id: 'a1', session: 's1' }, 'email').sql).not.toContain('sessions')
  expect(statement(undefined).sql).not.toContain('sessions')
  expect(database.updateTable('auth.users').set({ encrypted_password: 'new' }).compile().sql).not.toContain(
    'with',
  )
})
