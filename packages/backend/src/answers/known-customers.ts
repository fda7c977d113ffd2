import { z } from 'zod'
import { signedClaims } from '../accounts/signed-claims.ts'
import type { Database } from '../database/database.ts'
import type { KeptAnswers, Sized } from './kept-answers.ts'

/** Who is a customer: somebody with a living session and without an administrator's rights. */
export interface KnownCustomers {
  /** The id of the account behind an access token, if it is known to be a customer's at this moment; else null. */
  atHand(token: string): string | null
  /**
   * The same, after asking the database once for a session that is not known. Null also while changes of accounts are
   * not heard of: then nobody is known.
   */
  find(token: string): Promise<string | null>
}

/** What is known of a session. */
export interface KnownSession extends Sized {
  readonly isAdministrator: boolean
}

interface KnownCustomersParts {
  /** Is to be emptied at every change of a session, an account or its rights. */
  readonly sessions: KeptAnswers<KnownSession>
  readonly query: Database['query']
  readonly jwtSecret: string
}

/** A token of a session, at the time at which it is looked at. */
const claimsSchema = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  exp: z.number().refine((exp) => exp * 1000 > Date.now()),
  iat: z.number().refine((iat) => iat * 1000 <= Date.now()),
  nbf: z.undefined().optional(),
})

/** Of what is read here the triggers of the migration answers_for_customers tell every change. */
const living = `
  select coalesce(profiles.is_admin, false) as is_admin
  from auth.sessions
  join auth.users on users.id = sessions.user_id
  left join public.profiles on profiles.id = users.id
  where sessions.id = $1 and users.id = $2
    and sessions.not_after is null and users.banned_until is null and users.deleted_at is null`

/**
 * Verifies each token by its signature and its time, without the database, and knows its session by heart from the first
 * time on.
 */
export function createKnownCustomers({ sessions, query, jwtSecret }: KnownCustomersParts): KnownCustomers {
  const sessionOf = (token: string) => {
    const { data } = claimsSchema.safeParse(signedClaims(token, jwtSecret))
    return data === undefined ? null : { id: data.session_id, account: data.sub }
  }
  const lookUp = async (id: string, account: string): Promise<KnownSession | null> => {
    const { rows } = await query(living, [id, account])
    const [row] = rows
    return row === undefined ? null : { size: 1, isAdministrator: row['is_admin'] !== false }
  }
  return {
    atHand(token) {
      const session = sessionOf(token)
      if (session === null) return null
      return sessions.atHand(`${session.id} ${session.account}`)?.isAdministrator === false
        ? session.account
        : null
    },
    async find(token) {
      const session = sessionOf(token)
      if (session === null) return null
      const { id, account } = session
      const known = await sessions
        .take(`${id} ${account}`, async () => lookUp(id, account))
        // Whoever answers in our place says what is wrong with the database.
        .catch(() => null)
      return known?.isAdministrator === false ? account : null
    },
  }
}
