import bcrypt from 'bcryptjs'
import type { CallerOf } from '../accounts/caller.ts'
import type { Database } from '../database/database.ts'
import { removeFirstCredentials } from '../first-start/first-administrator.ts'
import type { AuthRequest, AuthRules } from './auth-request.ts'
import {
  ColumnNode,
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type KyselyPlugin,
  sql,
  UpdateQueryNode,
  WithNode,
} from 'kysely'
import { requestContext } from '../database/request-context.ts'
import { apiError } from '../http/api-errors.ts'

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

/**
 * Rejects a new password with a wrong current one, or without it from a session older than a day, like hosted
 * Auth's setting "Secure password change".
 * Upstream: asks for neither.
 */
export function createPresentPassword(query: Database['query'], callerOf: CallerOf): AuthRules['respond'] {
  return async (request) => {
    const caller = callerOf(request.headers)
    if (!changesPassword(request) || caller.kind !== 'account') return null
    const { rows } = await query(
      `select encrypted_password as hash, sessions.created_at > now() - interval '1 day' as is_recent
       from auth.users join auth.sessions on sessions.user_id = users.id and sessions.id = $2 where users.id = $1`,
      [caller.id, caller.session ?? null],
    )
    const present = request.fields['current_password']
    const { hash, is_recent: isRecent } = rows[0] ?? { is_recent: true } // the library refuses an ended session
    if (typeof present !== 'string') {
      const sentence = 'Password update requires reauthentication: enter your current password'
      return isRecent === true ? null : apiError('auth', 400, 'reauthentication_needed', sentence)
    }
    // oxlint-disable-next-line import/no-named-as-default-member -- as Auth calls it, so that tests count both
    if (typeof hash === 'string' && (await bcrypt.compare(present, hash))) return null
    return apiError('auth', 400, 'invalid_credentials', 'The current password is not right')
  }
}

function changesPassword({ method, path, fields }: AuthRequest): boolean {
  return method === 'PUT' && path === '/auth/v1/user' && fields['password'] !== undefined
}

/**
 * Ends an account's other sessions in the statement that stores its new password, so a stolen session never
 * survives it: their tokens are rejected and cannot be refreshed.
 * Upstream: leaves the other sessions.
 */
export const endOtherSessions: KyselyPlugin = {
  transformQuery({ node }) {
    const account = requestContext.getStore()?.account
    if (account === undefined || !UpdateQueryNode.is(node) || !setsPassword(node)) return node
    // Their refresh tokens are deleted with them.
    const ended = sql`
      (delete from auth.sessions
      where user_id = ${account.id} and id is distinct from ${account.session ?? null}::uuid)`
    const name = CommonTableExpressionNameNode.create('ended')
    return { ...node, with: WithNode.create(CommonTableExpressionNode.create(name, ended.toOperationNode())) }
  },
  transformResult: async ({ result }) => result,
}

function setsPassword({ updates = [] }: UpdateQueryNode): boolean {
  return updates.some(({ column }) => ColumnNode.is(column) && column.column.name === 'encrypted_password')
}
