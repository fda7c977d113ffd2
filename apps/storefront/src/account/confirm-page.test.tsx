import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const buyer = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
type VerifyLink = AccountService['verifyLink']
const accepting = () => vi.fn<VerifyLink>(() => Promise.resolve({ accepted: true }))

function openLink(query: string, options: Omit<Parameters<typeof renderSite>[0], 'path'> = {}) {
  fakeBackend()
  return renderSite({ path: `/auth/confirm?${query}`, ...options })
}

test('a link of an e-mail is verified when Continue is pressed, and not before', async () => {
  const verifyLink = accepting()
  const { user } = openLink('token_hash=abc&type=magiclink&redirect_to=/privacy', {
    accounts: { verifyLink },
  })
  const button = await screen.findByRole('button', { name: 'Continue' })
  expect(verifyLink).not.toHaveBeenCalled()
  await user.click(button)
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith('magiclink', 'abc')
  await waitFor(() => expect(window.location.pathname).toBe('/privacy'))
  expect(window.location.search, 'the token leaves the address').toBe('')
})

test('who is signed in already reads that this will change, and may stay', async () => {
  const verifyLink = accepting()
  const { user } = openLink('token_hash=abc&type=signup', { accounts: { verifyLink }, session: buyer })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/You are signed in as/)).toHaveTextContent('buyer@company.example')
  await user.click(main.getByRole('link', { name: 'Stay signed in as buyer@company.example' }))
  expect(verifyLink).not.toHaveBeenCalled()
  expect(window.location.pathname).toBe('/')
})

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/auth/confirm?again', ''])(
  'a link leads to this site only, and not to %s',
  async (elsewhere) => {
    const { user } = openLink(`token_hash=abc&type=signup&redirect_to=${encodeURIComponent(elsewhere)}`, {
      accounts: { verifyLink: accepting() },
    })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  },
)

test.each(['signup', 'recovery'] as const)(
  'a %s link that no longer works offers a new one',
  async (kind) => {
    const requestLink = vi.fn<AccountService['requestLink']>(() => Promise.resolve({ accepted: true }))
    const verifyLink: VerifyLink = () =>
      Promise.resolve({ accepted: false, message: 'It was used already.', isEnded: true })
    const { user } = openLink(`token_hash=abc&type=${kind}&redirect_to=/catalogue`, {
      accounts: { requestLink, verifyLink },
    })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'This Link No Longer Works' })).toBeVisible()
    const form = within(screen.getByRole('form', { name: 'New link' }))
    await user.type(form.getByRole('textbox', { name: 'Email' }), 'buyer@company.example')
    await user.click(form.getByRole('button', { name: 'Send New Link' }))
    await waitFor(() => expect(window.location.pathname).toBe('/catalogue'))
    expect(requestLink).toHaveBeenCalledExactlyOnceWith(kind, 'buyer@company.example', '/catalogue')
  },
)

test.each(['', 'token_hash=abc', 'token_hash=abc&type=unknown', 'type=signup'])(
  'a link that is incomplete offers a new one: ?%s',
  async (query) => {
    openLink(query)
    expect(await screen.findByRole('heading', { name: 'This Link No Longer Works' })).toBeVisible()
  },
)

test('a request that fails says so, and Continue works again', async () => {
  const verifyLink = accepting().mockRejectedValueOnce(new Error('no network'))
  vi.spyOn(console, 'error').mockReturnValue()
  const { user } = openLink('token_hash=abc&type=signup', { accounts: { verifyLink } })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect((await screen.findAllByText('An unexpected error occurred'))[0]).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('a link of an e-mail is verified without what a messenger has put into it or after it', async () => {
  const verifyLink = accepting()
  const { user } = openLink(
    `token_hash=%3C${'9b'.repeat(28)}%E2%80%8B%3E&type=magiclink%20&redirect_to=/privacy%E2%80%A6%29.`,
    { accounts: { verifyLink } },
  )
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith('magiclink', '9b'.repeat(28))
  await waitFor(() => expect(window.location.pathname).toBe('/privacy'))
})
