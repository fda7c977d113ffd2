import { z } from 'zod'

const text = z.string().nullish()

/** The fields of Auth's requests that are texts. */
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
 * Whether the fields of a request to Auth have their types, as a hosted project demands.
 * Upstream: takes any JSON and fails later with 500, at a sign-in only for accounts that exist.
 */
export function hasValidAuthFields(body: Buffer | null): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    // The library refuses a body that is not JSON by itself.
    return true
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return !isObject || texts.safeParse(parsed).success
}
