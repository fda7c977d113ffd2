import { expect, test } from 'vitest'

import { isAuthKey } from './account-service.ts'

test.each(['supabase.auth.token', 'giftwell-auth', 'giftwell-auth-code-verifier', 'sb-project-auth-token'])(
  'signing out forgets what is kept under %s',
  (key) => {
    expect(isAuthKey(key)).toBe(true)
  },
)

test.each(['giftwell-basket', 'mantine-color-scheme-value', 'supabase.auth.tokens', 'auth'])(
  'signing out leaves what is kept under %s',
  (key) => {
    expect(isAuthKey(key)).toBe(false)
  },
)
