import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '@supabase/lite'
import type { Database } from '../database/database.ts'
import { parseJson } from '../process/parse-json.ts'
import { apiError } from '../http/api-error.ts'

const bodySchema = z.object({ email: z.string().transform((email) => email.toLowerCase()) })

/** The interval between confirmation e-mails, as on a hosted project. */
const secondsBetweenMails = 60

/** Replaces the responses to two requests of Auth; returns any other unchanged. */
export type RepeatedSignUp = (path: string, body: Buffer | null, response: Response) => Promise<Response>

/**
 * Handles a repeated sign-up or request for the confirmation e-mail: an unconfirmed account gets a new e-mail, once a
 * minute; a confirmed one gets the same response without an e-mail, so that it does not leak who has an account.
 * Upstream: responds with 429 for ever, so that a lost e-mail or an expired link locks the user out.
 */
export function createRepeatedSignUp(
  database: Database,
  mailer: Pick<NonNullable<App['_mailer']>, 'sendConfirmation'>,
): RepeatedSignUp {
  return async (path, body, response) => {
    if (response.status !== 429 || !/^\/auth\/v1\/(signup|resend)$/.test(path)) return response
    const email = bodySchema.safeParse(parseJson(body?.toString('utf8'))).data?.email
    if (email === undefined) return response
    const next = await renewConfirmation(database, email)
    if (next.wait > 0) {
      const message = `For security purposes, you can only request this after ${next.wait} seconds.`
      const answer = apiError('auth', 429, 'over_email_send_rate_limit', message)
      answer.headers.set('retry-after', String(next.wait))
      return answer
    }
    if (next.token !== null) await mailer.sendConfirmation(email, next.token, '')
    return Response.json(path.endsWith('/signup') ? userWithoutParticulars(email) : {})
  }
}

/** Gives an unconfirmed account a new token, or returns the seconds to wait. */
async function renewConfirmation(
  database: Database,
  email: string,
): Promise<{ token: string | null; wait: number }> {
  const token = randomBytes(32).toString('hex')
  return database.transaction(async (session) => {
    const { rows } = await session.query(
      `select id, greatest(0, ceil($2 - extract(epoch from now() - confirmation_sent_at)))::int as wait
       from auth.users where lower(email) = $1 and confirmed_at is null for update`,
      [email, secondsBetweenMails],
    )
    const account = rows[0]
    if (account === undefined) return { token: null, wait: 0 }
    const wait = Number(account['wait'] ?? 0)
    if (wait > 0) return { token: null, wait }
    await session.query(
      'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1',
      [account['id'], token],
    )
    return { token, wait: 0 }
  })
}

/** A hosted project's response in this case: random, so that it reveals no account. */
function userWithoutParticulars(email: string): object {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
