import { expect, test, vi } from 'vitest'

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
