import { z } from 'zod'

const text = z.string().nullish()

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
 * Whether the fields of a request to Auth have the right types, as a hosted project requires.
 * Upstream: accepts any JSON and fails later with 500, at a sign-in only for accounts that exist.
 */
export function hasValidAuthFields(body: Buffer | null): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    // The library rejects a body that is not JSON.
    return true
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  return !isObject || textFields.safeParse(parsed).success
}
