import type { CallerOf } from '../accounts/caller.ts'
import type { Database } from '../database/database.ts'
import { removeFirstCredentials } from '../first-start/first-administrator.ts'
import type { AuthRequest, AuthRules } from './auth-step.ts'

/**
 * Removes the first administrator's file when the password in it was replaced.
 * @param credentialsFile the file with the first administrator's password
 */
export function createNewPassword(
  query: Database['query'],
  callerOf: CallerOf,
  credentialsFile: string,
): AuthRules['complete'] {
  return async (request, response) => {
    const caller = callerOf(request.headers)
    if (!response.ok || !changesPassword(request) || caller.kind !== 'account') return response
    const { rows } = await query('select email from auth.users where id = $1', [caller.id])
    await removeFirstCredentials(credentialsFile, String(rows[0]?.['email']))
    return response
  }
}

function changesPassword({ method, path, fields }: AuthRequest): boolean {
  return method === 'PUT' && path === '/auth/v1/user' && fields['password'] !== undefined
}
