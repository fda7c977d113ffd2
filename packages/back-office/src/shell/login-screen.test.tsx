import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { LoginScreen, requestedPage } from './login-screen.tsx'

function Place() {
  return <p>At {useLocation().pathname}</p>
}

function renderLogin(options: Parameters<typeof renderAdmin>[1] = {}) {
  return renderAdmin(
    <Routes>
      <Route path="/admin/login" element={<LoginScreen />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    { path: '/admin/login', session: null, ...options },
  )
}

/** Types an address and a password into the form of a mode and sends it. */
async function send(accounts: Partial<AccountService>, mode: 'Sign In' | 'Create Account') {
  const { user } = renderLogin({ accounts })
  if (mode === 'Create Account')
    await user.click(await screen.findByRole('button', { name: 'Need an account? Sign Up' }))
  await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'ada@example.com')
  await user.type(screen.getByLabelText(/^Password/), 'a long secret')
  if (mode === 'Create Account') vi.advanceTimersByTime(minFillTimeMs)
  await user.click(screen.getByRole('button', { name: mode }))
  return user
}

const refused = () => Promise.resolve({ accepted: false as const, message: 'In the server’s words' })
const broken = () => Promise.reject(new Error('no answer'))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockReturnValue()
})

test('shows "Loading..." until the session is known', () => {
  renderLogin({ accounts: { start: () => new Promise(() => {}) } })
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
})

test('an administrator is redirected to the dashboard', async () => {
  renderLogin({ session: administrator })
  expect(await screen.findByText('At /admin')).toBeInTheDocument()
})

test('the toast of a sign-in waits for the second factor, which a recovery code passes as well', async () => {
  let announce: Parameters<AccountService['start']>[0] = () => undefined
  const codes: string[] = []
  const user = await send(
    {
      start(listener) {
        announce = listener
        listener('INITIAL_SESSION', null)
        return Promise.resolve({ error: null })
      },
      signIn() {
        announce('SIGNED_IN', { ...administrator, needsCode: true })
        return Promise.resolve({ accepted: true, needsCode: true })
      },
      passRecoveryCode(code) {
        codes.push(code)
        announce('TOKEN_REFRESHED', administrator)
        return Promise.resolve({ accepted: true })
      },
    },
    'Sign In',
  )
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  expect(screen.queryByText('Login Successful')).not.toBeInTheDocument()
  expect(screen.getByText(/a code from your authenticator app, or a recovery code/)).toBeVisible()
  const field = screen.getByRole('textbox', { name: /^Recovery code/ })
  await user.type(field, '0123')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('A recovery code has 16 characters')).toBeVisible()
  await user.type(field, '-4567-89ab-cdef')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Login Successful')).toBeVisible()
  expect(await screen.findByText('At /admin')).toBeInTheDocument()
  expect(codes).toEqual(['0123-4567-89ab-cdef'])
})

test('an administrator with a second factor is asked for the code before the back office opens', async () => {
  let announce: Parameters<AccountService['start']>[0] = () => undefined
  const codes: string[] = []
  const { user } = renderLogin({
    accounts: {
      start(listener) {
        announce = listener
        listener('INITIAL_SESSION', { ...administrator, needsCode: true })
        return Promise.resolve({ error: null })
      },
      verifyCode(code) {
        codes.push(code)
        if (code !== '123456')
          return Promise.resolve({ accepted: false, message: 'This code is not correct.' })
        announce('MFA_CHALLENGE_VERIFIED', administrator)
        return Promise.resolve({ accepted: true })
      },
    },
  })
  const field = await screen.findByRole('textbox', { name: /Code from your authenticator app/ })
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  const go = screen.getByRole('button', { name: 'Continue' })
  await user.type(field, '12345')
  await user.click(go)
  expect(screen.getByText('The code has 6 digits')).toBeVisible()
  await user.clear(field)
  await user.type(field, '654 321')
  await user.click(go)
  expect((await screen.findAllByText('This code is not correct.'))[0]).toBeVisible()
  await user.clear(field)
  await user.type(field, '123 456')
  await user.click(go)
  expect(await screen.findByText('At /admin')).toBeInTheDocument()
  expect(codes).toEqual(['654321', '123456'])
})

const invitationLink = `/admin/login#invitation=${'a'.repeat(64)}`

const invitation = { email: 'asha@example.com', role: 'sales', invited_by: 'owner@example.com' }

test('an invitation asks for a name and a new password, and signs in with it', async () => {
  const { requests } = fakeApi(({ path }) => (path.endsWith('open_invitation') ? [invitation] : 'sales'))
  const signIn = vi.fn<AccountService['signIn']>(() => Promise.resolve({ accepted: true }))
  const { user } = renderLogin({ path: invitationLink, accounts: { signIn } })
  expect(await screen.findByRole('heading', { name: 'You are invited' })).toBeVisible()
  expect(
    screen.getByText(/^owner@example\.com invites you to the back office, to handle its leads\./),
  ).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('asha@example.com')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Asha Rao')
  await user.type(screen.getByLabelText(/^New Password/), 'a long secret')
  await user.click(screen.getByRole('button', { name: 'Accept Invitation' }))
  expect(await screen.findByText('Invitation accepted')).toBeVisible()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/rest/v1/rpc/open_invitation', { token: 'a'.repeat(64) }],
    [
      '/rest/v1/rpc/accept_invitation',
      { token: 'a'.repeat(64), new_password: 'a long secret', name: 'Asha Rao' },
    ],
  ])
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ email: 'asha@example.com', password: 'a long secret' })
})

test('an invitation is not accepted in the session of another user without a word', async () => {
  fakeApi(({ path }) => (path.endsWith('open_invitation') ? [invitation] : 'sales'))
  renderLogin({ path: invitationLink, session: administrator })
  expect(
    await screen.findByText(
      /You are signed in as admin@example\.com; accepting the invitation signs you out\./,
    ),
  ).toBeVisible()
})

test('a name and a password of a proper length are needed, and nothing is sent before', async () => {
  const { requests } = fakeApi(() => [invitation])
  const { user } = renderLogin({ path: invitationLink })
  await user.type(await screen.findByLabelText(/^New Password/), 'é'.repeat(37))
  await user.click(screen.getByRole('button', { name: 'Accept Invitation' }))
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(screen.getByText(/^Password may have at most 72 characters/)).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('what the server refuses stays in the form with the reason', async () => {
  fakeApi(({ path }) =>
    path.endsWith('open_invitation')
      ? [invitation]
      : apiError('PT404', 'This invitation no longer works.', 404),
  )
  const { user } = renderLogin({ path: invitationLink })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Asha Rao')
  await user.type(screen.getByLabelText(/^New Password/), 'a long secret')
  await user.click(screen.getByRole('button', { name: 'Accept Invitation' }))
  expect((await screen.findAllByText('This invitation no longer works.'))[0]).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha Rao')
})

test('an invitation that has ended says so above the login', async () => {
  fakeApi(() => [])
  renderLogin({ path: invitationLink })
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation no longer works')
  expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('a user who is not an administrator stays, reads why, and can sign out', async () => {
  const signOut = vi.fn(() => Promise.resolve())
  const { user } = renderLogin({
    session: administrator,
    accounts: { readRole: () => Promise.resolve('customer' as const), signOut },
  })
  expect(await screen.findByText('admin@example.com')).toBeInTheDocument()
  expect(screen.getByText(/This account has no access to the back office/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeInTheDocument()
  expect(signOut).toHaveBeenCalledTimes(1)
})

test('a user whose role cannot be read is told so, and gets in by Retry', async () => {
  const readRole = vi
    .fn(() => Promise.resolve('administrator' as const))
    .mockRejectedValueOnce(new Error('no answer'))
  const { user } = renderLogin({ session: administrator, accounts: { readRole } })
  expect(await screen.findByRole('heading', { name: 'Your access could not be checked' })).toBeVisible()
  expect(screen.queryByText(/has no access/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('At /admin')).toBeInTheDocument()
})

test('the form has two modes, and the logo links to the home page', async () => {
  const { user } = renderLogin()
  expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeInTheDocument()
  expect(screen.getByText('Content Management System')).toBeInTheDocument()
  expect(document.title).toBe('Admin Login · Giftwell')
  expect(screen.getByRole('link', { name: 'Giftwell website' })).toHaveAttribute('href', 'http://site.test/')
  await user.click(screen.getByRole('button', { name: 'Need an account? Sign Up' }))
  expect(screen.getByRole('heading', { name: 'Admin Sign Up' })).toBeInTheDocument()
  expect(screen.getByText('Content Management System')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Already have an account? Sign In' }))
  expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeInTheDocument()
})

test('the password can be shown', async () => {
  const { user } = renderLogin()
  const password = await screen.findByLabelText(/^Password/)
  expect(password).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show or hide password' }))
  expect(password).toHaveAttribute('type', 'text')
})

test('both fields are required', async () => {
  const signIn = vi.fn(refused)
  const { user } = renderLogin({ accounts: { signIn } })
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Email is required')).toBeInTheDocument()
  expect(screen.getByText('Password is required')).toBeInTheDocument()
  expect(signIn).not.toHaveBeenCalled()
})

describe('signing in', () => {
  test('shows and sends an e-mail address without what pasting brings', async () => {
    const signIn = vi.fn(refused)
    const { user } = renderLogin({ accounts: { signIn } })
    const field = () => screen.getByRole('textbox', { name: /Email/ })
    await user.click(await screen.findByRole('textbox', { name: /Email/ }))
    await user.paste('mailto:ada@example.com.')
    await user.tab()
    expect(field()).toHaveValue('ada@example.com')
    await user.type(screen.getByLabelText(/^Password/), 'a long secret')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() =>
      expect(signIn).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'a long secret' }),
    )
  })

  test('shows its progress and its success', async () => {
    const answer = Promise.withResolvers<{ accepted: true }>()
    await send({ signIn: () => answer.promise }, 'Sign In')
    expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    answer.resolve({ accepted: true })
    expect(await screen.findByText('Login Successful')).toBeInTheDocument()
  })

  test('shows the server’s message when it is refused', async () => {
    await send({ signIn: refused }, 'Sign In')
    const problem = await screen.findByRole('alert')
    expect(problem).toHaveTextContent('Login Failed')
    expect(problem).toHaveTextContent('In the server’s words')
  })

  test('shows a general message when it fails otherwise', async () => {
    await send({ signIn: broken }, 'Sign In')
    const problem = await screen.findByRole('alert')
    expect(problem).toHaveTextContent('Login Error')
    expect(problem).toHaveTextContent('An unexpected error occurred')
  })
})

describe('signing up', () => {
  test('shows its progress, links back to the back office, and asks to confirm the e-mail', async () => {
    const answer = Promise.withResolvers<{ accepted: true; isSignedIn: boolean }>()
    const signUp = vi.fn(() => answer.promise)
    await send({ signUp }, 'Create Account')
    expect(screen.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
    expect(signUp).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'a long secret' }, '/admin')
    answer.resolve({ accepted: true, isSignedIn: false })
    expect(await screen.findByText('Sign Up Successful')).toBeInTheDocument()
    expect(screen.getByText('Please check your email to confirm your account')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeInTheDocument())
  })

  test('shows the server’s message when it is refused', async () => {
    await send({ signUp: refused }, 'Create Account')
    const problem = await screen.findByRole('alert')
    expect(problem).toHaveTextContent('Sign Up Failed')
    expect(problem).toHaveTextContent('In the server’s words')
  })

  test('shows a general message when it fails otherwise', async () => {
    await send({ signUp: broken }, 'Create Account')
    const problem = await screen.findByRole('alert')
    expect(problem).toHaveTextContent('Sign Up Error')
    expect(problem).toHaveTextContent('An unexpected error occurred')
  })

  test('a filled honeypot field reports success and creates no account', async () => {
    const signUp = vi.fn(refused)
    const { user } = renderLogin({ accounts: { signUp } })
    const trap = () => document.querySelector<HTMLInputElement>('input[name="website"]')
    await screen.findByRole('heading', { name: 'Admin Login' })
    expect(trap()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Need an account? Sign Up' }))
    await user.type(screen.getByRole('textbox', { name: /Email/ }), 'bot@example.com')
    await user.type(screen.getByLabelText(/^Password/), 'a long secret')
    const field = trap()
    if (field !== null) field.value = 'https://spam.example'
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText('Sign Up Successful')).toBeInTheDocument()
    expect(signUp).not.toHaveBeenCalled()
  })

  test('waits for the shortest fill time; signing in does not', async () => {
    const signUp = vi.fn(() => Promise.resolve({ accepted: true as const }))
    const signIn = vi.fn(refused)
    renderLogin({ accounts: { signIn, signUp } })
    await screen.findByRole('heading', { name: 'Admin Login' })
    // As the browser's autofill does: all at once.
    const fillAndSend = async (name: string) => {
      fireEvent.change(screen.getByRole('textbox', { name: /Email/ }), { target: { value: 'a@b.example' } })
      fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'a long secret' } })
      fireEvent.click(screen.getByRole('button', { name }))
      await act(async () => vi.advanceTimersByTimeAsync(1))
    }
    await fillAndSend('Sign In')
    expect(signIn).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByRole('button', { name: 'Need an account? Sign Up' }))
    await fillAndSend('Create Account')
    expect(signUp).not.toHaveBeenCalled()
    await act(async () => vi.advanceTimersByTimeAsync(minFillTimeMs))
    expect(signUp).toHaveBeenCalledTimes(1)
  })
})

test.each([
  ['/admin/leads', '/admin/leads'],
  ['/admin/leads?page=2#top', '/admin/leads?page=2#top'],
  ['/admin', '/admin'],
  ['/admin/login', '/admin'],
  ['/catalogue', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['https://evil.example/admin', '/admin'],
  ['/admin/../catalogue', '/admin'],
  ['/administrator', '/admin'],
])('after signing in %s leads to %s', (askedFor, page) => {
  expect(requestedPage({ askedFor })).toBe(page)
})

test.each([null, undefined, 'text', {}, { askedFor: 7 }])(
  'without a requested page (%j) signing in navigates to the back office',
  (state) => {
    expect(requestedPage(state)).toBe('/admin')
  },
)
