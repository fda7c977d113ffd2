import { z } from 'zod'

const text = z.string().nullish()

/** The fields of Auth's requests that are texts; the library takes whatever comes, and fails at it later. */
const texts = z.object({
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
 * Whether the fields of a request to Auth are of their kinds, as a hosted project asks for. Otherwise a password that
 * is no text would be a failure of the server, and at a sign-in for those accounts alone that there are.
 */
export function hasValidAuthFields(body: Buffer | null): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    // What is no JSON at all the library refuses by itself.
    return true
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return !isObject || texts.safeParse(parsed).success
}
