import { expect, it } from 'vitest'
import {
  embeddingOf,
  mentionsRegex,
  queryError,
  refuseRegexes,
  regexRefused,
  withinSize,
} from './public-limits.ts'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { type RequestContext, requestContext } from '../database/request-context.ts'

const anyone = async () => Promise.resolve(false)
const administrator = async () => Promise.resolve(true)

const messageOf = async (response: Response | null): Promise<string | undefined> =>
  response === null ? undefined : ((await response.json()) as { message: string }).message
const errorOf = async (select: string, isExempt = anyone) =>
  messageOf(await queryError(new URLSearchParams({ select }), isExempt))

const tables = (count: number) => Array.from({ length: count }, (_, at) => `t${at}(id)`).join(',')

it('the public may embed eight tables, two levels deep', async () => {
  const sentence = 'select may embed at most 8 tables, 2 levels deep'
  expect([await errorOf(tables(8)), await errorOf(tables(9))]).toEqual([undefined, sentence])
  expect([await errorOf('a(themes(id))'), await errorOf('a(b(c(id)))')]).toEqual([undefined, sentence])
})

it('the public embeds short tables in another one, and no long ones, whose rows would multiply', async () => {
  const select = 'id,product_themes(themes(name),...industry_tags(id),t:categories!fk(id))'
  expect(await errorOf(select)).toBeUndefined()
  for (const name of ['products', 'x:products!fk', '...products', '"products"', 'product_themes']) {
    expect(await errorOf(`id,a:industry_tags(id,${name}(id))`)).toMatch(
      /^select may embed categories, .* not /,
    )
  }
  expect(await errorOf('industry_tags(products(id))', administrator)).toBeUndefined()
})

it.each(['fts.', 'not.wfts(english).', '(name.plfts.a,name.fts.'])(
  '%s may have 200 characters',
  async (filter) => {
    const search = async (words: string, isExempt = anyone) =>
      messageOf(await queryError(new URLSearchParams({ name: filter + words }), isExempt))
    expect(await search('a'.repeat(200 - filter.length))).toBeUndefined()
    expect(await search('a|'.repeat(100))).toBe('name: a full-text search may have at most 200 characters')
    expect(await search('a|'.repeat(100), administrator)).toBeUndefined()
  },
)

it('who is exempt may embed more, and writes a select that can be parsed', async () => {
  expect(await errorOf(tables(9), administrator)).toBeUndefined()
  expect(await errorOf('themes(', administrator)).toBe('select cannot be parsed')
})

it('every select of a query is checked', async () => {
  const query = new URLSearchParams(`select=id&select=${tables(9)}`)
  expect((await queryError(query, anyone))?.status).toBe(400)
})

it('an answer may have 2 MB, and more for who is exempt', async () => {
  const limit = 2 * 1024 * 1024
  const answer = (bytes: number) =>
    new Response(new Uint8Array(bytes), { headers: { 'content-range': '0-1/2' } })
  const whole = await withinSize(answer(limit), anyone)
  expect([(await whole.arrayBuffer()).byteLength, whole.headers.get('content-range')]).toEqual([
    limit,
    '0-1/2',
  ])
  expect(await messageOf(await withinSize(answer(limit + 1), anyone))).toContain('larger than 2 MB')
  expect((await withinSize(answer(limit + 1), administrator)).status).toBe(200)
  expect((await withinSize(new Response(null, { status: 204 }), anyone)).status).toBe(204)
})

it('the error of a regular expression names its field', async () => {
  const query = new URLSearchParams('select=id&name=not.iMatch.a')
  expect(await messageOf(regexRefused(query))).toMatch(/^name: regular expressions/)
  expect(await messageOf(regexRefused(new URLSearchParams()))).toMatch(/^A filter: /)
})

it.each([
  ['', 0, 0],
  ['*', 0, 0],
  ['id, name', 0, 0],
  ['x:name::text,"a,(b","say \\"so\\""', 0, 0],
  ['name->a->>0,count(),total:id.count()::int', 0, 0],
  ['*,themes(*)', 1, 1],
  ['...categories(name),themes!inner()', 2, 1],
  ['id,t:product_themes!hint!left(themes(name,id.count())),categories( name )', 3, 2, ['themes']],
  ['a(b(c(d(e))))', 4, 4, ['b', 'c', 'd']],
  ['a(x:b!hint(id),...c(id))', 3, 2, ['b', 'c']],
])('embeddingOf measures %s', (select, count, depth, inner: string[] = []) => {
  expect(embeddingOf(select)).toEqual({ count, depth, inner })
})

it.each([
  '"',
  '""',
  '((((',
  '(',
  ')',
  'a(',
  'a)',
  'a(b',
  'a(b))',
  ',',
  'id,',
  ',id',
  'a(,)',
  'a(b)c',
  'a()()',
  'count(id)',
  '"a',
  ' ',
])('embeddingOf cannot parse %j', (select) => {
  expect(embeddingOf(select)).toBeNull()
})

// In quadratic time it would take hours.
it('embeddingOf refuses a quoted name that does not end in linear time', () => {
  expect(embeddingOf(`"${String.raw`\"`.repeat(1_000_000)}`)).toBeNull()
})

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
