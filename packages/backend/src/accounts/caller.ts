import { z } from 'zod'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Secrets } from '../data-folder/secrets.ts'
import { createHmac } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { isSameSecret } from '../process/same-secret.ts'

/** The sender of a request, as proved by its keys and tokens without the database. */
export type Caller =
  | { readonly kind: 'anyone' }
  /** One of the operator's own programs. */
  | { readonly kind: 'operator' }
  /** A client with a signed URL. */
  | { readonly kind: 'address' }
  /** `session` is the token's; only a token made by hand has none. */
  | { readonly kind: 'account'; readonly id: string; readonly session?: string | undefined }

/** Whether a caller is the operator or an account that works in the back office. */
export type IsTrusted = (caller: Caller) => Promise<boolean>

/** Reads the keys and tokens of a request, and the token of a signed URL where it has one. */
export type CallerOf = (headers: Headers, addressToken?: string | null) => Caller

const lastingSchema = z.object({ exp: z.number().refine((exp) => exp * 1000 > Date.now()) })
const claimsSchema = lastingSchema.extend({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  session_id: z.uuid().optional(),
  // The library rejects tokens that are not valid yet.
  iat: z
    .number()
    .refine((iat) => iat <= Date.now() / 1000)
    .optional(),
  nbf: z.undefined().optional(),
})

/**
 * Authenticates by the API key and by the signature and times of the access token, as the library and a hosted project
 * do for tables and functions. Whether the token's session has ended is checked in the database (createSessionHasEnded).
 */
export function createCallerOf({ jwtSecret, secretKey }: Pick<Secrets, 'jwtSecret' | 'secretKey'>): CallerOf {
  const claimsIn = (token: string): unknown => signedClaims(token, jwtSecret)
  return (headers, addressToken = null) => {
    const token = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    if ([headers.get('apikey') ?? '', token].some((key) => isSameSecret(key, secretKey)))
      return { kind: 'operator' }
    const { data } = claimsSchema.safeParse(claimsIn(token))
    if (data !== undefined) return { kind: 'account', id: data.sub, session: data.session_id }
    const isByAddress = addressToken !== null && lastingSchema.safeParse(claimsIn(addressToken)).success
    return { kind: isByAddress ? 'address' : 'anyone' }
  }
}

const headSchema = z.object({ alg: z.literal('HS256') })

/** The claims of a token signed with the secret, expired or not; null for any other token. */
function signedClaims(token: string, jwtSecret: string): unknown {
  const [head = '', claims = '', signature = '', ...more] = token.split('.')
  const expected = createHmac('sha256', jwtSecret).update(`${head}.${claims}`).digest('base64url')
  const isSigned = more.length === 0 && isSameSecret(signature, expected)
  return isSigned && headSchema.safeParse(jsonIn(head)).success ? jsonIn(claims) : null
}

function jsonIn(part: string): unknown {
  return parseJson(Buffer.from(part, 'base64url').toString('utf8'))
}

/** Whether the session of a caller's token has ended, by a sign-out or by a new password. */
export type SessionHasEnded = (caller: Caller) => Promise<boolean>

/** Queries the database at each call, so every server rejects the token at once. */
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
