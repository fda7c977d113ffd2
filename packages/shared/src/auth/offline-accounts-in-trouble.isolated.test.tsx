import { expect, test, vi } from 'vitest'

import { admin, comeBack, computer, server, sessionOf, setUpServer } from '../testing/offline-computer.ts'

setUpServer()

test.each([
  ['is good', false],
  ['has to be renewed', true],
])('a silent network does not delay a user whose session %s', async (_what, isExpired) => {
  const { start, storedKeys } = await computer({ session: sessionOf(admin, { isExpired }) })
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
  expect(await storedKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('a server error is not treated as offline', async () => {
  const { start, storedKeys } = await computer({})
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 400 })))
  const { store, settled } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false })
  expect(await storedKeys()).toEqual([])
})

const away: readonly (readonly [string, () => Response])[] = [
  ['its database', () => Response.json({ code: 'PGRST002', message: 'No schema cache' }, { status: 503 })],
  ['its gateway', () => new Response('<html>503 Service Unavailable</html>', { status: 503 })],
  ['Cloudflare', () => new Response('<html>522 Connection timed out</html>', { status: 522 })],
]

test.each(away)(
  'an administrator is let in offline while %s reports that the backend is away',
  async (_what, answer) => {
    const { start, storedKeys } = await computer({ session: sessionOf(admin, { isExpired: false }) })
    const reach = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.resolve(answer()))
    const { store, settled, backend } = start()
    await settled()
    expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
    server.isAdmin = false
    vi.stubGlobal('fetch', reach)
    await comeBack(backend)
    await vi.waitFor(() => expect(store.get().isAdmin).toBe(false))
    expect(await storedKeys()).toEqual([])
  },
)

test('the role of a user who is not cached is read when the server is back', async () => {
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

const stuck = () => Promise.reject(new Error('the disk gives nothing away'))

test('a session that the server refuses ends, also where nothing can be removed', async () => {
  server.renews = false
  const { start, platform } = await computer({})
  platform.offlineStorage.clear = stuck
  const { store, settled } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false })
})

test('a revoked administrator loses access, also where nothing can be removed', async () => {
  const { start, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  platform.offlineStorage.clear = stuck
  const { store, settled, backend, accounts } = start()
  await settled()
  expect(store.get().isAdmin).toBe(true)
  server.isAdmin = false
  expect(await accounts.readRole(admin.id)).toBe('customer')
  expect(backend.connectivity.isOnline()).toBe(true)
})

test('an administrator who cannot be cached is let in online', async () => {
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
