import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '@supabase/lite'
import type { Database } from '../database/database.ts'
import { parseJson } from '../process/parse-json.ts'
import { apiError } from '../http/api-error.ts'

const bodySchema = z.object({ email: z.string().transform((email) => email.toLowerCase()) })

/** Between two confirmation e-mails, as on a hosted project. */
const secondsBetweenMails = 60

/** Replaces the answers to two requests of Auth; returns every other answer as it is. */
export type RepeatedSignUp = (path: string, body: Buffer | null, response: Response) => Promise<Response>

/**
 * Answers a second sign-up, or a second request for the confirmation e-mail: an unconfirmed account gets a new e-mail, once
 * a minute; a confirmed one the same answer without an e-mail, so that it does not tell who has an account.
 * Upstream: refuses both for ever with 429, so that a lost e-mail or an expired link locks its owner out.
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

/** Gives an unconfirmed account a new token, or says how many seconds are left until it may have one. */
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

/** A hosted project's answer in this case: made up, and the same for every address. */
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
