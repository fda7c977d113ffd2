import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const session = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
const details = {
  'Full Name': 'A Buyer',
  'Company Name': 'Some Company',
  'Email Address': 'desk@company.example',
  'Phone Number': '+91 98765 43210',
}
const field = (name: string) => screen.getByRole('textbox', { name })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fakeBackend()
})

/** What listens for typing is loaded once the browser is idle. */
async function openHome(options: Partial<Parameters<typeof renderSite>[0]> = {}) {
  const site = renderSite({ path: '/', ...options })
  await screen.findByText('Filled in from your last inquiry.', { exact: false })
  return site
}

async function sendInquiry() {
  const { user, unmount } = await openHome()
  for (const [name, value] of Object.entries({ ...details, Message: 'Two hundred hampers' })) {
    await user.click(field(name))
    await user.paste(value)
  }
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(screen.getByRole('button', { name: 'Request a Quote' }))
  await screen.findByText('Message Sent Successfully!')
  unmount()
}

test('what was typed survives a reload, also in place of the customer’s e-mail address', async () => {
  const { user, unmount } = await openHome()
  await user.type(field('Email Address'), 'desk@company.example')
  await user.type(field('Message'), 'Two hundred')
  unmount()
  await openHome({ session })
  await waitFor(() => expect(field('Message')).toHaveValue('Two hundred'))
  expect(field('Email Address')).toHaveValue('desk@company.example')
  expect(screen.getByText('Filled in from your last inquiry.', { exact: false })).not.toBeVisible()
})

test('a signed-in customer’s e-mail address is filled in', async () => {
  await openHome({ session })
  await waitFor(() => expect(field('Email Address')).toHaveValue('buyer@company.example'))
})

test('the sender of the last inquiry is filled in, and "Not me" removes them', async () => {
  await sendInquiry()
  const { user, unmount } = await openHome()
  await waitFor(() => expect(field('Full Name')).toHaveValue('A Buyer'))
  for (const [name, value] of Object.entries(details)) expect(field(name)).toHaveValue(value)
  expect(field('Message')).toHaveValue('')

  await user.click(screen.getByRole('button', { name: 'Not me' }))
  for (const name of Object.keys(details)) expect(field(name)).toHaveValue('')
  expect(field('Full Name')).toHaveFocus()
  unmount()
  await openHome()
  expect(field('Full Name')).toHaveValue('')
})

test('what is stored in another form is ignored', async () => {
  window.localStorage.setItem('giftwell-last-inquiry', '{"name":7,"company":"Some Company"}')
  window.sessionStorage.setItem('giftwell-draft-quote', 'no JSON')
  await openHome()
  await waitFor(() => expect(field('Company Name')).toHaveValue('Some Company'))
  expect(field('Full Name')).toHaveValue('')
})

test('signing out removes the sender of the last inquiry, what is typed and what was sent', async () => {
  await sendInquiry()
  window.localStorage.setItem('giftwell-sent-inquiry', '{}')
  const { user, unmount } = await openHome({ session })
  await waitFor(() => expect(field('Full Name')).toHaveValue('A Buyer'))
  await user.type(field('Message'), 'Two hundred')
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
  await screen.findByRole('button', { name: 'Login' })
  for (const name of [...Object.keys(details), 'Message']) expect(field(name)).toHaveValue('')
  expect(screen.getByText('Filled in from your last inquiry.', { exact: false })).not.toBeVisible()
  unmount()
  await openHome()
  for (const name of Object.keys(details)) expect(field(name)).toHaveValue('')
  expect(window.localStorage.getItem('giftwell-sent-inquiry')).toBeNull()
})
