import bcrypt from 'bcryptjs'
import type { Database } from '../database/database.ts'
import { apiError } from '../http/api-errors.ts'
import type { AuthRules } from './auth-step.ts'

/** A hash of the cost that Auth uses, of a password that was never written down. */
const unknownHash = '$2b$10$RKgx9sgVt1fw75qvLuZoeuNLxT4bBBVL9wMkg8wCpVvxePKQ2vmcK'

/** The error codes of a sign-in that Auth refuses. */
const rejections = new Set(['invalid_credentials', 'email_not_confirmed'])

/**
 * Makes every refused sign-in cost one comparison of a password and, without the right password, get the same response.
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
