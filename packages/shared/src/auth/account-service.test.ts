import { expect, test, vi } from 'vitest'

import { createBackend } from '../kernel/backend.ts'
import { fakeApi, apiError } from '../testing/fake-api.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createAccountService, isAuthKey } from './account-service.ts'

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

test.each([
  [2, 'administrator'],
  [3, 'failure'],
])('after %i failed reads of the role the result is: %s', async (failures, result) => {
  vi.useFakeTimers()
  let reads = 0
  fakeApi(() =>
    (reads += 1) > failures ? [{ is_admin: true, is_sales: false }] : apiError('XX000', 'Busy', 500),
  )
  const platform = createMemoryPlatform()
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  const backend = createBackend(config, platform.sessionStorage)
  await backend.loadRest()
  const accounts = createAccountService(backend, platform)
  const read = accounts.readRole('ada').then(
    (role) => role,
    () => 'failure',
  )
  await vi.advanceTimersByTimeAsync(2000)
  expect(await read).toBe(result)
})
