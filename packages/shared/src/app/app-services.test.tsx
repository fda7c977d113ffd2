import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createAppServices } from './app-services.ts'

afterEach(() => vi.unstubAllGlobals())

test('signing in drops results that are not on screen, which may be another account’s or what everybody gets', async () => {
  const signedIn = {
    access_token: 'a.b.c',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: 'ada', email: 'ada@example.com' },
  }
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(Response.json(input.includes('/token') ? signedIn : null)),
  )
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  const { accountService, authStore, backend, queryClient } = createAppServices(
    config,
    createMemoryPlatform(),
  )
  const credentials = { email: 'ada@example.com', password: 'a password' }
  const isThere = (...queryKey: string[]) => queryClient.getQueryData(queryKey) !== undefined
  await vi.waitFor(() => expect(authStore.get().isSessionReady).toBe(true))

  await accountService.signIn(credentials)
  await vi.waitFor(() => expect(authStore.get().isLoading).toBe(false))
  // A token that is renewed is no sign-in.
  queryClient.setQueryData(['catalogue', 'ada'], 'the preview')
  await (await backend.loadSupabase()).auth.refreshSession()
  expect(isThere('catalogue', 'ada')).toBe(true)

  await authStore.signOut()
  const stop = new QueryObserver(queryClient, {
    queryKey: ['filter-options'],
    queryFn: () => 'options',
  }).subscribe(() => undefined)
  await vi.waitFor(() => expect(isThere('filter-options')).toBe(true))
  await accountService.signIn(credentials)
  expect(isThere('catalogue', 'ada')).toBe(false)
  expect(isThere('filter-options')).toBe(true)

  stop()
  await (await backend.loadSupabase()).auth.stopAutoRefresh()
})
