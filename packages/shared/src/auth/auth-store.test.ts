import { expect, test, vi } from 'vitest'

import { toAppError } from '../kernel/app-error.ts'
import { anonymousAuth, type AuthChange, type AuthSession, type Role } from './auth-machine.ts'
import { type AuthPort, createAuthStore } from './auth-store.ts'

const sessionOf = (id: string): AuthSession => ({
  user: { id, email: `${id}@example.com` },
  accessToken: `token of ${id}`,
})
const settle = () => new Promise((done) => setTimeout(done))

function storeWith(port: Partial<AuthPort>, rendered?: typeof anonymousAuth) {
  let announce: (change: AuthChange, session: AuthSession | null) => void = () => {}
  const steps: string[] = []
  const whole: AuthPort = {
    start: (listener) => {
      announce = listener
      return Promise.resolve({ error: null })
    },
    readRole: () => Promise.resolve('customer'),
    clearSession: () => Promise.resolve(void steps.push('clear session')),
    signOut: (session) => Promise.resolve(void steps.push(`sign out ${session?.accessToken}`)),
    ...port,
  }
  const store = createAuthStore(whole, rendered)
  return {
    store,
    steps,
    announce: (change: AuthChange, session: AuthSession | null) => announce(change, session),
  }
}

test('the state of an anonymous visitor keeps its reference, so hydration renders nothing again', () => {
  const { store, announce } = storeWith({}, anonymousAuth)
  announce('INITIAL_SESSION', null)
  expect(store.get()).toBe(store.rendered())
  announce('SIGNED_IN', sessionOf('ada'))
  expect(store.get()).not.toBe(store.rendered())
})

test('a user is an administrator once the profile has been read', async () => {
  const { store, announce } = storeWith({
    readRole: (id) => Promise.resolve(id === 'ada' ? 'administrator' : 'customer'),
  })
  announce('INITIAL_SESSION', sessionOf('ada'))
  expect(store.get().isAdmin).toBe(false)
  await settle()
  expect(store.get()).toMatchObject({ isAdmin: true, isLoading: false, isSessionReady: true })
})

test('a user without a readable profile is not an administrator', async () => {
  const { store, announce } = storeWith({ readRole: () => Promise.reject(new Error('no answer')) })
  announce('SIGNED_IN', sessionOf('ada'))
  await settle()
  expect(store.get()).toMatchObject({
    isAdmin: false,
    isRoleUnknown: true,
    isLoading: false,
    user: { id: 'ada' },
  })
})

test('the role is read again when the server has refused an administrator', async () => {
  const readRole = vi.fn((): Promise<Role> => Promise.resolve('administrator'))
  const { store, announce } = storeWith({ readRole })
  await store.readRoleAgain()
  expect(readRole).not.toHaveBeenCalled()
  announce('SIGNED_IN', sessionOf('ada'))
  await settle()
  readRole.mockResolvedValue('customer')
  await store.readRoleAgain()
  expect(store.get()).toMatchObject({ isAdmin: false, isRoleUnknown: false, user: { id: 'ada' } })
})

test('a role is read once for a user: not for each refreshed token or return to the tab', async () => {
  const readRole = vi.fn((): Promise<Role> => Promise.resolve('administrator'))
  const { store, announce } = storeWith({ readRole })
  announce('INITIAL_SESSION', { ...sessionOf('ada'), needsCode: true })
  await settle()
  expect(store.get()).toMatchObject({ isStaff: false, isCodeNeeded: true })
  for (const change of ['TOKEN_REFRESHED', 'SIGNED_IN', 'TOKEN_REFRESHED'] as const) {
    announce(change, sessionOf('ada'))
    await settle()
    expect(store.get()).toMatchObject({ isAdmin: true, isCodeNeeded: false })
  }
  expect(readRole).toHaveBeenCalledOnce()
  announce('SIGNED_IN', sessionOf('bob'))
  await settle()
  announce('SIGNED_OUT', null)
  announce('SIGNED_IN', sessionOf('bob'))
  await settle()
  expect(readRole.mock.calls).toEqual([['ada'], ['bob'], ['bob']])
})

test('a session that ends by itself is named as over, unlike one that a sign-out ends', async () => {
  const { store, announce } = storeWith({})
  announce('SIGNED_IN', sessionOf('ada'))
  announce('SIGNED_OUT', null)
  expect(store.get()).toMatchObject({ user: null, error: 'Your session is over' })
  const leaving = storeWith({ signOut: () => Promise.resolve(leaving.announce('SIGNED_OUT', null)) })
  leaving.announce('SIGNED_IN', sessionOf('ada'))
  await leaving.store.signOut()
  expect(leaving.store.get()).toMatchObject({ user: null, error: null })
})

test('a user whose token is refused is signed out in this browser', async () => {
  const refused = toAppError({ code: 'PGRST301', message: 'JWT is not valid' })
  const { store, announce, steps } = storeWith({ readRole: () => Promise.reject(refused) })
  announce('INITIAL_SESSION', sessionOf('ada'))
  await settle()
  expect(store.get()).toMatchObject({ user: null, isLoading: false, isSessionReady: true })
  expect(steps).toEqual([])
})

test('an administrator stays one when the role cannot be read again', async () => {
  const readRole = vi.fn((): Promise<Role> => Promise.resolve('administrator'))
  const { store, announce } = storeWith({ readRole })
  announce('INITIAL_SESSION', sessionOf('ada'))
  await settle()
  readRole.mockRejectedValue(new Error('no answer'))
  announce('USER_UPDATED', sessionOf('ada'))
  await settle()
  expect(store.get().isAdmin).toBe(true)
  announce('SIGNED_IN', sessionOf('bob'))
  await settle()
  expect(store.get()).toMatchObject({ user: { id: 'bob' }, isAdmin: false, isLoading: false })
})

test('a role that arrives after an account switch is not applied', async () => {
  const answers = new Map<string, (role: Role) => void>()
  const { store, announce } = storeWith({
    readRole: (id) => new Promise((answer) => answers.set(id, answer)),
  })
  announce('SIGNED_IN', sessionOf('ada'))
  announce('SIGNED_IN', sessionOf('bob'))
  await settle()
  answers.get('bob')!('customer')
  answers.get('ada')!('administrator')
  await settle()
  expect(store.get()).toMatchObject({ user: { id: 'bob' }, isAdmin: false })
})

test('the profile is read after the auth callback, in which the service would deadlock', () => {
  const readRole = vi.fn((): Promise<Role> => Promise.resolve('administrator'))
  const { announce } = storeWith({ readRole })
  announce('SIGNED_IN', sessionOf('ada'))
  expect(readRole).not.toHaveBeenCalled()
})

test('a start-up that answers with an error holds its message', async () => {
  const { store } = storeWith({
    start: () => Promise.resolve({ error: 'Email link is invalid or has expired' }),
  })
  await settle()
  expect(store.get()).toMatchObject({
    error: 'Email link is invalid or has expired',
    isLoading: false,
    isSessionReady: true,
  })
})

test('a start-up that throws sets "Authentication failed"', async () => {
  const { store } = storeWith({ start: () => Promise.reject(new Error('boom')) })
  await settle()
  expect(store.get()).toMatchObject({ error: 'Authentication failed', isLoading: false })
})

test('a change that cannot be handled clears everything and sets the error', () => {
  const { store, announce } = storeWith({})
  let isBroken = true
  store.subscribe(() => {
    if (isBroken) {
      isBroken = false
      throw new Error('a listener broke')
    }
  })
  announce('SIGNED_IN', sessionOf('ada'))
  expect(store.get()).toMatchObject({
    user: null,
    session: null,
    isAdmin: false,
    error: 'Authentication state change failed',
    isLoading: false,
    isSessionReady: true,
  })
})

test('sign-out fails before the request when the stored session cannot be removed', async () => {
  const { store, steps, announce } = storeWith({ clearSession: () => Promise.reject(new Error('full')) })
  announce('SIGNED_IN', sessionOf('ada'))
  await settle()
  expect(await store.signOut()).toBe(false)
  expect(steps).toEqual([])
  expect(store.get()).toMatchObject({ error: 'Sign out failed', isLoading: false })
})

test('sign-out removes the stored session, ends it on the server, and clears the state', async () => {
  const { store, steps, announce } = storeWith({})
  announce('SIGNED_IN', sessionOf('ada'))
  await settle()
  const done = store.signOut()
  expect(store.get().isLoading).toBe(true)
  expect(await done).toBe(true)
  expect(steps).toEqual(['clear session', 'sign out token of ada'])
  expect(store.get()).toMatchObject({
    user: null,
    session: null,
    isAdmin: false,
    error: null,
    isLoading: false,
  })
})

test('a sign-out is announced when it succeeded; a session that ended is not', async () => {
  let isReachable = false
  const signOut = () => (isReachable ? Promise.resolve() : Promise.reject(new Error('no answer')))
  const { store, announce } = storeWith({ signOut })
  const listener = vi.fn()
  const stop = store.onSignOut(listener)
  announce('SIGNED_IN', sessionOf('ada'))
  announce('SIGNED_OUT', null)
  await store.signOut()
  expect(listener).not.toHaveBeenCalled()
  isReachable = true
  await store.signOut()
  expect(listener).toHaveBeenCalledOnce()
  stop()
  await store.signOut()
  expect(listener).toHaveBeenCalledOnce()
})

test('a failed sign-out sets the error and ends loading', async () => {
  const { store, announce } = storeWith({ signOut: () => Promise.reject(new Error('no answer')) })
  announce('SIGNED_IN', sessionOf('ada'))
  await settle()
  expect(await store.signOut()).toBe(false)
  expect(store.get()).toMatchObject({ error: 'Sign out failed', isLoading: false, user: { id: 'ada' } })
})
