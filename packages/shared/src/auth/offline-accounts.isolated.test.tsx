import { expect, test, vi } from 'vitest'

import { offlineAreaOf, storeCached } from '../kernel/offline-area.ts'
import {
  admin,
  comeBack,
  computer,
  other,
  server,
  sessionOf,
  setUpServer,
} from '../testing/offline-computer.ts'

setUpServer()

test('a cached administrator is let in offline, and the session is renewed once the backend responds', async () => {
  server.isReachable = false
  const { start, storedKeys } = await computer({})
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true, error: null })

  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().session?.accessToken).toBe('renewed'))
  await vi.waitFor(() => expect(server.asked).toContain('/rest/v1/profiles Bearer renewed'))
  // No request was anonymous.
  expect(
    server.asked.filter((request) => request.startsWith('/rest/') && !request.includes('renewed')),
  ).toEqual([])
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true, isLoading: false })
  expect(await storedKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('the app starts offline when the network was lost before the session was read', async () => {
  server.isReachable = false
  const { start, storedKeys } = await computer({})
  const { store, settled, backend } = start({ missNetworkFirst: true })
  await settled()
  expect(store.get()).toMatchObject({ user: admin, isAdmin: true })
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().session?.accessToken).toBe('renewed'))
  expect(await storedKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('a cached session sends no anonymous requests', async () => {
  server.isReachable = false
  const { start, storedKeys } = await computer({})
  const { accounts, settled } = start()
  await settled()
  server.isReachable = true
  expect(await accounts.readRole(admin.id)).toBe('administrator')
  expect(await accounts.readRole(other.id)).toBe('customer')
  expect(server.asked).toEqual([])
  expect(await storedKeys()).toEqual(['identity', `leads:${admin.id}`])
})

test('a refused session wipes the offline storage before the state changes', async () => {
  server.isReachable = false
  const { start, storedKeys } = await computer({})
  const { store, settled, backend, storedAtChange } = start()
  await settled()
  server.renews = false
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().user).toBeNull())
  const told = storedAtChange.find(([userId], place) => userId === undefined && place > 0)
  expect(await told?.[1]).toEqual([])
  expect(await storedKeys()).toEqual([])
})

test('a lost administrator role wipes the offline storage when the server is back', async () => {
  server.isReachable = false
  const { start, storedKeys } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ isAdmin: true, session: { accessToken: 'good' } })
  server.isAdmin = false
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().isAdmin).toBe(false))
  expect(await storedKeys()).toEqual([])
})

test.each([
  ['no administrator is cached', { remembered: null }],
  ['the cached administrator is another user', { remembered: other }],
])('offline the user stays anonymous when %s', async (_what, stored) => {
  server.isReachable = false
  const { start } = await computer(stored)
  const { store, settled, backend } = start()
  await settled()
  expect(store.get()).toMatchObject({ user: null, isAdmin: false, error: null })
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get()).toMatchObject({ user: admin, isAdmin: true }))
})

test('only an administrator who signed in online is cached', async () => {
  const { start, storedKeys, platform } = await computer({
    session: sessionOf(admin, { isExpired: false }),
    remembered: null,
  })
  server.isAdmin = false
  await start().settled()
  expect(await storedKeys()).toEqual([])
  server.isAdmin = true
  await start().settled()
  await vi.waitFor(async () => expect(await storedKeys()).toEqual(['identity']))
  expect(JSON.parse((await platform.offlineStorage.getItem('identity')) ?? '')).toEqual({
    version: 3,
    role: 'administrator',
    ...admin,
    readAt: expect.any(String),
  })
})

test('sign-out wipes the offline storage before the request and fails offline', async () => {
  server.isReachable = false
  const { start, storedKeys, platform } = await computer({})
  const { store, settled, backend } = start()
  await settled()
  expect(await store.signOut()).toBe(false)
  expect(store.get()).toMatchObject({ error: 'Sign out failed', isLoading: false })
  expect(await storedKeys()).toEqual([])
  expect(await platform.sessionStorage.keys()).toEqual([])
  await comeBack(backend)
  await vi.waitFor(() => expect(store.get().user).toBeNull())
  expect(await platform.sessionStorage.keys()).toEqual([])
})

/** Holds the server's answers to a path until they are let go. */
function holdAnswers(path: string) {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reach = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!input.includes(path)) return reach(input, init)
    asked.resolve()
    await answer.promise
    return reach(input, init)
  })
  return { asked: asked.promise, letGo: answer.resolve }
}

test('what is read and written between the wipe of a sign-out and its end leaves nothing behind', async () => {
  const { start, storedKeys, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const { store, settled, accounts } = start()
  await settled()
  const area = offlineAreaOf(platform.offlineStorage)
  const cache = { area, userId: admin.id }
  const readAt = new Date().toISOString()
  const signOut = holdAnswers('/auth/v1/logout')
  const leaving = store.signOut()
  await signOut.asked
  expect(await storedKeys()).toEqual([])

  // The session still reads: the next of two caches, and a role.
  const since = area.generation()
  await storeCached(cache, 'quotations:', { readAt }, since)
  expect(await accounts.readRole(admin.id)).toBe('administrator')
  expect(await storedKeys()).toEqual([])
  signOut.letGo()
  expect(await leaving).toBe(true)
  await storeCached(cache, 'quotations:', { readAt }, since)
  expect(await storedKeys()).toEqual([])
  expect(await platform.sessionStorage.keys()).toEqual([])
})

test('a role that arrives after a sign-out is not stored', async () => {
  const { start, storedKeys } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const { store, settled, accounts } = start()
  await settled()
  const roles = holdAnswers('/rest/v1/profiles')
  const reading = accounts.readRole(admin.id)
  await roles.asked
  expect(await store.signOut()).toBe(true)
  roles.letGo()
  await reading
  expect(await storedKeys()).toEqual([])
})

test('after a sign-out the next account is cached, and a switch of accounts leaves nothing of the first', async () => {
  const { start, storedKeys, platform } = await computer({ session: sessionOf(admin, { isExpired: false }) })
  const { store, settled, accounts } = start()
  await settled()
  const area = offlineAreaOf(platform.offlineStorage)
  const cacheLeads = (userId: string, since = area.generation()) =>
    storeCached({ area, userId }, 'leads:', { readAt: new Date().toISOString() }, since)
  await store.signOut()
  const signIn = async (user: typeof admin) => {
    server.user = user
    await accounts.signIn({ email: user.email, password: 'a password' })
    await vi.waitFor(() => expect(store.get()).toMatchObject({ user: { id: user.id }, isAdmin: true }))
  }
  await signIn(admin)
  await cacheLeads(admin.id)
  await vi.waitFor(async () => expect(await storedKeys()).toEqual(['identity', `leads:${admin.id}`]))

  const before = area.generation()
  await signIn(other)
  await cacheLeads(admin.id, before)
  await vi.waitFor(async () => expect(await storedKeys()).toEqual(['identity']))
  expect(await platform.offlineStorage.getItem('identity')).toContain(other.id)
  await cacheLeads(other.id)
  expect(await storedKeys()).toEqual(['identity', `leads:${other.id}`])
})

test('the next start removes what an app that was closed during a sign-out left behind', async () => {
  const { start, storedKeys, platform } = await computer({})
  for (const key of await platform.sessionStorage.keys()) await platform.sessionStorage.removeItem(key)
  const { store, settled } = start()
  await settled()
  expect(store.get().user).toBeNull()
  expect(await storedKeys()).toEqual([])
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

test('an unreadable offline storage grants no access', async () => {
  server.isReachable = false
  const { start, platform } = await computer({})
  await platform.offlineStorage.setItem('identity', '{"version":0}')
  const { store, settled } = start()
  await settled()
  expect(store.get().user).toBeNull()
})
