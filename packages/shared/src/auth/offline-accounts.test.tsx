import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createBackend, sessionStorageKey } from '../data/backend.ts'
import { holdRenewals } from '../data/held-renewals.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createAccountService } from './account-service.ts'
import { createAuthStore } from './auth-store.ts'
import { createOfflineAccounts } from './offline-accounts.ts'

const admin = { id: '00000000-0000-4000-8000-000000000001', email: 'admin@example.com' }
const other = { id: '00000000-0000-4000-8000-000000000002', email: 'other@example.com' }

/** What supabase-js keeps; its token has been good until a minute from now, or has not been for an hour. */
function sessionOf(user: typeof admin, { isExpired }: { isExpired: boolean }) {
  const expiresAt = Math.floor(Date.now() / 1000) + (isExpired ? -3600 : 3600)
  return {
    access_token: isExpired ? 'old' : 'good',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: { ...user, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01' },
  }
}

/** The server behind a network that comes and goes. */
const server = { isReachable: true, renews: true, isAdmin: true, asked: [] as string[] }

beforeEach(() => {
  Object.assign(server, { isReachable: true, renews: true, isAdmin: true, asked: [] })
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    if (!server.isReachable) return Promise.reject(new TypeError('Failed to fetch'))
    const { pathname } = new URL(input)
    server.asked.push(`${pathname} ${new Headers(init?.headers).get('authorization')}`)
    if (pathname === '/auth/v1/token') {
      return Promise.resolve(
        server.renews
          ? Response.json({ ...sessionOf(admin, { isExpired: false }), access_token: 'renewed' })
          : Response.json(
              { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' },
              { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
            ),
      )
    }
    if (pathname === '/rest/v1/profiles')
      return Promise.resolve(Response.json([{ is_admin: server.isAdmin }]))
    return Promise.resolve(Response.json({}))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A computer that keeps a session and, unless nobody was an administrator on it, who that was, and something to read. */
async function computer(kept: { session?: object; remembered?: typeof admin | null }) {
  const { session = sessionOf(admin, { isExpired: true }), remembered = admin } = kept
  const platform = createMemoryPlatform()
  await platform.sessionStorage.setItem(sessionStorageKey, JSON.stringify(session))
  if (remembered !== null) {
    await platform.offlineStorage.setItem(
      'identity',
      JSON.stringify({ version: 2, ...remembered, readAt: new Date().toISOString() }),
    )
    await platform.offlineStorage.setItem(`leads:${remembered.id}`, 'what has been read')
  }
  const start = ({ missNetworkFirst = false } = {}) => {
    const backend = createBackend(
      { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
      platform.sessionStorage,
      { hold: holdRenewals },
    )
    const plain = createAccountService(backend, platform, { hash: '', forget: () => undefined })
    const offline = createOfflineAccounts(plain, backend, platform)
    const missed = missNetworkFirst ? backend.connectivity.look() : Promise.resolve(true)
    const accounts = {
      ...offline,
      start: (...args: Parameters<typeof offline.start>) => missed.then(() => offline.start(...args)),
    }
    const store = createAuthStore(accounts)
    /** What was kept whenever the state changed. */
    const keptAtChange: (readonly [userId: string | undefined, keys: Promise<readonly string[]>])[] = []
    store.subscribe(() => keptAtChange.push([store.get().user?.id, platform.offlineStorage.keys()]))
    const settled = () => vi.waitFor(() => expect(store.get().isLoading).toBe(false))
    return { backend, accounts, store, settled, keptAtChange }
  }
  const keptKeys = async () => (await platform.offlineStorage.keys()).toSorted()
  return { platform, start, keptKeys }
}

async function comeBack({ connectivity }: ReturnType<typeof createBackend>) {
  server.isReachable = true
  expect(await connectivity.look()).toBe(true)
}

test('an administrator is let in without a network, and the session is renewed at the first contact', async () => {
  server.isReachable = false
  const { start, keptKeys } = await computer({})
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true, error: null })

  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().session?.accessToken).toBe('renewed'))
  await vi.waitFor(() => expect(server.asked).toContain('/rest/v1/profiles Bearer renewed'))
  // Nothing was asked as by nobody meanwhile.
  expect(
    server.asked.filter((request) => request.startsWith('/rest/') && !request.includes('renewed')),
  ).toEqual([])
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true, isLoading: false })
  expect(await keptKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('a network that was missed before the session was asked for is missed all the same', async () => {
  server.isReachable = false
  const { start, keptKeys } = await computer({})
  const { store, settled, backend } = start({ missNetworkFirst: true })
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().session?.accessToken).toBe('renewed'))
  expect(await keptKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test.each([
  ['is good', false],
  ['has to be renewed', true],
])('a network that swallows everything keeps nobody waiting whose session %s', async (_what, isExpired) => {
  const { start, keptKeys } = await computer({ session: sessionOf(admin, { isExpired }) })
  const looked = Promise.withResolvers<Response>()
  const forever = new Promise<Response>(() => undefined)
  const swallowing = vi.fn((input: string | URL) =>
    String(input).endsWith('/auth/v1/health') ? looked.promise : forever,
  )
  vi.stubGlobal('fetch', swallowing)
  const { store, settled } = start()
  await vi.waitFor(() => expect(swallowing.mock.calls.length).toBeGreaterThan(1))
  expect(store.get().isLoading).toBe(true)
  looked.reject(new TypeError('Failed to fetch'))
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
  expect(await keptKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('nobody who is let in from memory is asked about as by nobody', async () => {
  server.isReachable = false
  const { start, keptKeys } = await computer({})
  const { accounts, settled } = start()
  await settled()
  server.isReachable = true
  expect(await accounts.readIsAdmin(admin.id)).toBe(true)
  expect(await accounts.readIsAdmin(other.id)).toBe(false)
  expect(server.asked).toEqual([])
  expect(await keptKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('a session that the server refuses ends, and nothing is kept any more when that is said', async () => {
  server.isReachable = false
  const { start, keptKeys } = await computer({})
  const { store, settled, backend, keptAtChange } = start()
  await settled()
  server.renews = false
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().user).toBeNull())
  const told = keptAtChange.find(([userId], place) => userId === undefined && place > 0)
  expect(await told?.[1]).toEqual([])
  expect(await keptKeys()).toEqual([])
})

test('an administrator who is none any more loses what is kept at the first contact', async () => {
  server.isReachable = false
  const { start, keptKeys } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ isAdmin: true, session: { accessToken: 'good' } })
  server.isAdmin = false
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().isAdmin).toBe(false))
  expect(await keptKeys()).toEqual([])
})

test.each([
  ['nobody was an administrator', { remembered: null }],
  ['the administrator was somebody else', { remembered: other }],
])('without a network nobody is let in where %s', async (_what, kept) => {
  server.isReachable = false
  const { start } = await computer(kept)
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false, error: null })
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get()).toMatchObject({ user: admin, isAdmin: true }))
})

test('a server that answers with a failure is no missing network', async () => {
  const { start, keptKeys } = await computer({})
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 400 })))
  const { store, settled } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false })
  expect(await keptKeys()).toEqual([])
})

const away: readonly (readonly [string, () => Response])[] = [
  ['its database', () => Response.json({ code: 'PGRST002', message: 'No schema cache' }, { status: 503 })],
  ['its gateway', () => new Response('<html>503 Service Unavailable</html>', { status: 503 })],
  ['Cloudflare', () => new Response('<html>522 Connection timed out</html>', { status: 522 })],
]

test.each(away)('an administrator is let in while %s says that it is away', async (_what, answer) => {
  const { start, keptKeys } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const reach = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
  server.isAdmin = false
  vi.stubGlobal('fetch', reach)
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().isAdmin).toBe(false))
  expect(await keptKeys()).toEqual([])
})

test('the role of somebody who is not remembered is read as soon as the server is back', async () => {
  const { start } = await computer({ session: sessionOf(admin, { isExpired: false }), remembered: null })
  const reach = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 503 })))
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: false })
  // The session is announced more than once at a start.
  await new Promise((resolve) => setTimeout(resolve))
  vi.stubGlobal('fetch', reach)
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().isAdmin).toBe(true))
})

test('who signs in with a network as an administrator is remembered, and nobody else is', async () => {
  const { start, keptKeys, platform } = await computer({
    session: sessionOf(admin, { isExpired: false }),
    remembered: null,
  })
  server.isAdmin = false
  await start().settled()
  expect(await keptKeys()).toEqual([])
  server.isAdmin = true
  await start().settled()
  await vi.waitFor(async () => expect(await keptKeys()).toEqual(['identity']))
  expect(JSON.parse((await platform.offlineStorage.getItem('identity')) ?? '')).toEqual({
    version: 2,
    ...admin,
    readAt: expect.any(String),
  })
})

test('signing out wipes what is kept before the server is asked, and fails without a network', async () => {
  server.isReachable = false
  const { start, keptKeys, platform } = await computer({})
  const { store, settled, backend } = start()
  await settled()
  expect(await store.signOut()).toBe(false)
  expect(store.get()).toMatchObject({ error: 'Sign out failed', isLoading: false })
  expect(await keptKeys()).toEqual([])
  expect(await platform.sessionStorage.keys()).toEqual([])
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().user).toBeNull())
  expect(await platform.sessionStorage.keys()).toEqual([])
})

const stuck = () => Promise.reject(new Error('the disk gives nothing away'))

test('a session that the server refuses ends, also where nothing can be removed', async () => {
  server.renews = false
  const { start, platform } = await computer({})
  platform.offlineStorage.clear = stuck
  const { store, settled } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false })
})

test('an administrator who is none any more is treated as such, also where nothing can be removed', async () => {
  const { start, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  platform.offlineStorage.clear = stuck
  const { store, settled, backend, accounts } = start()
  await settled()
  expect(store.get().isAdmin).toBe(true)
  server.isAdmin = false
  expect(await accounts.readIsAdmin(admin.id)).toBe(false)
  expect(backend.connectivity.isOnline()).toBe(true)
})

test('an administrator who cannot be remembered is one all the same', async () => {
  const { start, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  platform.offlineStorage.setItem = stuck
  const { store, settled } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
})

test('signing out where nothing can be removed takes the session with it, and says that it failed', async () => {
  const { start, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  platform.offlineStorage.clear = stuck
  const { store, settled } = start()
  await settled()
  expect(await store.signOut()).toBe(false)
  expect(store.get().error).toBe('Sign out failed')
  expect(await platform.sessionStorage.keys()).toEqual([])
})

test('signing in without a network fails instead of waiting for one', async () => {
  server.isReachable = false
  const { start } = await computer({ remembered: null })
  const { accounts, settled } = start()
  await settled()
  await expect(accounts.signIn({ email: admin.email, password: 'a password' })).rejects.toMatchObject({
    kind: 'offline',
  })
})

test('what is kept but cannot be read lets nobody in', async () => {
  server.isReachable = false
  const { start, platform } = await computer({})
  await platform.offlineStorage.setItem('identity', '{"version":0}')
  const { store, settled } = start()
  await settled()
  expect(store.get().user).toBeNull()
})
