import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import type { Database } from '../database/database.ts'
import { isObject } from '../http/json-body.ts'
import type { AuthMailer } from './auth-mailer.ts'
import type { AuthRequest, AuthRules } from './auth-step.ts'

/** The cost that Auth uses for every password. */
const bcryptCost = 10

/**
 * Answers a sign-up with the address of an account, and the request for another confirmation e-mail, as if there were no
 * such account: with the same status, body and headers, with one hash, as a new one costs, and one e-mail or the work of
 * one. The owner of an account gets a link to a new password, at most once a minute. A sign-up with an unconfirmed address
 * replaces the password of the one before, with the link that confirms it: a link never confirms a password that was not
 * chosen with it. Its e-mail is sent again at most once a minute.
 * Upstream: responds with 429 for ever, so that a lost e-mail locks the user out and strangers learn who has an account.
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

/** The response to the sign-up of a new account, with a random id. The database puts keys and times into its form. */
async function userAsNew(query: Database['query'], email: string, data: unknown): Promise<object> {
  const id = randomUUID()
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
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: stored, provider: 'email' }
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
