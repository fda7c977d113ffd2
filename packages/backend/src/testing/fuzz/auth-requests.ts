import * as fc from 'fast-check'
import { bodyHeaders, framing, method } from './hostile-headers.ts'
import { anyOf, hostileText, inAddress, jsonBody, weighted, words } from './hostile-values.ts'
import type { FuzzRequest } from './wire.ts'

const endpoint = fc.constantFrom(
  '',
  ...words(`
    token signup recover verify user logout otp resend magiclink authorize callback settings health admin/users
    admin/generate_link factors reauthenticate invite sso introspect .well-known/jwks.json user/identities/authorize
    nothing ..%2f..%2f user/
  `),
)
const authFields = words(`
  email password refresh_token token token_hash type data phone code auth_code code_verifier code_challenge
  code_challenge_method gotrue_meta_security nonce provider role app_metadata user_metadata create_user channel id_token
  aud is_anonymous
`)
const email = weighted(
  [3, fc.integer({ min: 0, max: 999 }).map((number) => `fuzz-${number}@fuzz.test`)],
  [
    2,
    fc.constantFrom(
      ...words('admin@giftwell.test ADMIN@giftwell.test a@b @ a"b@fuzz.test ü@fuzz.test ../../x@fuzz.test'),
      `${'a'.repeat(400)}@fuzz.test`,
      'a\u0000@fuzz.test',
      'a@fuzz.test\r\nBcc: b@fuzz.test',
    ),
  ],
  [1, hostileText],
)
const password = fc.oneof(
  fc.constantFrom(
    '',
    'short',
    'long enough',
    'x'.repeat(73),
    'x'.repeat(5000),
    '\u0000'.repeat(8),
    '😀'.repeat(30),
  ),
  hostileText,
)
const credentials = fc.record(
  {
    email,
    password,
    refresh_token: hostileText,
    token: hostileText,
    type: anyOf('signup recovery magiclink email_change invite nonsense'),
    data: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
)
const authQuery = fc.oneof(
  fc
    .constantFrom('', ...words('password refresh_token pkce id_token client_credentials nonsense'))
    .map((grant) => `grant_type=${grant}`),
  fc
    .tuple(
      anyOf('redirect_to token token_hash type provider email scope state code'),
      inAddress(
        fc.oneof(
          hostileText,
          anyOf('//evil.example https://evil.example javascript:alert(1) signup global google'),
        ),
      ),
    )
    .map((pair) => pair.join('=')),
)

/** Malformed and hostile requests to Auth. */
export const authRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method: weighted([4, anyOf('POST GET PUT')], [1, method]),
  target: fc
    .tuple(endpoint, fc.array(authQuery, { maxLength: 4 }))
    .map(([name, parts]) => `/auth/v1/${name}?${parts.join('&')}`),
  headers: bodyHeaders,
  body: weighted([1, fc.constant(null)], [6, jsonBody(authFields, credentials)]),
  framing,
})
