import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { isObject } from '../http/request-body.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { AuthRequest, AuthRules } from './auth-request.ts'

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
