import { expect, test } from 'vitest'

import { isAuthKey, withNewLink } from './account-service.ts'

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

test.each(['Email not confirmed', 'Email link is invalid or has expired'])(
  '“%s” says how to get a new link',
  (message) => {
    expect(withNewLink(message)).toBe(
      `${message}. For a new link, choose “Forgot password?” where you sign in.`,
    )
  },
)

test('other messages of the server are shown as they are', () => {
  expect(withNewLink('Invalid login credentials')).toBe('Invalid login credentials')
})
