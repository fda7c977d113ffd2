import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { CallerOf } from '../accounts/caller.ts'
import type { Database, SqlSession } from '../database/database.ts'
import { apiError } from '../http/api-errors.ts'
import type { AuthRequest, AuthRules } from './auth-request.ts'

export interface SecondFactorParts {
  readonly database: Database
  readonly callerOf: CallerOf
  /** Exchanges a refresh token for a new session, as Auth answers it. */
  readonly renewSession: (refreshToken: string, headers: Headers) => Promise<Response>
  /** The site's name, which the authenticator app shows. */
  readonly siteName: () => Promise<string | undefined>
}

/** The account and session of a request to the factors. */
interface Account {
  readonly id: string
  readonly email: string
  readonly session: string
  readonly isAssured: boolean
  readonly hasFactor: boolean
}

const route = /^\/auth\/v1\/factors(?:\/([^/]+)(?:\/(challenge|verify))?)?$/
const maxFactors = 10
const challengeMinutes = 5

/**
 * A second factor by time-based codes (RFC 6238), in the shapes of hosted Auth: enroll, challenge, verify and unenroll.
 * Upstream: has no factors. Codes of the minute around now are accepted, each once (RFC 6238, section 5.2); the rate limits bound wrong ones.
 */
export function createSecondFactor(parts: SecondFactorParts): AuthRules['respond'] {
  const { database, callerOf, renewSession, siteName } = parts
  return async (request) => {
    const { method, path, fields, headers } = request
    const [matched, factor, action] = route.exec(path) ?? []
    const isPassword = path === '/auth/v1/user' && method === 'PUT' && fields['password'] !== undefined
    if (matched === undefined && !isPassword) return null

    const caller = callerOf(headers)
    const account =
      caller.kind === 'account' && caller.session !== undefined
        ? await accountOf(database, caller.id, caller.session)
        : null
    // The library rejects a missing or ended session.
    if (isPassword) return account !== null && needsCode(account) ? refused(401, changing) : null
    if (account === null) return apiError('auth', 401, 'no_authorization', 'This endpoint requires a session')
    if (factor !== undefined && !z.uuid().safeParse(factor).success) return notFound()

    if (method === 'POST' && factor === undefined) {
      // Not inside the transaction: the embedded database has one connection.
      const name = await siteName()
      return database.transaction(async (sql) => enroll(sql, account, request, name))
    }
    if (factor === undefined) return apiError('auth', 405, 'method_not_allowed', 'Post a factor here')
    if (method === 'POST' && action === 'challenge')
      return database.transaction(async (sql) => challenge(sql, account, factor))
    if (method === 'POST' && action === 'verify') {
      const verified = await database.transaction(async (sql) => verify(sql, account, factor, fields))
      return typeof verified === 'string' ? renewSession(verified, headers) : verified
    }
    if (method === 'DELETE' && action === undefined)
      return database.transaction(async (sql) => unenroll(sql, account, factor))
    return notFound()
  }
}

const changing = 'AAL2 session is required to update email or password when MFA is enabled.'
const needsCode = ({ hasFactor, isAssured }: Account) => hasFactor && !isAssured

function refused(status: number, sentence: string): Response {
  return apiError('auth', status, 'insufficient_aal', sentence)
}

function notFound(): Response {
  return apiError('auth', 404, 'mfa_factor_not_found', 'A factor with this id was not found')
}

async function accountOf({ query }: Database, id: string, session: string): Promise<Account | null> {
  const { rows } = await query(
    `select users.email, sessions.aal = 'aal2' as is_assured,
       exists (select from auth.mfa_factors where user_id = users.id and status = 'verified') as has_factor
     from auth.sessions join auth.users on users.id = sessions.user_id
     where sessions.id = $2::uuid and users.id = $1::uuid`,
    [id, session],
  )
  const row = rows[0]
  if (row === undefined) return null
  const [isAssured, hasFactor] = [row['is_assured'] === true, row['has_factor'] === true]
  return { id, session, email: String(row['email']), isAssured, hasFactor }
}

const enrollment = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
})

async function enroll(
  sql: SqlSession,
  account: Account,
  { fields }: AuthRequest,
  siteName = 'Giftwell',
): Promise<Response> {
  const { data } = enrollment.safeParse(fields)
  if (data === undefined) return apiError('auth', 400, 'validation_failed', 'factor_type needs to be totp')
  if (needsCode(account)) return refused(403, 'AAL2 required to enroll a new factor')
  const { friendly_name: name = '', issuer } = data
  const secret = new Secret({ size: 20 })
  const totp = totpOf(
    secret.base32,
    account.email,
    issuer === undefined || issuer === null || issuer === '' ? siteName : issuer,
  )
  // Account and limit in one statement; the lock makes two at once count each other.
  await sql.query('select from auth.users where id = $1::uuid for update', [account.id])
  const { rows } = await sql.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     select gen_random_uuid(), $1::uuid, $2, 'totp', 'unverified', $3
     where (select count(*) from auth.mfa_factors where user_id = $1::uuid) < ${maxFactors}
     returning id`,
    [account.id, name ?? '', secret.base32],
  )
  if (rows[0] === undefined) {
    const sentence = 'Maximum number of verified factors reached, unenroll to continue'
    return apiError('auth', 422, 'too_many_enrolled_mfa_factors', sentence)
  }
  const uri = totp.toString()
  return Response.json({
    id: rows[0]['id'],
    type: 'totp',
    friendly_name: name ?? '',
    totp: { qr_code: renderSVG(uri, { border: 2, pixelSize: 5 }), secret: secret.base32, uri },
  })
}

function totpOf(secret: string, label: string, issuer: string): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: 30, secret })
}

async function challenge(sql: SqlSession, account: Account, factor: string): Promise<Response> {
  await sql.query(
    `delete from auth.mfa_challenges where factor_id = $1::uuid and created_at < now() - interval '${challengeMinutes} minutes'`,
    [factor],
  )
  const { rows } = await sql.query(
    `insert into auth.mfa_challenges (id, factor_id)
     select gen_random_uuid(), id from auth.mfa_factors where id = $1::uuid and user_id = $2::uuid
     returning id, extract(epoch from created_at + interval '${challengeMinutes} minutes')::integer as expires_at`,
    [factor, account.id],
  )
  if (rows[0] === undefined) return notFound()
  return Response.json({ id: rows[0]['id'], type: 'totp', expires_at: rows[0]['expires_at'] })
}

const verification = z.object({ challenge_id: z.uuid(), code: z.string().max(20) })

/** Returns a refresh token for the session, which has become aal2, or the rejection. */
async function verify(
  sql: SqlSession,
  account: Account,
  factor: string,
  fields: AuthRequest['fields'],
): Promise<string | Response> {
  const { data } = verification.safeParse(fields)
  if (data === undefined)
    return apiError('auth', 400, 'validation_failed', 'challenge_id and code are needed')
  const found = await sql.query(
    `select secret, status, extract(epoch from last_challenged_at)::bigint::text as last_period
     from auth.mfa_factors where id = $1::uuid and user_id = $2::uuid for update`,
    [factor, account.id],
  )
  const row = found.rows[0]
  if (row === undefined) return notFound()
  if (needsCode(account) && row['status'] !== 'verified')
    return refused(403, 'AAL2 required to verify a new factor')
  const { rows: taken } = await sql.query(
    `select from auth.mfa_challenges
     where id = $1::uuid and factor_id = $2::uuid and created_at > now() - interval '${challengeMinutes} minutes'`,
    [data.challenge_id, factor],
  )
  if (taken.length === 0) {
    const sentence = 'MFA challenge has expired, verify against another challenge or create a new challenge.'
    return apiError('auth', 422, 'mfa_challenge_expired', sentence)
  }
  const totp = totpOf(String(row['secret']), account.email, '')
  const delta = totp.validate({ token: data.code, window: 1 })
  const period = delta === null ? null : (Math.floor(Date.now() / 30_000) + delta) * 30
  if (period === null || period <= Number(row['last_period'] ?? 0))
    return apiError('auth', 422, 'mfa_verification_failed', 'Invalid TOTP code entered')

  const token = randomBytes(16).toString('base64url')
  const { id, session } = account
  const statements: [string, unknown[]][] = [
    [
      // The time of the accepted code: it and earlier ones are used up, in every session.
      `update auth.mfa_factors set status = 'verified', updated_at = now(), last_challenged_at = to_timestamp($2) where id = $1::uuid`,
      [factor, period],
    ],
    [`delete from auth.mfa_challenges where factor_id = $1::uuid`, [factor]],
    [`delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'`, [id]],
    // A session that has only the password would be refused from now on; its tokens end.
    [
      `delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid and aal is distinct from 'aal2'`,
      [id, session],
    ],
    [`update auth.sessions set aal = 'aal2', factor_id = $2::uuid where id = $1::uuid`, [session, factor]],
    [
      `insert into auth.mfa_amr_claims (id, session_id, authentication_method) values (gen_random_uuid(), $1::uuid, 'totp')
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
      [session],
    ],
    [`update auth.refresh_tokens set revoked = true where session_id = $1::uuid`, [session]],
    [
      `insert into auth.refresh_tokens (id, token, user_id, session_id) values (gen_random_uuid()::text, $1, $2::uuid, $3::uuid)`,
      [token, id, session],
    ],
  ]
  for (const [statement, values] of statements) await sql.query(statement, values)
  return token
}

async function unenroll(sql: SqlSession, account: Account, factor: string): Promise<Response> {
  const { rows } = await sql.query(
    'select status from auth.mfa_factors where id = $1::uuid and user_id = $2::uuid for update',
    [factor, account.id],
  )
  if (rows[0] === undefined) return notFound()
  if (rows[0]['status'] === 'verified' && !account.isAssured)
    return refused(422, 'AAL2 required to unenroll verified factor')
  await sql.query('delete from auth.mfa_factors where id = $1::uuid', [factor])
  // Sessions that had passed it are of aal1 again.
  await sql.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid`, [
    factor,
  ])
  return Response.json({ id: factor })
}
