import { catalogueQuery, filterOptionsQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import { clientLogosQuery, featuredProductsQuery, statsQuery } from '@giftwell/shared/data/home-queries.ts'
import { createBackend } from '@giftwell/shared/data/backend.ts'
import { expect, it } from 'vitest'
import { askedQuestion, type Question } from './asked-question.ts'
import { createAskDirectly } from './direct-answers.ts'
import { isSameForCustomers } from './questions-of-customers.ts'

const supabaseKey = 'sb_publishable_test'
const nothing = {
  getItem: async () => null,
  setItem: async () => {},
  removeItem: async () => {},
  keys: async () => [],
}

/** What the website sends for one of its queries. */
async function questionOf(
  ask: (backend: ReturnType<typeof createBackend>) => { queryFn?: unknown },
): Promise<Question> {
  const sent: Request[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    return Response.json([])
  }
  const { queryFn } = ask(createBackend({ supabaseUrl: 'http://test', supabaseKey }, nothing, { send }))
  if (typeof queryFn !== 'function') throw new TypeError('The query has no function')
  // The answer is none; only what was sent counts.
  await Promise.resolve(queryFn({ signal: new AbortController().signal, pageParam: null })).catch(() => {})
  const [request] = sent
  if (request === undefined) throw new Error('Nothing was sent')
  const { pathname, search } = new URL(request.url)
  const question = askedQuestion(
    { method: request.method, target: pathname + search, header: (name) => request.headers.get(name) },
    supabaseKey,
  )
  if (question === null) throw new Error(`${pathname} is no question`)
  return question
}

const filters = { category: 'Mugs & Bottles', budget: 'Rs.2000+', doctorType: 'Dentist', theme: 'Diwali' }
const questions = {
  'a page of the catalogue': async () => questionOf((backend) => catalogueQuery(backend, 'a1', filters)),
  'the filters': async () => questionOf(filterOptionsQuery),
  'the stat blocks': async () => questionOf(statsQuery),
  'the client logos': async () => questionOf(clientLogosQuery),
  'the featured products': async () => questionOf(featuredProductsQuery),
}

it.each(Object.entries(questions))('customers share %s as the website asks for it', async (_, asked) => {
  expect(isSameForCustomers(await asked())).toBe(true)
})

it.each(['a page of the catalogue', 'the filters'] as const)(
  '%s is asked of the database directly',
  async (name) => {
    const sent: (readonly unknown[])[] = []
    const askDirectly = createAskDirectly(async (_, parameters = []) => {
      sent.push(parameters)
      return { rows: [{ answer: '{"total": 1}' }] }
    })
    const answer = await askDirectly(await questions[name](), 'a1')
    expect(answer?.bytes.toString()).toBe('{"total": 1}')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.[0]).toBe('a1')
  },
)
