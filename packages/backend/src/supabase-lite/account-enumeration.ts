import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import type { Database } from '../database/database.ts'
import { isObject } from '../http/request-body.ts'
import type { AuthMailer } from './auth-mailer.ts'
import type { AuthRequest, AuthRules } from './auth-request.ts'
import { apiError } from '../http/api-errors.ts'

/** The cost that Auth uses for every password. */
const bcryptCost = 10

/**
 * Answers a sign-up with the address of an account, and the request for another confirmation e-mail, as if there
 * were no such account: with the same status, body and headers, one hash, as for a new one, and one e-mail or
 * equal work. The owner of an account gets a link to a new password, at most once a minute. A sign-up with an
 * unconfirmed address replaces the previous password and its confirmation link: a link only confirms the password
 * of its own sign-up. Its e-mail is sent again at most once a minute.
 * Upstream: responds with 429 for ever, so a lost e-mail locks the user out, and strangers learn which addresses have accounts.
 */
export function createRepeatedSignUp(
  query: Database['query'],
  mailer: Pick<
    AuthMailer,
    'sendConfirmation' | 'sendConfirmationAgain' | 'sendAccountExists' | 'sendNothing'
  >,
): AuthRules['complete'] {
  return async (request, response) => {
    const email = typeof request.fields['email'] === 'string' ? request.fields['email'].toLowerCase() : ''
    const isSignUp = request.path === '/auth/v1/signup' && response.status === 429
    if (!isSignUp && !isAnsweredResend(request, response)) return response
    // oxlint-disable-next-line import/no-named-as-default-member -- as Auth calls it, so that tests count both
    const password = isSignUp ? await bcrypt.hash(String(request.fields['password']), bcryptCost) : null
    const token = randomBytes(32).toString('hex')
    const renewed = await renewLink(query, email, token, password)
    if (renewed === 'confirmation' && isSignUp) await mailer.sendConfirmationAgain(email, token)
    else if (renewed === 'confirmation') await mailer.sendConfirmation(email, token, '')
    else if (renewed === 'recovery') await mailer.sendAccountExists(email, token)
    else await mailer.sendNothing(email, token)
    return Response.json(isSignUp ? await userAsNew(query, email, request.fields['data']) : {})
  }
}

function isAnsweredResend({ method, path, fields }: AuthRequest, { status }: Response): boolean {
  const isAnswered = status === 200 || status === 429
  return method === 'POST' && path === '/auth/v1/resend' && fields['type'] === 'signup' && isAnswered
}

/**
 * Gives an account a new link; null without an account, and within a minute of its last link.
 * @param password the hash of a sign-up's password, which an unconfirmed account gets with the link, at any time
 */
async function renewLink(
  query: Database['query'],
  email: string,
  token: string,
  password: string | null,
): Promise<'confirmation' | 'recovery' | null> {
  const { rows } = await query(
    `update auth.users set
       confirmation_token = case when confirmed_at is null then $2 else confirmation_token end,
       confirmation_sent_at = case when confirmed_at is null then now() else confirmation_sent_at end,
       encrypted_password = case when confirmed_at is null then coalesce($3, encrypted_password) else encrypted_password end,
       recovery_token = case when confirmed_at is null then recovery_token else $2 end,
       recovery_sent_at = case when confirmed_at is null then recovery_sent_at else now() end
     where email = $1
       and (confirmed_at is null and $3::text is not null or (case when confirmed_at is null then confirmation_sent_at else recovery_sent_at end
            between now() - interval '1 minute' and now()) is not true)
     returning confirmed_at is null as is_unconfirmed`,
    [email, token, password],
  )
  const account = rows[0]
  if (account === undefined) return null
  return account['is_unconfirmed'] === true ? 'confirmation' : 'recovery'
}

/** An id as Auth makes them, UUID version 7: of another version it would tell that there is an account. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The response to the sign-up of a new account, with an id of its own. The database puts keys and times into its form. */
async function userAsNew(query: Database['query'], email: string, data: unknown): Promise<object> {
  const id = newId()
  const about = {
    ...(isObject(data) ? data : {}),
    email,
    email_verified: false,
    phone_verified: false,
    sub: id,
  }
  const { rows } = await query('select $1::jsonb as about, $2::timestamptz as now', [
    JSON.stringify(about),
    new Date().toISOString(),
  ])
  const [{ about: stored, now } = {}] = rows
  const times = { created_at: now, updated_at: now }
  const identity = { identity_id: newId(), id, user_id: id, identity_data: stored, provider: 'email' }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: stored,
    identities: [{ ...identity, last_sign_in_at: now, ...times, email }],
    ...times,
    is_anonymous: false,
    confirmation_sent_at: now,
  }
}

/** A hash of the cost that Auth uses, of a password that was never written down. */
const unknownHash = '$2b$10$RKgx9sgVt1fw75qvLuZoeuNLxT4bBBVL9wMkg8wCpVvxePKQ2vmcK'

/** The error codes of a sign-in that Auth refuses. */
const rejections = new Set(['invalid_credentials', 'email_not_confirmed'])

/**
 * Makes every rejected sign-in cost one comparison of a password and, without the right password, get the same response.
 * Upstream: compares nothing for unknown accounts, and says that an account is not confirmed before it compares.
 */
export function createSignInRejection(query: Database['query']): AuthRules['complete'] {
  return async ({ path, fields: { email, password } }, response) => {
    const code = response.headers.get('x-sb-error-code') ?? ''
    if (path !== '/auth/v1/token' || !rejections.has(code)) return response
    if (typeof email !== 'string' || typeof password !== 'string' || password === '') return response
    const { rows } = await query(
      `select encrypted_password as hash, confirmed_at is not null as was_compared
       from auth.users where email = $1 and encrypted_password is not null`,
      [email.toLowerCase()],
    )
    const account = rows[0]
    if (account?.['was_compared'] === true) return response
    const hash = account?.['hash']
    // oxlint-disable-next-line import/no-named-as-default-member -- as Auth calls it, so that tests count both
    const isRight = await bcrypt.compare(password, typeof hash === 'string' ? hash : unknownHash)
    if (isRight || code === 'invalid_credentials') return response
    const answer = apiError('auth', 400, 'invalid_credentials', 'Invalid login credentials')
    answer.headers.set('x-sb-error-code', 'invalid_credentials')
    return answer
  }
}

/** The requests for a link that signs in, and for one to a new password. */
const senders: Readonly<Record<string, 'sendMagicLink' | 'sendRecovery'>> = {
  '/auth/v1/otp': 'sendMagicLink',
  '/auth/v1/magiclink': 'sendMagicLink',
  '/auth/v1/recover': 'sendRecovery',
}

/** The form that Auth requires of an e-mail address. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Answers the request for a link to any address with the same response for the same work; only the owner of an account
 * gets one.
 * Upstream: makes a confirmed account for an unknown address, or says with 422 that there is none; and does nothing for
 * it where it writes a row, a log and an e-mail for an account.
 */
export function createLinkRequests(
  query: Database['query'],
  mailer: Pick<AuthMailer, 'sendMagicLink' | 'sendRecovery' | 'sendNothing'>,
): AuthRules['respond'] {
  return async ({ method, path, fields: { email: typed } }) => {
    const sender = senders[path]
    if (method !== 'POST' || sender === undefined || typeof typed !== 'string' || !emailForm.test(typed))
      return null
    const email = typed.toLowerCase()
    const token = randomBytes(32).toString('hex')
    const { rows } = await query(
      'update auth.users set recovery_token = $2, recovery_sent_at = now() where email = $1 returning 1 as one',
      [email, token],
    )
    if (rows.length > 0) await mailer[sender](email, token, '')
    else await mailer.sendNothing(email, token)
    return Response.json({})
  }
}
