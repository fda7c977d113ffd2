import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '../secrets.ts'

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

const headSchema = z.object({ alg: z.literal('HS256') })
const lastingSchema = z.object({ exp: z.number().refine((exp) => exp * 1000 > Date.now()) })
const claimsSchema = lastingSchema.extend({ sub: z.uuid(), role: z.literal('authenticated') })

/**
 * Tells a caller by the key and the access token, so that it can be asked before anything of the body is read. The
 * library asks again, and the database after it: whether a session has ended is theirs to say.
 */
export function createCallerOf({ jwtSecret, secretKey }: Pick<Secrets, 'jwtSecret' | 'secretKey'>): CallerOf {
  /** What a token says that these keys have signed; null of any other. */
  const claimsIn = (token: string): unknown => {
    const [head = '', claims = '', signature = '', ...more] = token.split('.')
    const expected = createHmac('sha256', jwtSecret).update(`${head}.${claims}`).digest('base64url')
    const isSigned = more.length === 0 && isSame(signature, expected)
    return isSigned && headSchema.safeParse(jsonIn(head)).success ? jsonIn(claims) : null
  }
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

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
