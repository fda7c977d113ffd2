import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '../secrets.ts'

/** Who a request says that it comes from, as far as it can prove it without the database. */
export type Caller =
  | { readonly kind: 'anyone' }
  /** One of the operator's own programs. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'account'; readonly id: string }

/** Reads the keys and tokens of a request. */
export type CallerOf = (headers: Headers) => Caller

const headSchema = z.object({ alg: z.literal('HS256') })
const claimsSchema = z.object({ sub: z.uuid(), role: z.literal('authenticated'), exp: z.number() })

/**
 * Tells a caller by the key and the access token, so that it can be asked before anything of the body is read. The
 * library asks again, and the database after it: whether a session has ended is theirs to say.
 */
export function createCallerOf({ jwtSecret, secretKey }: Pick<Secrets, 'jwtSecret' | 'secretKey'>): CallerOf {
  return (headers) => {
    const token = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    if (isSame(headers.get('apikey') ?? '', secretKey) || isSame(token, secretKey))
      return { kind: 'operator' }
    const [head = '', claims = '', signature = '', ...more] = token.split('.')
    const expected = createHmac('sha256', jwtSecret).update(`${head}.${claims}`).digest('base64url')
    if (more.length > 0 || !isSame(signature, expected) || !headSchema.safeParse(jsonIn(head)).success) {
      return { kind: 'anyone' }
    }
    const { data } = claimsSchema.safeParse(jsonIn(claims))
    return data === undefined || data.exp * 1000 <= Date.now()
      ? { kind: 'anyone' }
      : { kind: 'account', id: data.sub }
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
