import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Caller, CallerOf } from '../accounts/caller.ts'
import { apiError, type Service, serviceOf } from '../http/api-error.ts'
import { BodyTooLargeError, readBody } from '../http/read-body.ts'
import type { Say } from '../process/terminal.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createClientAddress } from '../http/client-address.ts'
import { emailInBody } from './email-in-body.ts'
import { limitsOfRequest } from './limits-of-request.ts'
import { tooManyRequests } from './too-many-requests.ts'

/** What the limits are told of the site. */
export interface LimitOptions {
  /** The proxies whose word on their clients' addresses is believed. */
  readonly trustedProxies: readonly string[]
  /** The origin under which people reach the site, when it is not the one that the server listens on. */
  readonly siteUrl: string | null
  readonly callerOf: CallerOf
  /** Whether an account is an administrator's. */
  readonly isAdministrator: (account: string) => Promise<boolean>
  readonly say: Say
  /** Milliseconds on a clock that nobody sets. */
  readonly now?: (() => number) | undefined
}

/** The most bytes of a body that names an e-mail address: what the API takes of it at most. */
const bodyCap = 256 * 1024

/**
 * Holds the public to the limits: sign-in, sign-up, e-mails and leads, per client address and per e-mail address. A
 * request too many is answered with status 429 and goes no further.
 */
export function limitRequests({
  trustedProxies,
  siteUrl,
  callerOf,
  isAdministrator,
  say,
  now,
}: LimitOptions): MiddlewareHandler {
  const limiter = createRateLimiter(now)
  const clientAddress = createClientAddress(trustedProxies)
  let isProxyKnown = trustedProxies.length > 0
  // The server listens on this machine alone, so whoever comes by another name comes through a proxy.
  if (!isProxyKnown && siteUrl !== null && !isLoopback(siteUrl)) {
    isProxyKnown = true
    say(
      'SITE_URL is not on this machine, so a proxy stands in front: name its address in TRUSTED_PROXY. Until then all visitors share one allowance.',
    )
  }

  const isTrusted = async (caller: Caller) =>
    caller.kind === 'operator' || (caller.kind === 'account' && (await isAdministrator(caller.id)))

  return async (context, next) => {
    const { req } = context
    const service = serviceOf(new URL(req.url).pathname)
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    if (service === null || limitsOfRequest(request, true).length === 0) {
      await next()
      return undefined
    }

    const forwardedFor = req.header('x-forwarded-for') ?? null
    if (forwardedFor !== null && !isProxyKnown) {
      isProxyKnown = true
      say(
        'A request names its client in X-Forwarded-For. If a proxy stands in front, name its address in TRUSTED_PROXY; until then all its visitors share one allowance.',
      )
    }

    const body = await readBody(req.raw, bodyCap).catch((error: unknown) => tooLarge(service, error))
    if (body instanceof Response) return body
    // It was read; whoever answers gets it again.
    if (body !== null) {
      req.raw = new Request(req.url, { method: req.method, headers: req.raw.headers, body })
    }

    const email = emailInBody(body)
    const names = limitsOfRequest(request, email !== null)
    const caller = callerOf(req.raw.headers)
    // These are the public's limits. Nobody else enters leads of other people, and the database looks at them anyway.
    if (names.length === 0 || (names.includes('lead') && (await isTrusted(caller)))) {
      await next()
      return undefined
    }

    const reserved = await limiter.reserve(names, {
      address: clientAddress(socketAddress(context), forwardedFor),
      email,
      account: caller.kind === 'account' ? caller.id : null,
    })
    if ('wait' in reserved) return tooManyRequests(service, reserved.tooMany, reserved.wait)
    await next()
    reserved.settle(context.res.status)
    return undefined
  }
}

function isLoopback(origin: string): boolean {
  return /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
}

/** The answer that the API itself gives to a body that is too large. */
function tooLarge(service: Service, error: unknown): Response {
  if (!(error instanceof BodyTooLargeError)) throw error
  return apiError(service, 413, 'too_large', 'The request is too large')
}

function socketAddress({ env }: Context): string | undefined {
  // The bindings of the Node adapter; a request that no socket brought has none.
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
  return incoming?.socket.remoteAddress
}
