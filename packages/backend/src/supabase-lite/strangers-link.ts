import type { Database } from '../database/database.ts'
import type { AuthRules } from './auth-step.ts'

/** The requests for a link that signs in. */
const linkPaths = new Set(['/auth/v1/otp', '/auth/v1/magiclink'])

/** The form that Auth requires of an e-mail address. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Answers the request for a sign-in link to an address without an account as it answers any other, and sends nothing.
 * Upstream: makes a confirmed account for the address, which costs a hash, or says with 422 that there is none.
 */
export function createStrangersLink(query: Database['query']): AuthRules['respond'] {
  return async ({ method, path, fields: { email } }) => {
    if (method !== 'POST' || !linkPaths.has(path) || typeof email !== 'string' || !emailForm.test(email))
      return null
    const { rows } = await query('select 1 as one from auth.users where email = $1', [email.toLowerCase()])
    return rows.length > 0 ? null : Response.json({})
  }
}
