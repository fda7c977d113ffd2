import { z } from 'zod'
import { apiError } from '../http/api-errors.ts'
import { isObject, MalformedBodyError, readJson } from '../http/request-body.ts'

const text = z.string().nullish()
/** What bcrypt reads of a password. */
const maxPasswordBytes = 72

/** The fields of Auth's requests that must be text. */
const textFields = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  token: text,
  token_hash: text,
  refresh_token: text,
  type: text,
})

/**
 * The response to a request to Auth that must not reach the library, or null.
 * Upstream: accepts any JSON and fails later with 500, at a sign-in only for accounts that exist; answers HEAD like GET;
 * stores the first 72 bytes of a longer password; and accepts a new e-mail address with a confirmation by the old one alone.
 */
export function authRequestError(method: string, path: string, body: Buffer | null): Response | null {
  // The library's router decodes the path later; no route has an encoded character.
  if (path.includes('%')) return apiError('auth', 404, 'not_found', 'There is nothing at this address')
  if (method === 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, POST, PUT' } })
  let fields: unknown
  try {
    fields = readJson(body)
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error
    return apiError('auth', 400, 'bad_json', 'Could not parse request body as JSON')
  }
  if (fields === undefined) return null
  if (!isObject(fields)) return apiError('auth', 400, 'bad_json', 'The body is not a JSON object')
  if (!textFields.safeParse(fields).success) {
    return apiError('auth', 400, 'bad_json', 'A field of the body has the wrong type')
  }
  const { password } = fields
  if (
    (path === '/auth/v1/user' || path === '/auth/v1/signup') &&
    typeof password === 'string' &&
    Buffer.byteLength(password) > maxPasswordBytes
  ) {
    // The library cuts it off, and a sign-in with its beginning would do.
    return apiError(
      'auth',
      422,
      'weak_password',
      `Password cannot be longer than ${maxPasswordBytes} characters`,
    )
  }
  if (path === '/auth/v1/user' && method === 'PUT' && 'email' in fields) {
    const sentence = 'email: the e-mail address of an account cannot be changed'
    return apiError('auth', 400, 'validation_failed', sentence)
  }
  return null
}

/** A request to Auth. */
export interface AuthRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The fields of its JSON body. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The rules of Auth that need the database. */
export interface AuthRules {
  /** The response to a request that must not reach the library, or null. */
  respond(request: AuthRequest): Promise<Response | null>
  /** Completes the library's work, and returns its response or a replacement. */
  complete(request: AuthRequest, response: Response): Promise<Response>
}
