import type { CallerOf } from '../accounts/caller.ts'
import type { Database } from '../database/database.ts'
import { apiError, tooManyRequests } from '../http/api-errors.ts'
import { createLinkRequests, createRepeatedSignUp, createSignInRejection } from './account-enumeration.ts'
import { createAssurance } from './assurance.ts'
import { type AuthMailer, redirectOpenedLink } from './auth-mailer.ts'
import type { AuthRules, AuthRequest } from './auth-request.ts'
import { createNewPassword, createPresentPassword } from './new-password.ts'
import { createSecondFactor, type SecondFactorParts } from './second-factor.ts'

export interface AuthRulesParts extends SecondFactorParts {
  readonly mailer: AuthMailer
  /** The file with the first administrator's password. */
  readonly credentialsFile: string
  readonly jwtSecret: string
  readonly confirmEmail: boolean
}

/** Combines the rules of this folder for requests to Auth. */
export function createAuthRules(parts: AuthRulesParts): AuthRules {
  const { database, mailer, callerOf, credentialsFile, jwtSecret, confirmEmail } = parts
  const assurance = createAssurance(database.query, jwtSecret)
  const mailLimit = createMailLimit(database.query, callerOf, confirmEmail)
  const steps = [
    createRepeatedSignUp(database.query, mailer),
    createSignInRejection(database.query),
    createNewPassword(database.query, callerOf, credentialsFile),
    assurance,
    mailLimit.complete,
  ]
  const links = createLinkRequests(database.query, mailer)
  const factors = createSecondFactor(parts)
  const presentPassword = createPresentPassword(database.query, callerOf)
  return {
    async respond(request) {
      const response =
        (await redirectOpenedLink(request)) ??
        (await mailLimit.respond(request)) ??
        (await links(request)) ??
        (await factors(request)) ??
        (await presentPassword(request))
      return response === null ? null : assurance(request, response)
    },
    async complete(request, response) {
      let current = response
      for (const step of steps) current = await step(request, current)
      return current
    },
  }
}

/** The requests that send an e-mail to the address in their body. */
const paths = new Set(['signup', 'recover', 'resend', 'otp', 'magiclink'].map((name) => `/auth/v1/${name}`))

/**
 * Limits sign-ups and requests for e-mails per mailbox and per domain, in the database (`private.take_mail`), which counts
 * acknowledgements of leads with them. The address need not have an account, so the response reveals none.
 * @param confirmsEmail whether a sign-up sends an e-mail; one that sends none is not limited
 * Upstream: accepts any address, and one e-mail a minute.
 */
function createMailLimit(query: Database['query'], callerOf: CallerOf, confirmsEmail: boolean): AuthRules {
  const taken = new WeakMap<AuthRequest, unknown>()

  async function addressOf({ method, path, headers, fields }: AuthRequest): Promise<unknown> {
    if (method === 'POST' && paths.has(path.replace(/\/+$/, ''))) return fields['email']
    const caller = callerOf(headers)
    if (path !== '/auth/v1/reauthenticate' || caller.kind !== 'account') return undefined
    const { rows } = await query('select email from auth.users where id = $1', [caller.id])
    return rows[0]?.['email']
  }

  return {
    async respond(request) {
      const address = await addressOf(request)
      if (typeof address !== 'string') return null
      const isSilent = !confirmsEmail && request.path.startsWith('/auth/v1/signup')
      const { rows } = await query(
        isSilent
          ? 'select case when private.is_deliverable($1) then gen_random_uuid() end as taken'
          : 'select taken, extract(epoch from wait)::float8 as seconds from private.take_mail($1)',
        [address],
      )
      const { taken: id = null, seconds = null } = rows[0] ?? {}
      if (seconds !== null) return tooManyRequests('auth', 'e-mails to this address', Number(seconds) * 1000)
      if (id === null) {
        const sentence = 'Unable to validate email address: invalid format'
        return apiError('auth', 400, 'validation_failed', sentence)
      }
      taken.set(request, id)
      return null
    },
    /** A rejected request sends nothing, and gives its e-mail back. */
    async complete(request, response) {
      const id = taken.get(request)
      if (id !== undefined && response.status >= 400)
        await query('delete from private.sent_mails where id = $1', [id])
      return response
    },
  }
}
