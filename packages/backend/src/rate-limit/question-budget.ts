import { LRUCache } from 'lru-cache'
import { jsonObjectIn } from '../http/json-body.ts'
import { createKeyOf, createQuota, type Rate, takeAll } from './quota.ts'

/** How many distinct questions a client may ask the catalogue without an account. */
const rates: readonly Rate[] = [
  { count: 120, seconds: 60 },
  { count: 600, seconds: 3600 },
]

const hourMs = 3_600_000
/** The remembered questions of all clients; a forgotten one counts again. */
const maxQuestions = 100_000

/** Budgets what each client asks the catalogue without an account (docs/decisions/01). */
export interface QuestionBudget {
  /**
   * Takes one from a client's budget, unless it asked the same within the hour.
   * @returns 0, or the milliseconds until the next question is allowed
   */
  take(client: string, question: string): number
}

/** @param now a monotonic clock in milliseconds */
export function createQuestionBudget(now: () => number = () => performance.now()): QuestionBudget {
  const keyOf = createKeyOf()
  const asked = new LRUCache<string, number>({ max: maxQuestions })
  const quotas = rates.map((rate) => createQuota(rate, { now }))
  return {
    take(client, question) {
      const key = keyOf(client, question)
      const before = asked.get(key)
      if (before !== undefined && now() - before < hourMs) return 0
      const address = keyOf(client)
      const exhausted = takeAll(quotas.map((quota) => ({ quota, key: address })))
      if (exhausted !== null) return exhausted.wait
      asked.set(key, now())
      return 0
    },
  }
}

export interface CatalogueRequest {
  readonly method: string
  /** The decoded path, as the router reads it. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer | null
}

/** Without a session these only choose what is shown of the answer, how it is ordered and counted, or one of its products. */
const choices = new Set(['page_size', 'after', 'sort', 'counts', 'product'])

/** What a request asks the catalogue, the same for the same answer; null for other requests. */
export function catalogueQuestion({ method, path, query, body }: CatalogueRequest): string | null {
  const asksForOne = isFunction(path, 'product_page')
  // To report a search asks for it again.
  const searches = isFunction(path, 'catalogue_page') || isFunction(path, 'report_missed_search')
  if ((!asksForOne && !searches) || method === 'OPTIONS') return null
  const filters = [...query]
  if (method === 'POST') {
    const named = jsonObjectIn(body)
    // What is no object is no call, or one in another form.
    if (named === null) filters.push(['', body?.toString() ?? ''])
    else
      for (const [name, value] of Object.entries(named))
        if (value !== null) filters.push([name, typeof value === 'string' ? value : JSON.stringify(value)])
  }
  const asked = (asksForOne ? filters.flatMap(named) : filters)
    .filter(([name]) => !choices.has(name))
    .map((pair) => JSON.stringify(pair))
  return asked.toSorted((one, other) => (one < other ? -1 : 1)).join()
}

function isFunction(path: string, name: string): boolean {
  return path.replace(/\/+$/, '') === `/rest/v1/rpc/${name}`
}

/** The filters of a product's page, which are one argument, as the catalogue names them. */
function named([name, value]: [string, string]): [string, string][] {
  const filters = name === 'filters' ? jsonObjectIn(Buffer.from(value)) : null
  if (filters === null) return [[name, value]]
  return Object.entries(filters).map(([filter, chosen]) => [
    filter,
    typeof chosen === 'string' ? chosen : JSON.stringify(chosen),
  ])
}
