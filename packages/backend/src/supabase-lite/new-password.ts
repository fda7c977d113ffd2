import type { CallerOf } from '../accounts/caller.ts'
import { endOtherSessions } from '../accounts/sessions.ts'
import type { Database } from '../database/database.ts'
import { removeFirstCredentials } from '../first-start/first-administrator.ts'
import type { AuthRequest, AuthRules } from './auth-step.ts'

/**
 * Ends an account's other sessions when it has a new password, so that a stolen session does not survive it, and removes
 * the first administrator's file when the password in it was replaced.
 * Upstream: leaves the other sessions.
 * @param credentialsFile the file with the first administrator's password
 */
export function createNewPassword(
  database: Database,
  callerOf: CallerOf,
  credentialsFile: string,
): AuthRules['complete'] {
  return async (request, response) => {
    const caller = callerOf(request.headers)
    if (!response.ok || !changesPassword(request) || caller.kind !== 'account') return response
    const email = await database.transaction(async (session) => {
      await endOtherSessions(session, caller.id, caller.session)
      const { rows } = await session.query('select email from auth.users where id = $1', [caller.id])
      return String(rows[0]?.['email'])
    })
    await removeFirstCredentials(credentialsFile, email)
    return response
  }
}

function changesPassword({ method, path, fields }: AuthRequest): boolean {
  return method === 'PUT' && path === '/auth/v1/user' && fields['password'] !== undefined
}
