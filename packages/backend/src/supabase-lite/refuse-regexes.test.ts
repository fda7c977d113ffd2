import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, it } from 'vitest'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { mentionsRegex, refuseRegexes } from './refuse-regexes.ts'

interface Tables {
  products: { name: string }
}
const database = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withPlugin(refuseRegexes)

/** What became of the request's regular expressions after a statement with this operator, as the library spells it. */
function after(regexes: RequestContext['regexes'], operator: string): RequestContext['regexes'] {
  const context: RequestContext = { id: 'test', redirectTo: '', ...(regexes && { regexes }) }
  const condition = sql<boolean>`name ${sql.raw(operator)} any(${'{a}'})`
  const query = database.selectFrom('products').select('name').where(condition)
  try {
    requestContext.run(context, () => query.compile())
  } catch {
    // The context tells.
  }
  return context.regexes
}

it.each(['~', '~*', '!~', '!~*'])(
  'a statement with %s is rejected in a request that may have none',
  (operator) => {
    const context: RequestContext = { id: 'test', redirectTo: '', regexes: 'forbidden' }
    const query = database
      .selectFrom('products')
      .select('name')
      .where('name', operator as '~', '(a*)*\\1')
    requestContext.run(context, () => {
      expect(() => query.compile()).toThrow('The request has a regular expression.')
    })
    expect(context.regexes).toBe('refused')
    expect(after('forbidden', operator)).toBe('refused')
  },
)

it('a request that may have regular expressions, and what no request asks for, runs as it is', () => {
  expect(after(undefined, '~*')).toBeUndefined()
  expect(database.selectFrom('products').select('name').where('name', '~', 'a').compile().sql).toContain('~')
})

it.each(['~~', '~~*', '!~~', '=', '@>'])(
  'a statement with %s is none with a regular expression',
  (operator) => {
    expect(after('forbidden', operator)).toBe('forbidden')
  },
)

it('only a query with the word match is looked at', () => {
  expect(mentionsRegex(new URLSearchParams('name=iMatch.a'))).toBe(true)
  expect(mentionsRegex(new URLSearchParams('or=(name.not.match.a)'))).toBe(true)
  expect(mentionsRegex(new URLSearchParams('match=eq.a&name=like.a'))).toBe(false)
})
