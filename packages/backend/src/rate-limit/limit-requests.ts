import type { MiddlewareHandler } from 'hono'
import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { apiError, type Service, serviceOf, tooManyRequests } from '../http/api-errors.ts'
import type { ClientOf } from '../http/client-address.ts'
import {
  BodyTooLargeError,
  isObject,
  MalformedBodyError,
  maxJsonBytes,
  readBody,
  readJson,
} from '../http/request-body.ts'
import type { Log } from '../process/terminal.ts'
import { limitsOfRequest } from './limits.ts'
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

    const body = await readBody(req.raw, maxJsonBytes).catch((error: unknown) => {
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
    const parsed = parseBody(service, req.header('content-type') ?? '', body)
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
