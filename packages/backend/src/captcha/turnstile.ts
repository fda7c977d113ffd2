import { z } from 'zod'
import type { Log } from '../process/terminal.ts'
import type { MiddlewareHandler } from 'hono'
import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { apiError, serviceOf } from '../http/api-errors.ts'
import { jsonObjectIn, readBodyCopy } from '../http/request-body.ts'
import { type LimitName, limitsOfRequest } from '../rate-limit/limits.ts'

/** A pair of keys of Cloudflare Turnstile; the site key is public, the secret key never leaves the server. */
export interface TurnstileKeys {
  readonly siteKey: string
  readonly secretKey: string
}

/**
 * Cloudflare's verdict on a token: it belongs to a `human`, it is `refused`, or it is `unknown` because Cloudflare does
 * not respond or rejects our key.
 */
type Verdict = 'human' | 'refused' | 'unknown'

type VerifyToken = (token: string) => Promise<Verdict>

const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const defaultTimeoutMs = 5000
/** Cloudflare's documented maximum, in characters. */
const maxTokenLength = 2048

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
/** Cloudflare's error codes for its own failures and for wrong keys. */
const serverErrorCodes = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret'])

interface TurnstileOptions {
  readonly secretKey: string
  readonly log: Log
  /** Cloudflare's URL; tests name a fake. */
  readonly verifyAt?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** Verifies tokens with Cloudflare's siteverify. Reports each outage once. */
export function createTurnstile({
  secretKey,
  log,
  verifyAt = cloudflare,
  timeoutMs = defaultTimeoutMs,
}: TurnstileOptions): VerifyToken {
  let isOutage = false
  const unknown = (reason: string): Verdict => {
    if (!isOutage) {
      log(
        `Turnstile cannot be used (${reason}): sign-ups, password resets and inquiries are accepted without it.`,
        'warn',
      )
    }
    isOutage = true
    return 'unknown'
  }
  return async (token) => {
    if (token === '' || token.length > maxTokenLength) return 'refused'
    try {
      const response = await fetch(verifyAt, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // A rejection may have any status.
      const { success, 'error-codes': codes } = answerSchema.parse(await response.json())
      if (!success && codes.some((code) => serverErrorCodes.has(code))) {
        return unknown(
          codes.includes('internal-error') ? 'it reports an error' : 'it does not know TURNSTILE_SECRET_KEY',
        )
      }
      isOutage = false
      return success ? 'human' : 'refused'
    } catch (error) {
      return unknown(
        error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no answer',
      )
    }
  }
}

/** The header with the token of an inquiry; requests to Auth have theirs in the body, as on a hosted project. */
const tokenHeader = 'x-turnstile-token'

/** Requests to Auth that need a captcha: accounts and e-mails, not sign-ins. */
const limitsWithCaptcha: ReadonlySet<LimitName> = new Set(['signUp', 'passwordReset', 'otherMail'])

const errorSentence =
  'We could not check that you are a person. Nothing was sent: reload the page and try again. In the desktop app, use the website for this.'

const authBody = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) })

interface RequireCaptchaOptions {
  readonly verify: VerifyToken
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
}

/**
 * Rejects the public's requests without a token that Turnstile accepts. When Turnstile does not respond, all pass
 * (docs/decisions/31).
 */
export function requireCaptcha({ verify, callerOf, isTrusted }: RequireCaptchaOptions): MiddlewareHandler {
  return async ({ req }, next) => {
    const service = serviceOf(new URL(req.url).pathname)
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    const limits = limitsOfRequest(request)
    // Only an inquiry needs one: forms behind private links have no captcha, since their users were checked before.
    const needsCaptcha =
      service === 'auth'
        ? limits.some((name) => limitsWithCaptcha.has(name))
        : limits.includes('lead') && !limits.includes('failedLink')
    if (service === null || !needsCaptcha || (await isTrusted(callerOf(req.raw.headers)))) return next()
    const token = service === 'auth' ? await tokenInBody(req.raw) : req.header(tokenHeader)
    if (token !== undefined && (await verify(token)) !== 'refused') return next()
    const answer = apiError(service, 400, 'captcha_failed', errorSentence)
    answer.headers.set('cache-control', 'no-store')
    return answer
  }
}

async function tokenInBody(request: Request): Promise<string | undefined> {
  const fields = jsonObjectIn((await readBodyCopy(request)) ?? null)
  return authBody.safeParse(fields).data?.gotrue_meta_security.captcha_token
}
