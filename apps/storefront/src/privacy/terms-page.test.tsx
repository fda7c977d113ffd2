import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, serverFault } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

test('the footer leads to the terms, which have lists, marks and the day of their last change', async () => {
  fakeBackend({
    site: () => ({ name: 'Meridian', terms_changed_on: '2026-11-05' }),
    terms: () => '**Payment**\n\n- in *30* days\n- <b>by transfer</b>',
  })
  const { user } = renderSite({ path: '/privacy' })
  await user.click(await screen.findByRole('link', { name: 'Terms' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Terms' })).toHaveFocus())
  const main = within(screen.getByRole('main'))
  expect((await main.findByText('Payment')).tagName).toBe('STRONG')
  expect(main.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'in 30 days',
    '<b>by transfer</b>',
  ])
  expect(main.getByText('5 November 2026')).toHaveAttribute('dateTime', '2026-11-05')
  expect(main.getByRole('button', { name: 'Print' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Terms · Meridian'))
})

test('without terms there is no page, and no link', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  fakeBackend()
  renderSite({ path: '/terms' })
  expect(await screen.findByText('Oops! Page not found')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Terms' })).toBeNull()
})

test('terms that cannot be loaded are asked for again', async () => {
  const answers = { terms: (): unknown => serverFault() }
  fakeBackend({ site: () => ({ terms_changed_on: '2026-11-05' }), terms: () => answers.terms() })
  const { user } = renderSite({ path: '/terms' })
  const retry = await screen.findByRole('button', { name: /try again/i }, { timeout: 10_000 })
  answers.terms = () => 'Pay first.'
  await user.click(retry)
  expect(await screen.findByText('Pay first.')).toBeVisible()
})
