import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { CallerOf } from '../accounts/caller.ts'
import { tooManyRequests } from '../http/api-errors.ts'
import type { ClientOf } from '../http/client-address.ts'
import { jsonObjectIn, readBodyCopy } from '../http/request-body.ts'
import type { ApiRequest, Rate } from './limits.ts'
import type { QuotaStore } from './rate-limiter.ts'

/** How many distinct queries a client may send to the catalogue without an account. */
const rates: readonly Rate[] = [
  { count: 120, seconds: 60 },
  { count: 600, seconds: 3600 },
]

const hourMs = 3_600_000
/** The stored queries of all clients; an evicted one counts again. */
const maxQueries = 100_000

/** Limits the catalogue queries of each client without an account (docs/decisions/01). */
interface QueryQuota {
  /**
   * Takes one from a client's quota, unless it sent the same query to this server within the hour.
   * @returns 0, or the milliseconds until the next query is allowed
   */
  take(client: string, query: string): Promise<number>
}

/** @param now a monotonic clock in milliseconds */
export function createQueryQuota(store: QuotaStore, now: () => number = () => performance.now()): QueryQuota {
  const { keyOf } = store
  const sentAt = new LRUCache<string, number>({ max: maxQueries })
  return {
    async take(client, query) {
      const key = keyOf(client, query)
      if (now() - (sentAt.get(key) ?? -hourMs) < hourMs) return 0
      const address = keyOf('query', client)
      const exhausted = await store.takeAll(rates.map((rate) => ({ rate, key: address })))
      if (exhausted !== null) return exhausted.wait
      sentAt.set(key, now())
      return 0
    },
  }
}

/** The functions whose calls are queries; a shared link's keys are part of them. Reporting a search without results counts as its query. */
const queryFunctions =
  /^\/rest\/v1\/rpc\/(?:catalogue_page|report_missed_search|product_page|shared_products)\/*$/

/** Without a session these only choose a part of the response, its counts, or one of its products. */
const choices = new Set(['page_size', 'after', 'counts', 'facts', 'product'])

/** The query of a request to the catalogue, the same for the same response; null for other requests. */
export function catalogueQueryKey(request: ApiRequest, body: Buffer | null = null): string | null {
  const { method, path, query } = request
  if (!queryFunctions.test(path) || method === 'OPTIONS') return null
  const sent = [...query]
  if (method === 'POST') {
    const fields = jsonObjectIn(body)
    // A body that is no object is no call, or one in another form.
    sent.push(...(fields === null ? [pair('', body?.toString() ?? '')] : pairsOf(fields)))
  }
  const filters = path.includes('product_page') ? sent.flatMap(productFilters) : sent
  const parts = filters.filter(([name]) => !choices.has(name)).map((filter) => JSON.stringify(filter))
  return parts.toSorted((one, other) => (one < other ? -1 : 1)).join()
}

/** The filters of a product's page, which are one argument, as the catalogue names them. */
function productFilters([name, value]: [string, string]): [string, string][] {
  const filters = name === 'filters' ? jsonObjectIn(Buffer.from(value)) : null
  return filters === null ? [[name, value]] : pairsOf(filters)
}

function pairsOf(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [pair(name, value)]))
}

function pair(name: string, value: unknown): [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)]
}

interface LimitCatalogueQueriesOptions {
  readonly quota: QueryQuota
  readonly callerOf: CallerOf
  readonly clientOf: ClientOf
}

/**
 * Limits the catalogue queries of clients without an account, whether they are answered from the cache or not. Accounts may
 * read the whole catalogue anyway.
 */
export function limitCatalogueQueries(options: LimitCatalogueQueriesOptions): MiddlewareHandler {
  const { quota, callerOf, clientOf } = options
  return async (context, next) => {
    const { req } = context
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    const { kind } = callerOf(req.raw.headers)
    const isAnonymous = kind !== 'account' && kind !== 'operator'
    if (!isAnonymous || catalogueQueryKey(request) === null) return next()
    // A larger body is refused by the API.
    const key = catalogueQueryKey(request, (await readBodyCopy(req.raw)) ?? null)
    const wait = await quota.take(clientOf(context), key ?? '')
    return wait > 0 ? tooManyRequests('rest', 'requests', wait) : next()
  }
}
