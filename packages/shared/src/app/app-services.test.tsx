import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createAppServices } from './app-services.ts'

const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }

test('an account that takes the place of another sees nothing of it: on screen, or in flight', async () => {
  let id = 'ada'
  const session = () => ({
    access_token: id,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id, email: `${id}@example.com` },
  })
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(Response.json(input.includes('/token') ? session() : null)),
  )
  const { accountService, authStore, backend, queryClient } = createAppServices(
    config,
    createMemoryPlatform(),
  )
  const signIn = async () => {
    await accountService.signIn({ email: `${id}@example.com`, password: 'a password' })
    await vi.waitFor(() => expect(authStore.get()).toMatchObject({ user: { id }, isLoading: false }))
  }
  await vi.waitFor(() => expect(authStore.get().isSessionReady).toBe(true))
  await signIn()
  const ofAda = Promise.withResolvers<string>()
  const slow = new QueryObserver(queryClient, {
    queryKey: ['quotations'],
    queryFn: () => (id === 'ada' ? ofAda.promise : 'quotations of bob'),
  })
  const read = new QueryObserver(queryClient, { queryKey: ['leads'], queryFn: () => `leads of ${id}` })
  const stops = [slow, read].map((observer) => observer.subscribe(() => undefined))
  await vi.waitFor(() => expect(read.getCurrentResult().data).toBe('leads of ada'))
  id = 'bob'
  const shown: unknown[] = []
  authStore.subscribe(
    () => authStore.get().user?.id === 'bob' && shown.push(queryClient.getQueryData(['leads'])),
  )
  await signIn()
  expect(shown[0]).toBeUndefined()
  await vi.waitFor(() => expect(read.getCurrentResult().data).toBe('leads of bob'))
  ofAda.resolve('quotations of ada')
  await ofAda.promise
  await vi.waitFor(() => expect(slow.getCurrentResult()).toMatchObject({ fetchStatus: 'idle' }))
  expect(slow.getCurrentResult().data).toBe('quotations of bob')
  stops.forEach((stop) => stop())
  await (await backend.loadSupabase()).auth.stopAutoRefresh()
})

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

test('a sign-out removes what names suppliers and a breach from the browser, in either app', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(null)))
  const keys = ['giftwell-import-signs', 'giftwell-breach', 'giftwell-import-columns']
  for (const key of keys) localStorage.setItem(key, '[]')
  const { authStore } = createAppServices(config, createMemoryPlatform())
  await vi.waitFor(() => expect(authStore.get().isLoading).toBe(false))
  await authStore.signOut()
  expect(keys.filter((key) => localStorage.getItem(key) !== null)).toEqual(['giftwell-import-columns'])
})
