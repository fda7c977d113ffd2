import * as fc from 'fast-check'
import type { FuzzRequest } from './fuzz-request.ts'
import { contentType, framing, hostileHeaders, method } from './hostile-headers.ts'
import { hostileText, inAddress, jsonBody } from './hostile-values.ts'

const endpoints = [
  [
    'token',
    'signup',
    'recover',
    'verify',
    'user',
    'logout',
    'otp',
    'resend',
    'magiclink',
    'authorize',
    'callback',
  ],
  [
    'settings',
    'health',
    'admin/users',
    'admin/generate_link',
    'factors',
    'reauthenticate',
    'invite',
    'sso',
    '',
  ],
  ['introspect', '.well-known/jwks.json', 'user/identities/authorize', 'nothing', '..%2f..%2f', 'user/'],
].flat()

const fields = [
  ['email', 'password', 'refresh_token', 'token', 'token_hash', 'type', 'data', 'phone', 'code', 'auth_code'],
  [
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'gotrue_meta_security',
    'nonce',
    'provider',
    'role',
  ],
  ['app_metadata', 'user_metadata', 'create_user', 'channel', 'id_token', 'aud', 'is_anonymous'],
].flat()

const email = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 999 }).map((number) => `fuzz-${number}@fuzz.test`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'admin@giftwell.test',
      'ADMIN@giftwell.test',
      'a@b',
      '@',
      `${'a'.repeat(400)}@fuzz.test`,
      'a"b@fuzz.test',
      'a\u0000@fuzz.test',
      'ü@fuzz.test',
      'a@fuzz.test\r\nBcc: b@fuzz.test',
      '../../x@fuzz.test',
    ),
  },
  { weight: 1, arbitrary: hostileText },
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

const usual = fc.record(
  {
    email,
    password,
    refresh_token: hostileText,
    token: hostileText,
    type: fc.constantFrom('signup', 'recovery', 'magiclink', 'email_change', 'invite', 'nonsense'),
    data: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
)

const query = fc.array(
  fc.oneof(
    fc
      .constantFrom('password', 'refresh_token', 'pkce', 'id_token', 'client_credentials', 'nonsense', '')
      .map((grant) => `grant_type=${grant}`),
    fc
      .tuple(
        fc.constantFrom(
          'redirect_to',
          'token',
          'token_hash',
          'type',
          'provider',
          'email',
          'scope',
          'state',
          'code',
        ),
        inAddress(
          fc.oneof(
            hostileText,
            fc.constantFrom(
              '//evil.example',
              'https://evil.example',
              'javascript:alert(1)',
              'signup',
              'global',
              'google',
            ),
          ),
        ),
      )
      .map((pair) => pair.join('=')),
  ),
  { maxLength: 4 },
)

/** Malformed and hostile requests to Auth. */
export const authRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('POST', 'GET', 'PUT') },
    { weight: 1, arbitrary: method },
  ),
  target: fc
    .tuple(fc.constantFrom(...endpoints), query)
    .map(([endpoint, parts]) => `/auth/v1/${endpoint}?${parts.join('&')}`),
  headers: fc.tuple(contentType, hostileHeaders).map(([one, other]) => [...one, ...other]),
  body: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: jsonBody(fields, usual) },
  ),
  framing,
})
