import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, serverFault } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

test('the page says what the site stores as it is by itself', async () => {
  fakeBackend()
  renderSite({ path: '/privacy' })
  expect(await screen.findByText(/^Giftwell stores what you tell us/)).toBeVisible()
  expect(screen.getByText(/With “Request my data” on this page you get a copy/)).toBeVisible()
})

test('the owner’s text takes its place, in its paragraphs', async () => {
  fakeBackend({ privacy: () => 'First.\n\nSecond,\nof two lines.' })
  renderSite({ path: '/privacy' })
  expect((await screen.findByText('First.')).tagName).toBe('P')
  expect(screen.getByText(/^Second,/)).toBeVisible()
  expect(screen.queryByText(/Giftwell stores/)).toBeNull()
})

test('the notice of each form can be read, and who answers complaints', async () => {
  fakeBackend({ site: () => ({ grievance_contact: 'Asha Rao, Grievance Officer' }) })
  const { user } = renderSite({ path: '/privacy' })
  await user.click(await screen.findByText('When you create an account'))
  expect(await screen.findByText('We store your name.')).toBeVisible()
  expect(await screen.findByText('Asha Rao, Grievance Officer')).toBeVisible()
})

test('a link to one’s data is asked for by e-mail; the answer does not tell whether there is any', async () => {
  const data = vi.fn<(name: string, body: unknown) => unknown>()
  fakeBackend({ data })
  const { user } = renderSite({ path: '/privacy' })
  const form = within(await screen.findByRole('form', { name: 'Request my data' }))
  const field = form.getByRole('textbox', { name: 'E-mail' })
  await user.type(field, 'nobody@')
  await user.click(form.getByRole('button', { name: 'Send me a link' }))
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('Enter an e-mail address like name@company.com')
  await user.type(field, 'company.example')
  await user.click(form.getByRole('button', { name: 'Send me a link' }))
  expect(await form.findByText(/^If we store anything about nobody@company.example/)).toBeVisible()
  expect(data.mock.calls.filter(([name]) => name === 'request_my_data')).toEqual([
    ['request_my_data', { email: 'nobody@company.example' }],
  ])
})

test('a request that fails says so and keeps the address', async () => {
  fakeBackend({ data: (name) => (name === 'request_my_data' ? serverFault() : undefined) })
  const { user } = renderSite({ path: '/privacy' })
  const form = within(await screen.findByRole('form', { name: 'Request my data' }))
  await user.type(form.getByRole('textbox', { name: 'E-mail' }), 'a@b.example')
  await user.click(form.getByRole('button', { name: 'Send me a link' }))
  expect(await form.findByRole('alert')).toHaveTextContent('Internal error')
  expect(form.getByRole('textbox', { name: 'E-mail' })).toHaveValue('a@b.example')
})

test('the accessibility statement names its aim, its limits and a contact, and the footer leads there', async () => {
  fakeBackend({ site: () => ({ contact_email: 'help@gifts.example' }) })
  const { user } = renderSite({ path: '/privacy' })
  await user.click(await screen.findByRole('link', { name: 'Accessibility' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Accessibility statement' })).toHaveFocus())
  const main = within(screen.getByRole('main'))
  expect(main.getByText(/\(WCAG\) 2\.2, level AA/)).toBeVisible()
  expect(main.getByRole('heading', { name: 'Known limits' })).toBeVisible()
  expect(await main.findByRole('link', { name: 'help@gifts.example' })).toHaveAttribute(
    'href',
    'mailto:help@gifts.example',
  )
})
