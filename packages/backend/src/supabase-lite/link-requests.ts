import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { AuthMailer } from './auth-mailer.ts'
import type { AuthRules } from './auth-step.ts'

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
