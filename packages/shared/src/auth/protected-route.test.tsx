import { render, screen } from '@testing-library/react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { renderAdmin } from '../testing/render-admin.tsx'
import { useAuth } from './auth-context.tsx'
import { nextRetainedPage, ProtectedRoute, type RetainedPage } from './protected-route.tsx'

function Elsewhere({ name }: { name: string }) {
  const { state } = useLocation()
  return <p>{`${name} after ${useNavigationType()} of ${Object(state).askedFor}`}</p>
}

function renderGuard(
  props: Parameters<typeof ProtectedRoute>[0],
  options: Parameters<typeof renderAdmin>[1],
) {
  return renderAdmin(
    <Routes>
      <Route element={<ProtectedRoute {...props} />}>
        <Route path="/secret" element={<p>The secret page</p>} />
      </Route>
      <Route path="/admin/login" element={<Elsewhere name="Login" />} />
      <Route path="/doorstep" element={<Elsewhere name="Doorstep" />} />
    </Routes>,
    { path: '/secret?page=2#top', ...options },
  )
}

test('shows "Loading..." until the session is known', () => {
  renderGuard({ requireAdmin: true }, { accounts: { start: () => new Promise(() => {}) } })
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
})

test('while the role is being read, it says "Loading..." and shows nothing', () => {
  renderGuard({ requireAdmin: true }, { accounts: { readRole: () => new Promise(() => {}) } })
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(screen.queryByText('The secret page')).not.toBeInTheDocument()
})

test('an administrator sees the page', async () => {
  renderGuard({ requireAdmin: true }, {})
  expect(await screen.findByText('The secret page')).toBeInTheDocument()
})

test('an anonymous user is redirected to the login page with the requested page', async () => {
  renderGuard({}, { session: null })
  expect(await screen.findByText('Login after REPLACE of /secret?page=2#top')).toBeInTheDocument()
})

test('a user who is not an administrator is redirected from a page for administrators', async () => {
  renderGuard({ requireAdmin: true }, { accounts: { readRole: () => Promise.resolve('customer' as const) } })
  expect(await screen.findByText(/^Login after REPLACE/)).toBeInTheDocument()
})

test('a user who is not an administrator sees a page for signed-in users', async () => {
  renderGuard({}, { accounts: { readRole: () => Promise.resolve('customer' as const) } })
  expect(await screen.findByText('The secret page')).toBeInTheDocument()
})

test('a route can set the redirect target', async () => {
  renderGuard({ redirectTo: '/doorstep' }, { session: null })
  expect(await screen.findByText(/^Doorstep after REPLACE/)).toBeInTheDocument()
})

test('reading the auth state outside its provider throws', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  function Lost() {
    useAuth()
    return null
  }
  expect(() => render(<Lost />)).toThrow('Auth context not available')
})

const ada = { id: 'ada', email: 'ada@example.com' }
const bob = { id: 'bob', email: 'bob@example.com' }
const shown: RetainedPage = { user: ada, hasEnded: false }
const waiting: RetainedPage = { user: ada, hasEnded: true }

test.each([
  ['no page without a user', null, { user: null, isLoading: false }, false, null],
  ['no page while loading', null, { user: ada, isLoading: true }, false, null],
  ['a page is shown', null, { user: ada, isLoading: false }, true, shown],
  ['a session that ends by itself keeps it', shown, { user: null, isLoading: false }, false, waiting],
  ['it waits', waiting, { user: null, isLoading: false }, false, waiting],
  ['it waits while the role is read', waiting, { user: ada, isLoading: true }, false, waiting],
  [
    'it waits while the code is asked for',
    waiting,
    { user: ada, isLoading: false, isCodeNeeded: true },
    false,
    waiting,
  ],
  ['it goes on for the same user', waiting, { user: ada, isLoading: false }, true, shown],
  ['it is gone for another user', waiting, { user: bob, isLoading: true }, false, null],
  [
    'another user has a page of their own',
    waiting,
    { user: bob, isLoading: false },
    true,
    { user: bob, hasEnded: false },
  ],
  ['it is gone with the role', waiting, { user: ada, isLoading: false }, false, null],
  ['one’s own sign-out takes it away', shown, { user: ada, isLoading: true }, false, null],
] as const)('%s', (_, stored, auth, mayShow, next) => {
  expect(nextRetainedPage(stored, { isCodeNeeded: false, ...auth }, mayShow)).toEqual(next)
})

test('an unchanged state keeps its reference', () => {
  expect(nextRetainedPage(shown, { user: { ...ada }, isLoading: false, isCodeNeeded: false }, true)).toBe(
    shown,
  )
  expect(nextRetainedPage(waiting, { user: null, isLoading: false, isCodeNeeded: false }, false)).toBe(
    waiting,
  )
})
