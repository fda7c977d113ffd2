import { catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { factCountsQuery } from '@giftwell/shared/catalogue/fact-counts-query.ts'
import { filterOptionsQuery } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { expect, it } from 'vitest'
import { type CacheableRequest, parseCacheableRequest } from './cacheable-request.ts'
import { createCallCatalogue } from './response-cache.ts'

const supabaseKey = 'sb_publishable_test'
const nothing = {
  getItem: async () => null,
  setItem: async () => {},
  removeItem: async () => {},
  keys: async () => [],
}

/** The request of one of the website's queries. */
async function sentBy(
  ask: (backend: ReturnType<typeof createBackend>) => { queryFn?: unknown },
): Promise<CacheableRequest> {
  const sent: Request[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    return Response.json([])
  }
  const { queryFn } = ask(createBackend({ supabaseUrl: 'http://test', supabaseKey }, nothing, { send }))
  if (typeof queryFn !== 'function') throw new TypeError('The query has no function')
  // Only the request counts; the response is empty.
  await Promise.resolve(queryFn({ signal: new AbortController().signal, pageParam: null })).catch(() => {})
  const [request] = sent
  if (request === undefined) throw new Error('Nothing was sent')
  const parsed = parseCacheableRequest(request)
  if (parsed === null) throw new Error(`${request.url} is not cacheable`)
  return parsed
}

const filters = {
  category: ['Mugs & Bottles'],
  budget: ['Rs.2000+', 'Rs.10-100'],
  doctorType: ['Dentist'],
  theme: ['Diwali'],
  moq: ['100'],
  lead: ['15'],
  branding: ['Engraving'],
  colour: ['Navy', 'Teal'],
  sort: 'name',
  q: 'copper botle',
} as const
it.each([
  ['a page of the catalogue', async () => sentBy((backend) => catalogueQuery(backend, 'a1', filters))],
  ['counts by facts', async () => sentBy((backend) => factCountsQuery(backend, 'a1', filters))],
  ['the filters', async () => sentBy(filterOptionsQuery)],
])('the website’s request for %s is one statement', async (_, send) => {
  const sent: (readonly unknown[])[] = []
  const callCatalogue = createCallCatalogue(async (_statement, parameters = []) => {
    sent.push(parameters)
    return { rows: [{ answer: '{"total": 1}' }] }
  })
  expect(await callCatalogue(await send(), 'a1')).toBe('{"total": 1}')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.[0]).toBe('a1')
})
