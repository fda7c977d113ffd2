import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { apiError, type Service, serviceOf, tooManyRequests } from '../http/api-errors.ts'
import type { ClientOf } from '../http/client-address.ts'
import {
  BodyTooLargeError,
  filePaths,
  isObject,
  MalformedBodyError,
  maxJsonBytes,
  readBody,
  readJson,
  jsonObjectIn,
  readBodyCopy,
} from '../http/request-body.ts'
import type { Log } from '../process/terminal.ts'
import { limitsOfRequest, type ApiRequest, type Rate } from './limits.ts'
import { createRateLimiter, type QuotaStore } from './rate-limiter.ts'

export interface LimitOptions {
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** The site's public origin, when it is not the one that the server listens on. */
  readonly siteUrl: string | null
  readonly clientOf: ClientOf
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
  /** The session that a refresh token renews; null for an unknown one. */
  readonly sessionOf: (refreshToken: string) => Promise<string | null>
  readonly log: Log
  readonly quotas: QuotaStore
}

/**
 * Rate limits sign-in, sign-up, e-mails and leads per client address and per e-mail address, and what renews a session per
 * session. A request over a limit gets status 429.
 */
export function limitRequests(options: LimitOptions): MiddlewareHandler {
  const { trustedProxies, siteUrl, clientOf, callerOf, isTrusted, sessionOf, log } = options
  const limiter = createRateLimiter(options.quotas)
  let isProxyKnown = trustedProxies.length > 0
  const warn = (sentence: string): void => {
    if (!isProxyKnown) log(sentence, 'warn')
    isProxyKnown = true
  }
  // The server listens on a loopback port only, so another public origin means a proxy.
  if (siteUrl !== null && !isLoopback(siteUrl)) {
    warn(
      'SITE_URL is not on this machine, so there is a proxy in front: set TRUSTED_PROXY to its address. Until then all visitors share one rate limit.',
    )
  }

  return async (context, next) => {
    const { req } = context
    const { pathname, searchParams: query } = new URL(req.url)
    const service = serviceOf(pathname)
    if (service !== null && req.header('x-forwarded-for') !== undefined) {
      warn(
        'A request names its client in X-Forwarded-For. If there is a proxy in front, set TRUSTED_PROXY to its address; until then all its visitors share one rate limit.',
      )
    }
    const names = limitsOfRequest({ method: req.method, path: req.path, query })
    if (service === null || names.length === 0) return next()

    // A file's limit needs no more than the address, and its body is read where there is room for it.
    const isFile = filePaths.has(req.path)
    const body = isFile
      ? null
      : await readBody(req.raw, maxJsonBytes).catch((error: unknown) => {
          if (!(error instanceof BodyTooLargeError)) throw error
          return undefined
        })
    // The same response as the API's.
    if (body === undefined) return apiError(service, 413, 'too_large', 'The request is too large')
    // The body is consumed, so that an endless one ends here; later handlers get a copy.
    if (body !== null) {
      const { method, headers, signal } = req.raw
      req.raw = new Request(req.url, { method, headers, body, signal })
    }
    const caller = callerOf(req.raw.headers)
    // Administrators and the operator may enter any number of leads, in any form.
    if (names.includes('lead') && (await isTrusted(caller))) return next()
    const parsed = isFile ? { json: null } : parseBody(service, req.header('content-type') ?? '', body)
    if (parsed instanceof Response) return parsed

    const { id = null, session = null } = caller.kind === 'account' ? caller : {}
    const reserved = await limiter.reserve(names, {
      address: clientOf(context),
      email: emailIn(parsed.json),
      account: id,
      session: names.includes('refresh') ? await sessionOf(textIn(parsed.json, 'refresh_token')) : session,
    })
    if ('wait' in reserved) return tooManyRequests(service, reserved.tooMany, reserved.wait)
    await next()
    reserved.release(context.res.status)
    return undefined
  }
}

function isLoopback(origin: string): boolean {
  return /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
}

/**
 * The JSON of a body, or the response to one that the limits could read otherwise than the services do. A lead that is
 * sent as CSV or as a form would name its e-mail address elsewhere.
 */
function parseBody(
  service: Service,
  contentType: string,
  body: Buffer | null,
): { readonly json: unknown } | Response {
  try {
    const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
    if (service === 'rest' && type !== '' && type !== 'application/json') throw new MalformedBodyError()
    return { json: readJson(body) }
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error
    return apiError(service, 400, service === 'auth' ? 'bad_json' : 'PGRST102', 'The body is not JSON')
  }
}

/** A text in a JSON object; empty when there is none. */
function textIn(json: unknown, field: string): string {
  const value = isObject(json) ? json[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** The e-mail address in a JSON body, normalized as the services do; null when there is none. */
export function emailIn(json: unknown): string | null {
  // PostgREST also accepts one row as a list.
  const row: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json
  const email = textIn(row, 'email').normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  return email === '' ? null : email
}

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
