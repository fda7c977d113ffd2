import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

beforeEach(() => {
  window.localStorage.clear()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
})

async function openFilters() {
  fakeBackend({
    catalogue: (asked) => ({ total: asked.has('theme') ? 525 : 3524, products: someProducts(3), next: null }),
  })
  const { user } = renderSite({ path: '/catalogue' })
  await screen.findByRole('group', { name: 'Theme' })
  await user.click(screen.getByRole('button', { name: 'Show Filters' }))
  return user
}

test('the open filters show how many products match, and lead to them', async () => {
  const user = await openFilters()
  expect(await screen.findByRole('button', { name: 'Show 3524 products' })).toBeVisible()
  await user.click(
    within(screen.getByRole('group', { name: 'Theme' })).getByRole('radio', { name: 'Diwali' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Show 525 products' }))
  expect(screen.getByRole('button', { name: 'Show Filters' })).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByRole('heading', { name: 'Results' })).toHaveFocus()
})

test('Escape closes the open filters and returns the focus to their toggle', async () => {
  const user = await openFilters()
  screen.getByRole('button', { name: 'Clear All' }).focus()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Show Filters' })).toHaveFocus()
})

test('the filters close when the focus goes on to the results behind them', async () => {
  const user = await openFilters()
  const [, add] = await screen.findAllByRole('button', { name: 'Add to Inquiry' })
  screen.getByRole('button', { name: 'Hide Filters' }).focus()
  add?.focus()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Show Filters' })).toBeVisible())
  expect(add).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getAllByRole('button', { name: 'Added to Inquiry' })).toHaveLength(1)
})
