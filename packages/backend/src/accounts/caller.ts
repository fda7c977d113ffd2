import { z } from 'zod'
import type { Secrets } from '../secrets.ts'
import { isSame, signedClaims } from './signed-claims.ts'

/** Who a request says that it comes from, as far as it can prove it without the database. */
export type Caller =
  | { readonly kind: 'anyone' }
  /** One of the operator's own programs. */
  | { readonly kind: 'operator' }
  /** Whoever was given a signed address by somebody who may. */
  | { readonly kind: 'address' }
  | { readonly kind: 'account'; readonly id: string }

/** Reads the keys and tokens of a request, and the token of a signed address where it has one. */
export type CallerOf = (headers: Headers, addressToken?: string | null) => Caller

const lastingSchema = z.object({ exp: z.number().refine((exp) => exp * 1000 > Date.now()) })
const claimsSchema = lastingSchema.extend({ sub: z.uuid(), role: z.literal('authenticated') })

/**
 * Tells a caller by the key and the access token, so that it can be asked before anything of the body is read. The
 * library asks again, and the database after it: whether a session has ended is theirs to say.
 */
export function createCallerOf({ jwtSecret, secretKey }: Pick<Secrets, 'jwtSecret' | 'secretKey'>): CallerOf {
  const claimsIn = (token: string): unknown => signedClaims(token, jwtSecret)
  return (headers, addressToken = null) => {
    const token = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    if (isSame(headers.get('apikey') ?? '', secretKey) || isSame(token, secretKey))
      return { kind: 'operator' }
    const { data } = claimsSchema.safeParse(claimsIn(token))
    if (data !== undefined) return { kind: 'account', id: data.sub }
    const isByAddress = addressToken !== null && lastingSchema.safeParse(claimsIn(addressToken)).success
    return { kind: isByAddress ? 'address' : 'anyone' }
  }
}
