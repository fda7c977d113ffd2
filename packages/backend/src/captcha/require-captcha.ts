import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { CallerOf, IsTrusted } from '../accounts/caller.ts'
import { apiError, serviceOf } from '../http/api-errors.ts'
import { jsonObjectIn } from '../http/json-body.ts'
import { maxJsonBytes, readBody } from '../http/request-body.ts'
import { limitsOfRequest } from '../rate-limit/limits-of-request.ts'
import type { LimitName } from '../rate-limit/limits.ts'
import type { AskTurnstile } from './turnstile.ts'

/** The header with the token of an inquiry; requests to Auth have theirs in the body, as on a hosted project. */
const tokenHeader = 'x-turnstile-token'

/** Requests that need a captcha: accounts, e-mails and inquiries, not sign-ins. */
const limitsWithCaptcha: ReadonlySet<LimitName> = new Set(['signUp', 'passwordReset', 'otherMail', 'lead'])

const errorSentence =
  'It could not be checked that you are a person. Nothing was sent: reload the page and try again. In the desktop app, use the website for this.'

const authBody = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) })

interface RequireCaptchaOptions {
  readonly ask: AskTurnstile
  readonly callerOf: CallerOf
  readonly isTrusted: IsTrusted
}

/**
 * Rejects the public's requests without a token that Turnstile accepts. When Turnstile does not respond, all pass
 * (docs/decisions/31). Mount it after the rate limits, which buffer the body.
 */
export function requireCaptcha({ ask, callerOf, isTrusted }: RequireCaptchaOptions): MiddlewareHandler {
  return async ({ req }, next) => {
    const service = serviceOf(new URL(req.url).pathname)
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    const needsCaptcha = limitsOfRequest(request).some((name) => limitsWithCaptcha.has(name))
    if (service === null || !needsCaptcha || (await isTrusted(callerOf(req.raw.headers)))) {
      await next()
      return undefined
    }
    const token = service === 'auth' ? await tokenInBody(req.raw) : req.header(tokenHeader)
    if (token !== undefined && (await ask(token)) !== 'refused') {
      await next()
      return undefined
    }
    const answer = apiError(service, 400, 'captcha_failed', errorSentence)
    answer.headers.set('cache-control', 'no-store')
    return answer
  }
}

async function tokenInBody(request: Request): Promise<string | undefined> {
  const fields = jsonObjectIn(await readBody(request.clone(), maxJsonBytes))
  return authBody.safeParse(fields).data?.gotrue_meta_security.captcha_token
}
