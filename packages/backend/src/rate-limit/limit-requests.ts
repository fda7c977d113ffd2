import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { apiError, type Service, serviceOf, tooManyRequests } from '../http/api-errors.ts'
import {
  BodyTooLargeError,
  MalformedBodyError,
  maxJsonBytes,
  readBody,
  readJson,
} from '../http/request-body.ts'
import type { Say } from '../process/terminal.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createClientOf } from '../http/client-address.ts'
import { limitsOfRequest } from './limits.ts'

export interface LimitOptions {
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** The site's public origin, when it is not the one that the server listens on. */
  readonly siteUrl: string | null
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
  /** The session that a refresh token renews; null for an unknown one. */
  readonly sessionOf: (refreshToken: string) => Promise<string | null>
  readonly say: Say
  /** A monotonic clock in milliseconds. */
  readonly now?: (() => number) | undefined
}

/**
 * Rate limits sign-in, sign-up, e-mails and leads per client address and per e-mail address, and what renews a session per
 * session. A request over a limit gets status 429.
 */
export function limitRequests({
  trustedProxies,
  siteUrl,
  callerOf,
  isTrusted,
  sessionOf,
  say,
  now,
}: LimitOptions): MiddlewareHandler {
  const limiter = createRateLimiter(now)
  const clientOf = createClientOf(trustedProxies)
  let isProxyKnown = trustedProxies.length > 0
  // The server listens on a loopback port only, so another public origin means a proxy.
  if (!isProxyKnown && siteUrl !== null && !isLoopback(siteUrl)) {
    isProxyKnown = true
    say(
      'SITE_URL is not on this machine, so a proxy stands in front: name its address in TRUSTED_PROXY. Until then all visitors share one rate limit.',
    )
  }

  return async (context, next) => {
    const { req } = context
    const service = serviceOf(new URL(req.url).pathname)
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    if (service !== null && !isProxyKnown && req.header('x-forwarded-for') !== undefined) {
      isProxyKnown = true
      say(
        'A request names its client in X-Forwarded-For. If a proxy stands in front, name its address in TRUSTED_PROXY; until then all its visitors share one rate limit.',
      )
    }
    const names = limitsOfRequest(request)
    if (service === null || names.length === 0) {
      await next()
      return undefined
    }

    const body = await readBody(req.raw, maxJsonBytes).catch((error: unknown) => tooLarge(service, error))
    if (body instanceof Response) return body
    // The body was consumed, so later handlers get a copy.
    if (body !== null) {
      const { method, headers, signal } = req.raw
      req.raw = new Request(req.url, { method, headers, body, signal })
    }

    const caller = callerOf(req.raw.headers)
    // Administrators and the operator may enter any number of leads, in any form.
    if (names.includes('lead') && (await isTrusted(caller))) {
      await next()
      return undefined
    }
    const parsed = parseBody(service, req.header('content-type') ?? '', body)
    if (parsed instanceof Response) return parsed

    const reserved = await limiter.reserve(names, {
      address: clientOf(context),
      email: emailIn(parsed.json),
      account: caller.kind === 'account' ? caller.id : null,
      session: names.includes('refresh')
        ? await sessionOf(refreshTokenIn(parsed.json))
        : caller.kind === 'account'
          ? (caller.session ?? null)
          : null,
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

/** The same response as the API's to a body that is too large. */
function tooLarge(service: Service, error: unknown): Response {
  if (!(error instanceof BodyTooLargeError)) throw error
  return apiError(service, 413, 'too_large', 'The request is too large')
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
    const code = service === 'auth' ? 'bad_json' : 'PGRST102'
    return apiError(service, 400, code, 'The body is no JSON')
  }
}

const refreshBody = z.object({ refresh_token: z.string().regex(/^[\w-]{1,255}$/) })

function refreshTokenIn(json: unknown): string {
  return refreshBody.safeParse(json).data?.refresh_token ?? ''
}

const emailBody = z.union([
  z.object({ email: z.string() }),
  // PostgREST also accepts one row as a list.
  z.tuple([z.object({ email: z.string() })]).transform(([only]) => only),
])

/** The e-mail address in a JSON body, normalized as the services do; null when there is none. */
export function emailIn(json: unknown): string | null {
  const named = emailBody.safeParse(json).data?.email
  if (named === undefined) return null
  const email = named.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  return email === '' ? null : email
}
