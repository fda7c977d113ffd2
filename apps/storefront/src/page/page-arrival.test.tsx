import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

beforeEach(() => {
  window.localStorage.clear()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
  window.scrollTo = vi.fn()
  fakeBackend()
})

const mainLink = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
const announced = () => document.querySelector('[aria-live="polite"]:not([role])')?.textContent

test('a new page takes the focus to its heading and is announced; the first page does neither', async () => {
  const { user } = renderSite({ path: '/' })
  await screen.findByRole('heading', { level: 1 })
  expect(document.body).toHaveFocus()
  expect(announced()).toBe('')
  await user.click(mainLink('Catalogue'))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Product Catalogue' })).toHaveFocus())
  expect(announced()).toBe('Catalogue page')
})

test('a link to a section takes the focus there, on this page and on another one', async () => {
  const { user } = renderSite({ path: '/catalogue' })
  await user.click(mainLink('Contact'))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Get Custom Solutions' })).toHaveFocus())
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Full Name' })).toHaveFocus()
  await user.click(mainLink('Industries'))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Choose Your Industry' })).toHaveFocus())
})

test('adding a product is announced with the new count, and the button keeps the focus', async () => {
  const { user } = renderSite({ path: '/catalogue' })
  const card = within(await screen.findByRole('article', { name: 'Product 1' }))
  await user.click(card.getByRole('button', { name: 'Add to Inquiry' }))
  expect(card.getByRole('button', { name: 'Added to Inquiry' })).toHaveFocus()
  expect(announced()).toBe('Added to your inquiry: 1 product')
})

test('the basket follows the header in the tab order, before the products', async () => {
  const { user } = renderSite({ path: '/catalogue' })
  const card = within(await screen.findByRole('article', { name: 'Product 1' }))
  await user.click(card.getByRole('button', { name: 'Add to Inquiry' }))
  const basket = screen.getByRole('button', { name: 'Inquiry Basket 1' })
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  expect(isBefore(mainLink('Contact'), basket)).toBe(true)
  expect(isBefore(basket, screen.getByRole('main'))).toBe(true)
})

test('dismissing the preview banner moves the focus to the results', async () => {
  const { user } = renderSite({ path: '/catalogue' })
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(screen.getByRole('heading', { name: 'Results' })).toHaveFocus()
})
