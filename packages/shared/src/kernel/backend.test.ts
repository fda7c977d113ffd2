import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { type BackendOptions, createBackend } from './backend.ts'
import { deferTokenRefresh } from './defer-token-refresh.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => void vi.unstubAllGlobals())

/** Asks for leads, for an account's tokens and for files, and tells what the browser's cache was to do with them. */
async function cachesOf(options?: BackendOptions) {
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
    options,
  )
  await (await backend.loadRest()).from('leads').select()
  const supabase = await backend.loadSupabase()
  await supabase.auth.signInWithPassword({ email: 'ada@example.com', password: 'a password' })
  await supabase.storage.from('product-images').list()
  return fetched.mock.calls.map(([, init]) => init?.cache)
}

test('requests go to the page’s own origin when the configuration names none', async () => {
  const { sessionStorage } = createMemoryPlatform()
  const config = { supabaseUrl: '', supabaseKey: 'publishable' }
  const backend = createBackend(config, sessionStorage, { siteOrigin: 'https://gifts.example' })
  await (await backend.loadRest()).from('leads').select('id')
  await (await backend.loadSupabase()).storage.from('product-images').list()
  await backend.connectivity.probe()
  expect(fetched.mock.calls.map(([input]) => input)).toEqual([
    'https://gifts.example/rest/v1/leads?select=id',
    'https://gifts.example/storage/v1/object/list/product-images',
    '/auth/v1/health',
  ])
})

test('a session lasts as long as the server says, by this clock, which may be ahead of the server’s', async () => {
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600
  const session = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', user: { id: 'ada' } }
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ ...session, expires_in: 3600, expires_at: anHourAgo })),
  )
  const { sessionStorage } = createMemoryPlatform()
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  const { auth } = await createBackend(config, sessionStorage).loadSupabase()
  await auth.signInWithPassword({ email: 'ada@example.com', password: 'a password' })
  expect((await auth.getSession()).data.session?.access_token).toBe('a.b.c')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('requests leave caching to the browser', async () => {
  expect(await cachesOf()).toEqual([undefined, undefined, undefined])
})

test.each([
  ['that defers token refreshes', deferTokenRefresh],
  ['without that', undefined],
])('an app %s can disable the HTTP cache', async (_which, deferRefresh) => {
  expect(await cachesOf({ deferRefresh, cache: 'no-store' })).toEqual(['no-store', 'no-store', 'no-store'])
})
