import { expect, it } from 'vitest'
import { regexRefused, selectError, withinSize } from './public-limits.ts'

const anyone = async () => Promise.resolve(false)
const administrator = async () => Promise.resolve(true)

const messageOf = async (response: Response | null): Promise<string | undefined> =>
  response === null ? undefined : ((await response.json()) as { message: string }).message
const errorOf = async (select: string, isExempt = anyone) =>
  messageOf(await selectError(new URLSearchParams({ select }), isExempt))

const tables = (count: number) => Array.from({ length: count }, (_, at) => `t${at}(id)`).join(',')

it('the public may embed eight tables, two levels deep', async () => {
  const sentence = 'select may embed at most 8 tables, 2 levels deep'
  expect([await errorOf(tables(8)), await errorOf(tables(9))]).toEqual([undefined, sentence])
  expect([await errorOf('a(b(id))'), await errorOf('a(b(c(id)))')]).toEqual([undefined, sentence])
})

it('who is exempt may embed more, and writes a select that can be parsed', async () => {
  expect(await errorOf(tables(9), administrator)).toBeUndefined()
  expect(await errorOf('themes(', administrator)).toBe('select cannot be parsed')
})

it('every select of a query is checked', async () => {
  const query = new URLSearchParams(`select=id&select=${tables(9)}`)
  expect((await selectError(query, anyone))?.status).toBe(400)
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
