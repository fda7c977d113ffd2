import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.localStorage.clear()
})

async function openDialog(accounts: Partial<AccountService>, path = '/catalogue') {
  fakeBackend()
  const { user } = renderSite({ path, accounts })
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  const dialog = within(await screen.findByRole('dialog'))
  const fill = async (password: string) => {
    await user.type(dialog.getByRole('textbox', { name: 'Business Email' }), 'buyer@company.example')
    await user.type(dialog.getByLabelText('Password', { exact: false, selector: 'input' }), password)
  }
  return { user, dialog, fill }
}

test('the benefits of a free account stand beside the form', async () => {
  const { dialog } = await openDialog({})
  for (const words of [
    'Free Account',
    'Access 3000+ Products',
    'Save Favorites',
    'Priority Support',
    'Exclusive Deals',
  ]) {
    expect(dialog.getByText(words)).toBeVisible()
  }
})

test('signing in says welcome and closes the dialog', async () => {
  const signIn = vi.fn<AccountService['signIn']>(() => Promise.resolve({ accepted: true }))
  const { user, dialog, fill } = await openDialog({ signIn })
  await fill('correct horse')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Welcome back!')).toBeVisible()
  expect(screen.getByText('You now have access to our complete catalogue')).toBeVisible()
  expect(signIn).toHaveBeenCalledExactlyOnceWith({
    email: 'buyer@company.example',
    password: 'correct horse',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refused sign-in shows the server’s words, in the dialog until the next try, and keeps what was typed', async () => {
  const signIn = vi.fn<AccountService['signIn']>()
  signIn.mockResolvedValueOnce({ accepted: false, message: 'Invalid login credentials' })
  signIn.mockReturnValueOnce(new Promise(() => {}))
  const { user, dialog, fill } = await openDialog({ signIn })
  await fill('wrong')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Login FailedInvalid login credentials')
  expect(dialog.getByText('Invalid login credentials')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Business Email' })).toHaveValue('buyer@company.example')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))
  expect(dialog.queryByText('Invalid login credentials')).toBeNull()
})

test.each(['New to Giftwell? Create Account', 'Forgot password?'])(
  'what was wrong with a sign-in is not said after “%s”',
  async (name) => {
    const signIn: AccountService['signIn'] = () =>
      Promise.resolve({ accepted: false, message: 'Invalid login credentials' })
    const { user, dialog, fill } = await openDialog({ signIn })
    await fill('wrong')
    await user.click(dialog.getByRole('button', { name: 'Sign In' }))
    expect(await dialog.findByText('Invalid login credentials')).toBeVisible()
    await user.click(dialog.getByRole('button', { name }))
    await user.click(dialog.getByRole('button', { name: /(Already|Back to) .*Sign In|Sign In$/i }))
    expect(dialog.queryByText('Invalid login credentials')).toBeNull()
  },
)

test('an account is created with a link back to the catalogue', async () => {
  const signUp = vi.fn<AccountService['signUp']>(() => Promise.resolve({ accepted: true }))
  const { user, dialog, fill } = await openDialog({ signUp })
  await user.click(dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }))
  await fill('long enough')
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(dialog.getByRole('button', { name: 'Create Account' }))
  expect(await screen.findByText('Welcome to Giftwell!')).toBeVisible()
  expect(screen.getByText('Please check your email to confirm your account')).toBeVisible()
  expect(signUp).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ email: 'buyer@company.example' }),
    '/catalogue',
  )
})

test('a refused sign-up shows the server’s words', async () => {
  const { user, dialog, fill } = await openDialog({
    signUp: () => Promise.resolve({ accepted: false, message: 'User already registered' }),
  })
  await user.click(dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }))
  await fill('long enough')
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(dialog.getByRole('button', { name: 'Create Account' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Sign Up FailedUser already registered')
})

test('any other failure is an authentication error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, dialog, fill } = await openDialog({
    signIn: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await fill('correct horse')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Authentication ErrorAn unexpected error occurred',
  )
})

test('while the request is under way the button says so and a second click sends nothing', async () => {
  const signIn = vi.fn<AccountService['signIn']>(() => new Promise(() => {}))
  const { user, dialog, fill } = await openDialog({ signIn })
  await fill('correct horse')
  await user.dblClick(dialog.getByRole('button', { name: 'Sign In' }))
  expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  expect(signIn).toHaveBeenCalledOnce()
})

test('the password can be shown and hidden', async () => {
  const { user, dialog, fill } = await openDialog({})
  await fill('secret words')
  const toggle = dialog.getByRole('button', { name: 'Show or hide password' })
  await user.click(toggle)
  expect(dialog.getByDisplayValue('secret words')).toHaveAttribute('type', 'text')
  await user.click(toggle)
  expect(dialog.getByDisplayValue('secret words')).toHaveAttribute('type', 'password')
})

test('the way to a new password has a title of its own', async () => {
  const { user, dialog } = await openDialog({})
  await user.click(dialog.getByRole('button', { name: 'Forgot password?' }))
  expect(screen.getByRole('dialog', { name: 'New Password' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Back to Sign In' }))
  expect(screen.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
})

test('a sign-in before the confirmation offers another link to the address', async () => {
  const requestLink = vi.fn<AccountService['requestLink']>(() => Promise.resolve({ accepted: true }))
  const { user, dialog, fill } = await openDialog({
    signIn: () => Promise.resolve({ accepted: false, message: 'Email not confirmed' }),
    requestLink,
  })
  await fill('correct horse')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))
  await user.click(await dialog.findByRole('button', { name: 'Send a new confirmation link' }))
  expect(screen.getByRole('dialog', { name: 'New Link' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send New Link' }))
  expect(await screen.findByText('Check your email')).toBeVisible()
  expect(requestLink).toHaveBeenCalledExactlyOnceWith('signup', 'buyer@company.example', '/catalogue')
  expect(await dialog.findByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('the modes lead to each other and keep what was typed', async () => {
  const { user, dialog, fill } = await openDialog({})
  await fill('correct horse')
  await user.click(dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }))
  await user.click(dialog.getByRole('button', { name: 'Already have an account? Sign In' }))
  expect(dialog.getByRole('textbox', { name: 'Business Email' })).toHaveValue('buyer@company.example')
})

test('confirming an account by e-mail returns to the filters from before, with a welcome', async () => {
  const { user, dialog, fill } = await openDialog(
    { signUp: () => Promise.resolve({ accepted: true }) },
    '/catalogue?budget=Rs.500-1000',
  )
  await user.click(dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }))
  await fill('long enough')
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(dialog.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('Please check your email to confirm your account')
  cleanup()

  const arrived = renderSite({
    path: `/auth/confirm?token_hash=abc&type=signup&redirect_to=${encodeURIComponent(`${window.location.origin}/catalogue`)}`,
  })
  await arrived.user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('You now have access to our complete catalogue')).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?budget=Rs.500-1000'))
  expect(window.location.pathname).toBe('/catalogue')
})

test('creating an account says the age that it takes, and sends the version of the notice beside it', async () => {
  const signUp = vi.fn<AccountService['signUp']>(() => Promise.resolve({ accepted: true }))
  const { user, dialog, fill } = await openDialog({ signUp })
  await user.click(dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }))
  expect(dialog.getByText('By creating an account you confirm that you are 18 or older.')).toBeVisible()
  await user.click(within(dialog.getByRole('note', { name: 'Privacy notice' })).getByText('Privacy notice'))
  expect(await dialog.findByText('We store your name.')).toBeVisible()
  await fill('correct horse')
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(dialog.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(signUp).toHaveBeenCalledOnce())
  expect(signUp.mock.lastCall?.[0].noticeVersion).toBe(3)
})
