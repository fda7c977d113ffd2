import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '@supabase/lite'
import type { Database } from '../database/database.ts'
import { apiError } from '../http/api-error.ts'

const bodySchema = z.object({ email: z.string().transform((email) => email.toLowerCase()) })

/** How long a person waits for the next confirmation e-mail, in seconds, as on a hosted project. */
const secondsBetweenMails = 60

/** Mends the answers to two requests of Auth; gives every other answer back as it is. */
export type RepeatedSignUp = (path: string, body: Buffer | null, response: Response) => Promise<Response>

/**
 * Answers somebody who signs up again, or asks for the confirmation e-mail again. The library refuses both for ever
 * (status 429), so that a lost e-mail or an expired link would lock its owner out. Here an unconfirmed account gets a
 * new e-mail, once a minute; and a confirmed one gets the same friendly answer without an e-mail, so that nobody
 * learns who has an account.
 */
export function createRepeatedSignUp(
  database: Database,
  mailer: Pick<NonNullable<App['_mailer']>, 'sendConfirmation'>,
): RepeatedSignUp {
  return async (path, body, response) => {
    if (response.status !== 429 || !/^\/auth\/v1\/(signup|resend)$/.test(path)) return response
    const email = bodySchema.safeParse(parseJson(body)).data?.email
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

/** What Auth on a hosted project answers in this case: made up, and the same for every address. */
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

function parseJson(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    return null
  }
}
