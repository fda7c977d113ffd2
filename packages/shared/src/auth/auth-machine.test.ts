import { describe, expect, test } from 'vitest'

import {
  type AuthChange,
  type AuthEvent,
  type AuthState,
  initialAuth,
  nextAuth,
  sessionIsOver,
} from './auth-machine.ts'

const ada = { id: 'ada', email: 'ada@example.com' }
const bob = { id: 'bob', email: 'bob@example.com' }
const sessionOf = (user: typeof ada) => ({ user, accessToken: `token of ${user.id}` })
const settled = { isLoading: false, isSessionReady: true }
const anonymous: AuthState = { ...initialAuth, ...settled }
const over: AuthState = { ...anonymous, error: sessionIsOver }
const adaAsAdmin: AuthState = {
  ...anonymous,
  user: ada,
  session: sessionOf(ada),
  isAdmin: true,
  isStaff: true,
}
const changes: readonly AuthChange[] = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
]
const after = (state: AuthState, ...events: AuthEvent[]) => events.reduce(nextAuth, state)

test('the initial state is loading without a user', () => {
  expect(initialAuth).toEqual({
    user: null,
    session: null,
    isLoading: true,
    isSessionReady: false,
    isAdmin: false,
    isStaff: false,
    isCodeNeeded: false,
    isRoleUnknown: false,
    error: null,
    isRecovering: false,
  })
})

describe('start-up', () => {
  test('without a session ends loading', () => {
    expect(after(initialAuth, { type: 'changed', change: 'INITIAL_SESSION', session: null })).toEqual(
      anonymous,
    )
  })

  test('with a session loads until the role has been read', () => {
    const found = after(initialAuth, { type: 'changed', change: 'INITIAL_SESSION', session: sessionOf(ada) })
    expect(found).toEqual({ ...initialAuth, user: ada, session: sessionOf(ada) })
    expect(
      after(found, { type: 'role-read', change: 'INITIAL_SESSION', userId: 'ada', role: 'administrator' }),
    ).toEqual(adaAsAdmin)
  })

  test('ends loading even when the first change is a refreshed token', () => {
    const state = after(
      initialAuth,
      { type: 'changed', change: 'TOKEN_REFRESHED', session: sessionOf(ada) },
      { type: 'role-read', change: 'TOKEN_REFRESHED', userId: 'ada', role: 'customer' },
    )
    expect(state).toMatchObject(settled)
  })

  test('that fails holds the error, and the session counts as ready', () => {
    expect(after(adaAsAdmin, { type: 'start-up-failed', message: 'Authentication failed' })).toEqual({
      ...anonymous,
      error: 'Authentication failed',
    })
  })
})

describe.each(changes)('%s', (change) => {
  const handled = (state: AuthState) =>
    after(
      state,
      { type: 'changed', change, session: sessionOf(ada) },
      { type: 'role-read', change, userId: 'ada', role: 'administrator' },
    )
  const isRecovering = change === 'PASSWORD_RECOVERY'

  test('as the first change ends loading and makes the session ready, with a user', () => {
    expect(handled(initialAuth)).toEqual({ ...adaAsAdmin, isRecovering })
  })

  test('as the first change ends loading and makes the session ready, without one', () => {
    expect(after(initialAuth, { type: 'changed', change, session: null })).toEqual(anonymous)
  })

  test(`as a later change ${change === 'TOKEN_REFRESHED' ? 'leaves loading as it is' : 'ends loading'}`, () => {
    const isLoading = change === 'TOKEN_REFRESHED'
    expect(handled({ ...adaAsAdmin, isLoading: true })).toEqual({ ...adaAsAdmin, isLoading, isRecovering })
    const without = after({ ...adaAsAdmin, isLoading: true }, { type: 'changed', change, session: null })
    expect(without).toEqual({ ...over, isLoading })
  })

  test('takes the user and the session from the event and clears the error', () => {
    const session = { ...sessionOf(ada), accessToken: 'newer' }
    const before = { ...adaAsAdmin, error: 'Sign out failed' }
    expect(after(before, { type: 'changed', change, session })).toMatchObject({
      user: ada,
      session,
      error: null,
      isAdmin: true,
    })
    expect(after(before, { type: 'changed', change, session: null })).toEqual(over)
  })

  test('for another account waits for its role', () => {
    const switched = after(adaAsAdmin, { type: 'changed', change, session: sessionOf(bob) })
    expect(switched).toMatchObject({ user: bob, isAdmin: false })
    expect(after(switched, { type: 'role-read', change, userId: 'ada', role: 'administrator' })).toBe(
      switched,
    )
    expect(
      after(switched, { type: 'role-read', change, userId: 'bob', role: 'administrator' }),
    ).toMatchObject({
      user: bob,
      isAdmin: true,
      isLoading: false,
    })
  })
})

describe('later changes', () => {
  test('a change clears the error before', () => {
    expect(
      after(
        { ...anonymous, error: 'Sign out failed' },
        { type: 'changed', change: 'SIGNED_IN', session: sessionOf(ada) },
      ).error,
    ).toBeNull()
  })

  test('a refreshed token keeps the role and does not end loading', () => {
    const signingOut = after(adaAsAdmin, { type: 'sign-out-started' })
    const refreshed = after(
      signingOut,
      { type: 'changed', change: 'TOKEN_REFRESHED', session: { ...sessionOf(ada), accessToken: 'newer' } },
      { type: 'role-read', change: 'TOKEN_REFRESHED', userId: 'ada', role: 'administrator' },
    )
    expect(refreshed).toMatchObject({ isLoading: true, isAdmin: true, session: { accessToken: 'newer' } })
  })

  test('another account is no administrator until its role has been read', () => {
    expect(
      after(adaAsAdmin, { type: 'changed', change: 'SIGNED_IN', session: sessionOf(bob) }),
    ).toMatchObject({ user: bob, isAdmin: false, isLoading: true })
  })

  test('a role that arrives for the previous account is not applied', () => {
    const switched = after(
      anonymous,
      { type: 'changed', change: 'SIGNED_IN', session: sessionOf(ada) },
      { type: 'changed', change: 'SIGNED_IN', session: sessionOf(bob) },
    )
    expect(
      after(switched, { type: 'role-read', change: 'SIGNED_IN', userId: 'ada', role: 'administrator' }),
    ).toBe(switched)
  })

  test('a role that arrives after sign-out is not applied', () => {
    const out = after(adaAsAdmin, { type: 'changed', change: 'SIGNED_OUT', session: null })
    expect(out).toEqual(over)
    expect(after(out, { type: 'role-read', change: 'SIGNED_IN', userId: 'ada', role: 'administrator' })).toBe(
      out,
    )
  })

  test('a change that cannot be handled clears everything', () => {
    expect(after(adaAsAdmin, { type: 'change-failed' })).toEqual({
      ...anonymous,
      error: 'Authentication state change failed',
    })
  })
})

describe('a password e-mail’s link', () => {
  const recovering = after(anonymous, {
    type: 'changed',
    change: 'PASSWORD_RECOVERY',
    session: sessionOf(ada),
  })

  test('asks for a new password until one has been chosen', () => {
    expect(recovering).toMatchObject({ isRecovering: true, user: ada })
    const later = after(recovering, { type: 'changed', change: 'USER_UPDATED', session: sessionOf(ada) })
    expect(later.isRecovering).toBe(true)
    expect(after(later, { type: 'recovery-ended' }).isRecovering).toBe(false)
  })

  test('ends without a session', () => {
    expect(after(recovering, { type: 'changed', change: 'SIGNED_OUT', session: null }).isRecovering).toBe(
      false,
    )
  })
})

describe('sign-out', () => {
  test('clears a previous error when it begins', () => {
    expect(after({ ...adaAsAdmin, error: 'Sign out failed' }, { type: 'sign-out-started' }).error).toBeNull()
  })

  test('completes although the service announces it first', () => {
    const announced = after(
      adaAsAdmin,
      { type: 'sign-out-started' },
      { type: 'changed', change: 'SIGNED_OUT', session: null, isSigningOut: true },
    )
    expect(announced).toEqual(anonymous)
    expect(after(announced, { type: 'sign-out-done' })).toEqual(anonymous)
  })

  test('is not undone by a profile that arrives later', () => {
    const state = after(
      anonymous,
      { type: 'changed', change: 'SIGNED_IN', session: sessionOf(ada) },
      { type: 'sign-out-started' },
      { type: 'sign-out-done' },
      { type: 'role-read', change: 'SIGNED_IN', userId: 'ada', role: 'administrator' },
    )
    expect(state).toEqual(anonymous)
  })

  test('loads while in flight and ends anonymous', () => {
    const started = after(adaAsAdmin, { type: 'sign-out-started' })
    expect(started).toEqual({ ...adaAsAdmin, isLoading: true })
    expect(after(started, { type: 'sign-out-done' })).toEqual(anonymous)
  })

  test('that fails sets the error and ends loading', () => {
    expect(after(adaAsAdmin, { type: 'sign-out-started' }, { type: 'sign-out-failed' })).toEqual({
      ...adaAsAdmin,
      error: 'Sign out failed',
    })
  })
})

test('a role that could not be read is unknown until it is, and an administrator stays one', () => {
  const failed: AuthEvent = { type: 'role-read', change: 'SIGNED_IN', userId: 'ada', role: null }
  const signedIn: AuthEvent = { type: 'changed', change: 'SIGNED_IN', session: sessionOf(ada) }
  const unknown = after(anonymous, signedIn, failed)
  expect(unknown).toMatchObject({ ...settled, isAdmin: false, isRoleUnknown: true })
  const read: AuthEvent = { type: 'role-read', change: 'SIGNED_IN', userId: 'ada', role: 'administrator' }
  expect(after(unknown, read)).toEqual(adaAsAdmin)
  expect(after(unknown, { ...signedIn, session: sessionOf(bob) })).toMatchObject({ isRoleUnknown: false })
  expect(after(adaAsAdmin, failed)).toEqual(adaAsAdmin)
})

describe('a second factor', () => {
  const needsCode = { ...sessionOf(ada), needsCode: true }
  const roleRead = (role: 'sales' | 'administrator' | 'customer'): AuthEvent => ({
    type: 'role-read',
    change: 'SIGNED_IN',
    userId: 'ada',
    role,
  })
  const signedIn = after(anonymous, { type: 'changed', change: 'SIGNED_IN', session: needsCode })

  test('is asked of administrators and sales, who have no access before it', () => {
    for (const role of ['sales', 'administrator'] as const)
      expect(after(signedIn, roleRead(role))).toMatchObject({
        isAdmin: false,
        isStaff: false,
        isCodeNeeded: true,
        isLoading: false,
      })
  })

  test('is not asked of customers', () => {
    expect(after(signedIn, roleRead('customer'))).toMatchObject({ isStaff: false, isCodeNeeded: false })
  })

  test('opens the back office with the session that has passed it', () => {
    const passed: AuthEvent = {
      type: 'changed',
      change: 'MFA_CHALLENGE_VERIFIED',
      session: sessionOf(ada),
    }
    expect(after(signedIn, roleRead('administrator'), passed, roleRead('administrator'))).toEqual(adaAsAdmin)
  })
})
