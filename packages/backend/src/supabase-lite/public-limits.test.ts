import { expect, it } from 'vitest'
import { regexRefused, queryError, withinSize } from './public-limits.ts'

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
