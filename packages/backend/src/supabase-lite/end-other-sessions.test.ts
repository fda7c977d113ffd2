import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { endOtherSessions } from './end-other-sessions.ts'

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
