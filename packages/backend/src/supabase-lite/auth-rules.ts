import { createHmac } from 'node:crypto'
import { z } from 'zod'

import type { CallerOf } from '../accounts/caller.ts'
import type { Database } from '../database/database.ts'
import { apiError, tooManyRequests } from '../http/api-errors.ts'
import { createLinkRequests, createRepeatedSignUp, createSignInRejection } from './account-enumeration.ts'
import { type AuthMailer, redirectOpenedLink } from './auth-mailer.ts'
import type { AuthRules, AuthRequest } from './auth-request.ts'
import { createNewPassword, createPresentPassword } from './new-password.ts'
import { createSecondFactor, type SecondFactorParts } from './second-factor.ts'
import { isObject } from '../http/request-body.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

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
    if (method === 'POST' && paths.has(path.replace(/(?<!\/)\/+$/, ''))) return fields['email']
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

const sessionSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({ id: z.string() }),
})
const claimsSchema = z.looseObject({ sub: z.string(), session_id: z.string() })

/** The requests whose response may be a session. */
const sessionPath = /^\/auth\/v1\/(?:token|signup|verify|factors\/[^/]+\/verify)$/

/**
 * Puts the assurance level into access tokens (`aal`, `amr`) and the factors into users, as hosted Auth does.
 * Upstream: has neither.
 */
export function createAssurance(query: Database['query'], jwtSecret: string): AuthRules['complete'] {
  const factorsOf = async (user: string): Promise<unknown[]> => {
    const { rows } = await query(
      `select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors
       where user_id = $1::uuid order by created_at`,
      [user],
    )
    return rows
  }

  async function withAssurance(token: string): Promise<string> {
    const claims = claimsSchema.parse(claimsOf(token))
    const { rows } = await query(
      `select aal, (
         select coalesce(json_agg(json_build_object(
           'method', authentication_method, 'timestamp', extract(epoch from updated_at)::bigint
         ) order by updated_at desc), '[]')
         from auth.mfa_amr_claims where session_id = sessions.id
       )::text as amr
       from auth.sessions where id = $1::uuid`,
      [claims.session_id],
    )
    const { aal = 'aal1', amr = '[]' } = rows[0] ?? {}
    return sign({ ...claims, aal, amr: parseJson(String(amr)) }, jwtSecret)
  }

  return async (request, response) => {
    const isSession = request.method === 'POST' && sessionPath.test(request.path)
    if (!response.ok || !(isSession || request.path === '/auth/v1/user')) return response
    const body: unknown = await response.clone().json()
    const session = sessionSchema.safeParse(body).data
    if (session !== undefined) {
      const { session_id: id } = claimsSchema.parse(claimsOf(session.access_token))
      const method = firstMethod(request)
      if (method !== null) await recordMethod(query, id, method)
      await recordUse(query, id, request.headers)
      const token = await withAssurance(session.access_token)
      const user = withFactors(session.user, await factorsOf(session.user.id))
      return replaced(response, { ...session, access_token: token, user })
    }
    if (isSession || !isObject(body) || typeof body['id'] !== 'string') return response
    return replaced(response, withFactors(body, await factorsOf(body['id'])))
  }
}

/** As on hosted Auth, a user without factors has no such field. */
function withFactors(user: object, factors: readonly unknown[]): object {
  return factors.length === 0 ? user : { ...user, factors }
}

/** How a new session was begun; null for a refresh. */
function firstMethod({ path, query }: AuthRequest): string | null {
  if (path === '/auth/v1/verify') return 'otp'
  return path === '/auth/v1/signup' || query.get('grant_type') === 'password' ? 'password' : null
}

async function recordMethod(query: Database['query'], session: string, method: string): Promise<void> {
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method)
     values (gen_random_uuid(), $1::uuid, $2) on conflict (session_id, authentication_method) do nothing`,
    [session, method],
  )
}

/** Stores by what and when a session was used last. Upstream: stores neither. */
async function recordUse(query: Database['query'], session: string, headers: Headers): Promise<void> {
  await query('update auth.sessions set user_agent = $2, updated_at = now() where id = $1::uuid', [
    session,
    headers.get('user-agent')?.slice(0, 500) ?? null,
  ])
}

function replaced({ status, headers }: Response, body: object): Response {
  const others = new Headers(headers)
  others.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers: others })
}

function claimsOf(token: string): unknown {
  return parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

function sign(claims: object, jwtSecret: string): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`
}
