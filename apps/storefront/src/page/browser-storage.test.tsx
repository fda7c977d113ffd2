import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { compareProducts, comparedProducts } from '../compare/comparison.tsx'
import { changeInquiryDetails, inquiryDetails } from '../inquiry/inquiry.ts'
import { readSentInquiry, storeSentInquiry } from '../inquiry/inquiry-requests.ts'
import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { removePersonal } from './browser-storage.ts'

const session = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
const details = { 'Full Name': 'A Buyer', 'Company Name': 'Some Company', 'Phone Number': '98765 43210' }
const field = (name: string) => screen.getByRole('textbox', { name })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

/** What listens for typing is loaded once the browser is idle. */
async function openHome() {
  const site = renderSite({ path: '/', session })
  await screen.findByText('Filled in from your last inquiry.', { exact: false })
  await waitFor(() => expect(field('Email Address')).toHaveValue(session.user.email))
  return site
}

/** What another tab does at a sign-out, as this one notices it. */
function signOutElsewhere() {
  window.localStorage.setItem('giftwell-signed-out', 'in another tab')
  window.dispatchEvent(new StorageEvent('storage', { key: 'giftwell-signed-out' }))
}

const drafts = () => Object.keys(window.sessionStorage).filter((key) => key.startsWith('giftwell-draft-'))

test('a message that is in flight at sign-out is sent, and its sender is not stored', async () => {
  const answer = Promise.withResolvers<Response>()
  const leads = vi.fn(() => answer.promise)
  fakeBackend({ leads })
  const { user } = await openHome()
  for (const [name, value] of Object.entries(details)) await user.type(field(name), value)
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(screen.getByRole('button', { name: 'Request a Quote' }))
  await waitFor(() => expect(leads).toHaveBeenCalled())
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
  await screen.findByRole('button', { name: 'Login' })

  answer.resolve(new Response(null, { status: 201 }))
  await screen.findByText('Thank you for your interest!')
  expect(window.localStorage.getItem('giftwell-last-inquiry')).toBeNull()
  expect(drafts()).toEqual([])
})

test('a sign-out in another tab empties the forms of this one, and removes its drafts', async () => {
  fakeBackend()
  const { user } = await openHome()
  await user.type(field('Full Name'), 'A Buyer')
  expect(drafts()).toHaveLength(1)
  signOutElsewhere()
  for (const name of ['Email Address', ...Object.keys(details)]) expect(field(name)).toHaveValue('')
  expect(drafts()).toEqual([])
})

test('a tab that was closed at a sign-out and is opened again shows no draft', async () => {
  fakeBackend()
  const { user, unmount } = await openHome()
  await user.type(field('Full Name'), 'A Buyer')
  unmount()
  window.localStorage.setItem('giftwell-signed-out', 'while it was closed')
  await openHome()
  expect(field('Full Name')).toHaveValue('')
  expect(drafts()).toEqual([])
})

test('a sign-out removes what the browser could not store', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The storage is full', 'QuotaExceededError')
  })
  changeInquiryDetails({ deliveryCity: 'Pune' })
  compareProducts([{ id: '0123456789ab' }])
  const sender = { name: 'A', company: 'B', email: 'a@b.example', phone: '9', message: '' }
  storeSentInquiry({
    link: 'a link',
    reference: null,
    sender,
    inquiry: { lines: [], neededBy: '', budgetPerGift: null, deliveryCity: '', wantsBranding: false },
    looks: [],
  })
  expect([inquiryDetails().deliveryCity, readSentInquiry()?.sender.name]).toEqual(['Pune', 'A'])
  expect(comparedProducts()).toHaveLength(1)
  removePersonal()
  full.mockRestore()
  expect([inquiryDetails().deliveryCity, readSentInquiry()]).toEqual(['', null])
  expect(comparedProducts()).toEqual([])
})

test('a sign-out removes the products that were looked at', () => {
  window.localStorage.setItem('giftwell-recently-viewed', '[]')
  removePersonal()
  expect(window.localStorage.getItem('giftwell-recently-viewed')).toBeNull()
})
