import { LRUCache } from 'lru-cache'
import { BodyTooLargeError, jsonObjectIn, maxJsonBytes, readBody } from '../http/request-body.ts'
import type { Rate } from './limits.ts'
import { createKeyOf, createQuota, takeAll } from './rate-limiter.ts'
import type { MiddlewareHandler } from 'hono'
import type { CallerOf } from '../accounts/caller.ts'
import type { ClientOf } from '../http/client-address.ts'
import { tooManyRequests } from '../http/api-errors.ts'

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
   * Takes one from a client's quota, unless it sent the same query within the hour.
   * @returns 0, or the milliseconds until the next query is allowed
   */
  take(client: string, query: string): number
}

/** @param now a monotonic clock in milliseconds */
export function createQueryQuota(now: () => number = () => performance.now()): QueryQuota {
  const keyOf = createKeyOf()
  const asked = new LRUCache<string, number>({ max: maxQueries })
  const quotas = rates.map((rate) => createQuota(rate, { now }))
  return {
    take(client, query) {
      const key = keyOf(client, query)
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

/** A request that may be a query of the catalogue. */
interface CatalogueRequest {
  readonly method: string
  /** The decoded path, as the router reads it. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer | null
}

/** Without a session these only choose what is shown of the answer, how it is ordered and counted, or one of its products. */
const choices = new Set(['page_size', 'after', 'sort', 'counts', 'product'])

/** The query of a request to the catalogue, the same for the same response; null for other requests. */
export function catalogueQueryKey({ method, path, query, body }: CatalogueRequest): string | null {
  const asksForOne = isFunction(path, 'product_page')
  // Reporting a search counts as a query.
  const searches = isFunction(path, 'catalogue_page') || isFunction(path, 'report_missed_search')
  if ((!asksForOne && !searches) || method === 'OPTIONS') return null
  const filters = [...query]
  if (method === 'POST') {
    const named = jsonObjectIn(body)
    // A body that is no object is no call, or one in another form.
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

interface LimitCatalogueQueriesOptions {
  readonly quota: QueryQuota
  readonly callerOf: CallerOf
  readonly clientOf: ClientOf
}

/**
 * Limits what a client asks the catalogue without an account, whether it is answered from the cache or not. Accounts may
 * read the whole catalogue anyway.
 */
export function limitCatalogueQueries({
  quota,
  callerOf,
  clientOf,
}: LimitCatalogueQueriesOptions): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    const { kind } = callerOf(req.raw.headers)
    const isAnonymous = kind !== 'account' && kind !== 'operator'
    if (isAnonymous && catalogueQueryKey({ ...request, body: null }) !== null) {
      // A larger body is refused by the API.
      const body = await readBody(req.raw.clone(), maxJsonBytes).catch((error: unknown) => {
        if (error instanceof BodyTooLargeError) return null
        throw error
      })
      const wait = quota.take(clientOf(context), catalogueQueryKey({ ...request, body }) ?? '')
      if (wait > 0) return tooManyRequests('rest', 'requests', wait)
    }
    await next()
    return undefined
  }
}
