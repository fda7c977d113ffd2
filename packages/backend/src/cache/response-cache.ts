import { LRUCache } from 'lru-cache'

import { shareParameter } from '@giftwell/shared/kernel/shared-link.ts'
import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { compressJson, createCompressedBody, type SendBody } from '../http/file-response.ts'
import { readBodyCopy } from '../http/request-body.ts'
import { type EnterStatement, noSlot, slotRetryMs } from '../rate-limit/statement-slots.ts'
import { tooManyRequests } from '../http/api-errors.ts'
import {
  asVisitors,
  type CacheableRequest,
  isAnonymous,
  isCatalogueCall,
  parseCacheableRequest,
  varyingHeaders,
  catalogueArguments,
} from './cacheable-request.ts'
import type { Database } from '../database/database.ts'
import { type RequestContext, requestContext, statementTimeLimits } from '../database/request-context.ts'

/** How long a response may be stale after a change without a notification. */
const ttlMs = 10_000
const mebibyte = 1024 * 1024

/** Caches the responses to visitors without a session until the database changes. */
export interface ResponseCache {
  /**
   * Answers a request to the tables and functions, compressed. A GET without a session, and a POST to a function of the
   * catalogue, is answered from the cache, an account's catalogue by `callCatalogue`, everything else by `ask`. A
   * write by an administrator or the operator clears the cache before its response; other writes do not affect the
   * cache.
   * @param enter waits for a statement slot of requests without an account; passed to `ask` if that must wait itself
   */
  respond(
    request: Request,
    ask: (enter?: EnterStatement) => Promise<Response>,
    enter?: EnterStatement,
  ): Promise<Response>
  /** Evicts everything; requests in flight are answered and not stored. */
  clear(): void
  /** Cache hits and misses of visitors' requests since the start, and the current contents. */
  usage(): {
    readonly hits: number
    readonly misses: number
    readonly entries: number
    readonly bytes: number
  }
  readonly textFor: AnonymousText
}

/**
 * The JSON text that a GET of `pathWithQuery` ("/rest/v1/rpc/catalogue_page?page_size=48") without a session is
 * answered with; null when that is an error. Shares the cache with requests of the website's client.
 */
export type AnonymousText = (pathWithQuery: string, enter?: EnterStatement) => Promise<string | null>

interface ResponseCacheOptions {
  readonly publishableKey: string
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
  readonly callCatalogue: CallCatalogue
  /** Answers a request of the server's own. */
  readonly ask: (request: Request) => Promise<Response>
}

interface CachedResponse {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: SendBody
}

type Fetch = () => Promise<Response>

/** A response other than 200, which is shared by concurrent requests and not stored. */
class NotCacheableError extends Error {
  override readonly name = 'NotCacheableError'
  readonly status: number
  readonly headers: Headers
  readonly bytes: ArrayBuffer | null
  constructor({ status, headers }: Response, bytes: ArrayBuffer | null) {
    super('The response is not cacheable.')
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const vary = ['accept-encoding', 'apikey', 'authorization', ...varyingHeaders].join(', ')
/** The library's headers for the JSON of a function. */
const catalogueHeaders = { 'content-range': '0-0/*', 'content-type': 'application/json; charset=utf-8' }

/** Creates an empty cache. */
export function createResponseCache({
  publishableKey,
  callerOf,
  isTrusted,
  callCatalogue,
  ask,
}: ResponseCacheOptions): ResponseCache {
  /** The keys of the fetches in flight since the cache was cleared. */
  const fetching = new Set<string>()
  let hits = 0
  let misses = 0
  const cache = new LRUCache<string, CachedResponse, Fetch>({
    max: 5000,
    maxSize: 32 * mebibyte,
    maxEntrySize: mebibyte,
    // Uncompressed and in both encodings.
    sizeCalculation: ({ text }) => 1 + 3 * text.length,
    ttl: ttlMs,
    // A fetch that is in flight when the cache is cleared still answers its requests.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context }) => {
      fetching.add(key)
      try {
        return await readResponse(await context())
      } finally {
        fetching.delete(key)
      }
    },
  })

  /**
   * Takes a slot only where a statement is needed, and before others can join its fetch, so that no visitor waits in the
   * queue of another; null without one.
   */
  const cached = async (
    parsed: CacheableRequest,
    fetch: Fetch,
    enter: EnterStatement = async () => noSlot,
  ): Promise<CachedResponse | null> => {
    const request = asVisitors(parsed)
    const { cacheKey } = request
    const isHit = cache.has(cacheKey) || fetching.has(cacheKey)
    if (isHit) hits += 1
    else misses += 1
    using slot = isHit ? noSlot : await enter()
    if (slot === null) return null
    return await cache.forceFetch(cacheKey, {
      context: async () => {
        const json = await callCatalogue(request, null)
        return json === null ? fetch() : new Response(json, { headers: catalogueHeaders })
      },
    })
  }
  const respondToAccount = async (
    request: Request,
    parsed: CacheableRequest | null,
  ): Promise<Response | null> => {
    if (parsed === null || request.headers.get('apikey') !== publishableKey) return null
    const caller = callerOf(request.headers)
    const json = caller.kind === 'account' ? await callCatalogue(parsed, caller.id, caller.session) : null
    if (json === null) return null
    const headers = { ...catalogueHeaders, 'cache-control': 'private, no-cache', vary }
    return createCompressedBody(Buffer.from(json), 'fast')(request, headers)
  }

  return {
    clear() {
      cache.clear()
      fetching.clear()
    },
    usage: () => ({ hits, misses, entries: cache.size, bytes: cache.calculatedSize }),
    async respond(request, ask, enter) {
      const isAnonymousRequest = isAnonymous(request, publishableKey)
      const isCall = isAnonymousRequest && isCatalogueCall(request)
      const parsed = parseCacheableRequest(request, isCall ? await readBodyCopy(request) : undefined)
      if (parsed !== null && isAnonymousRequest) {
        try {
          const response = await cached(parsed, async () => ask(), enter)
          if (response === null) return tooManyRequests('rest', 'requests', slotRetryMs)
          const { send, headers } = response
          // A key of a shared link is not for other people of the same proxy.
          const isStored = !isCall && !parsed.parameters.has(shareParameter)
          return await send(request, {
            ...headers,
            'cache-control': isStored ? 'no-cache' : 'no-store',
            vary,
          })
        } catch (error) {
          if (!(error instanceof NotCacheableError)) throw error
          return new Response(error.bytes, { status: error.status, headers: error.headers })
        }
      }
      const called = await respondToAccount(request, parsed)
      if (called !== null) return called
      const response = await ask(enter)
      if (!safeMethods.has(request.method) && (await isTrusted(callerOf(request.headers)))) cache.clear()
      return compressJson(response, request.headers.get('accept-encoding'))
    },
    async textFor(pathWithQuery, enter) {
      // The headers of the website's client, so that both share one entry.
      const request = new Request(new URL(pathWithQuery, 'http://localhost'), {
        headers: { apikey: publishableKey, accept: 'application/json', 'accept-profile': 'public' },
      })
      const parsed = parseCacheableRequest(request)
      if (parsed === null) return null
      try {
        return (await cached(parsed, async () => ask(request), enter))?.text ?? null
      } catch (error) {
        if (error instanceof NotCacheableError) return null
        throw error
      }
    },
  }
}

/** @throws NotCacheableError for any status but 200 */
async function readResponse(response: Response): Promise<CachedResponse> {
  const bytes = response.body === null ? null : await response.arrayBuffer()
  if (response.status !== 200 || bytes === null) throw new NotCacheableError(response, bytes)
  const body = Buffer.from(bytes)
  return {
    text: body.toString(),
    headers: Object.fromEntries(response.headers),
    send: createCompressedBody(body, 'fast'),
  }
}

/**
 * Calls one of the catalogue's functions for an account in one statement. The library needs nine, too many for 600 pages
 * a second (docs/decisions/30).
 * @param account whose rights apply; null for a visitor
 * @param session the session in the account's token, if any
 * @returns the JSON, or null for every other request, an ended session and every failure, which the gateway answers
 * @throws StatementTimeoutError and DatabaseBusyError, because a retry would take as long
 */
type CallCatalogue = (
  request: CacheableRequest,
  account: string | null,
  session?: string,
) => Promise<string | null>

const statement = `select private.call_as($1, $2, $3) as answer
  where $4::uuid is null or exists (select from auth.sessions where id = $4::uuid)`

/** Calls the catalogue's functions in one statement each, as the caller's role. */
export function createCallCatalogue(query: Database['query']): CallCatalogue {
  return async (request, account, session) => {
    const named = catalogueArguments(request)
    if (named === null) return null
    const parameters = [
      account,
      request.resource.slice('rpc/'.length),
      JSON.stringify(named),
      session ?? null,
    ]
    const timeLimitMs = account === null ? statementTimeLimits.visitor : statementTimeLimits.account
    const context: RequestContext = { id: 'catalogue', redirectTo: '', timeLimitMs }
    const querying = requestContext.run(context, async () => query(statement, parameters))
    const result = await querying.catch(() => {
      if (context.timedOut !== undefined) throw context.timedOut
      return null
    })
    const answer = result?.rows[0]?.['answer']
    return typeof answer === 'string' ? answer : null
  }
}
