import { expect, test } from 'vitest'

import { isAuthKey } from './account-service.ts'

test.each(['supabase.auth.token', 'giftwell-auth', 'giftwell-auth-code-verifier', 'sb-project-auth-token'])(
  'sign-out removes the key %s',
  (key) => {
    expect(isAuthKey(key)).toBe(true)
  },
)

test.each(['giftwell-basket', 'mantine-color-scheme-value', 'supabase.auth.tokens', 'auth'])(
  'sign-out leaves the key %s',
  (key) => {
    expect(isAuthKey(key)).toBe(false)
  },
)
