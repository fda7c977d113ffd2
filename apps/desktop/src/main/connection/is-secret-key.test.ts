import { expect, test } from 'vitest'

import { isSecretKey } from './is-secret-key.ts'

const token = (claims: unknown) =>
  ['header', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

test.each([
  ['a new secret key', 'sb_secret_demo', true],
  ['an old secret key', token({ iss: 'supabase', role: 'service_role' }), true],
  ['a new publishable key', 'sb_publishable_demo', false],
  ['an old publishable key', token({ iss: 'supabase', role: 'anon' }), false],
  ['a token without claims', 'a.b.c', false],
  ['a word', 'publishable', false],
])('%s', (_name, key, isSecret) => {
  expect(isSecretKey(key)).toBe(isSecret)
})
