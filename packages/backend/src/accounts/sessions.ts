import type { Database } from '../database/database.ts'
import type { Caller } from './caller.ts'

/** Whether the session of a caller's token has ended, by a sign-out or by a new password. */
export type SessionHasEnded = (caller: Caller) => Promise<boolean>

/** Asks the database at each call, so that every server refuses the token at once. */
export function createSessionHasEnded(query: Database['query']): SessionHasEnded {
  return async (caller) => {
    if (caller.kind !== 'account' || caller.session === undefined) return false
    const { rows } = await query('select 1 as one from auth.sessions where id = $1', [caller.session])
    return rows.length === 0
  }
}

/** Finds the session of a refresh token; null for an unknown one. */
export function createSessionOf(query: Database['query']): (refreshToken: string) => Promise<string | null> {
  return async (refreshToken) => {
    const { rows } = await query('select session_id from auth.refresh_tokens where token = $1', [
      refreshToken,
    ])
    const session = rows[0]?.['session_id']
    return typeof session === 'string' ? session : null
  }
}
