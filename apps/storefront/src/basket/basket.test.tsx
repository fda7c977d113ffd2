import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { shortestFillTime } from '@giftwell/shared/domain/form-guard.ts'
import { fakeBackend, serverFault, tooManyInquiries } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { createBasketStore, emptyBasketStore } from './basket-store.ts'

type User = ReturnType<typeof renderSite>['user']

beforeEach(() => {
  window.localStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an empty basket is the very one that pages are rendered with, so that taking a page over changes nothing', () => {
  expect(createBasketStore(window).get()).toBe(emptyBasketStore.get())
})

async function addProducts(user: User, ...names: string[]) {
  for (const name of names) {
    await user.click(
      within(await screen.findByRole('article', { name })).getByRole('button', { name: 'Add to Inquiry' }),
    )
  }
}

async function openBasket(user: User) {
  await user.click(screen.getByRole('button', { name: /^Inquiry Basket/ }))
  return within(await screen.findByRole('dialog', { name: /^Inquiry Basket/ }))
}

async function fillForm(user: User, dialog: Awaited<ReturnType<typeof openBasket>>) {
  const typed = {
    Name: 'A Buyer',
    Company: 'Some Company',
    Email: 'buyer@company.example',
    Phone: '+91 98765 43210',
  }
  for (const [name, value] of Object.entries(typed)) {
    await user.click(dialog.getByRole('textbox', { name }))
    await user.paste(value)
  }
  vi.advanceTimersByTime(shortestFillTime)
}

test('a product is added once, and its button says so', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  expect(screen.queryByRole('button', { name: /^Inquiry Basket/ })).toBeNull()
  await addProducts(user, 'Product 1')
  expect(
    within(screen.getByRole('article', { name: 'Product 1' })).getByRole('button', {
      name: 'Added to Inquiry',
    }),
  ).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Inquiry Basket 1' })).toBeVisible()
})

test('the dialog counts, lists and removes products, and Clear All empties it', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1', 'Product 2')
  const dialog = await openBasket(user)
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (3 items)' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Remove Product 1' }))
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Clear All' }))
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (0 items)' })).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Submit Inquiry' })).toBeDisabled()
})

test('closing the dialog keeps the input until it is sent, and then the sender’s details', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await fillForm(user, dialog)
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Soon')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await addProducts(user, 'Product 1')
  const again = await openBasket(user)
  expect(again.getByRole('textbox', { name: 'Company' })).toHaveValue('Some Company')
  // What saves the sender is rendered once the browser is idle.
  await again.findByText('Filled in from your last inquiry.', { exact: false })
  await user.click(again.getByRole('button', { name: 'Submit Inquiry' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await addProducts(user, 'Product 2')
  const next = await openBasket(user)
  await waitFor(() => expect(next.getByRole('textbox', { name: 'Company' })).toHaveValue('Some Company'))
  expect(next.getByRole('textbox', { name: 'Message' })).toHaveValue('')
})

test('the focus goes on to the next product when one is removed, and stays in the dialog after the last one', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1', 'Product 2')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Remove Product 1' }))
  expect(dialog.getByRole('button', { name: 'Remove Product 2' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(dialog.getByRole('button', { name: 'Remove Product 0' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(dialog.getByRole('region', { name: 'Selected products' })).toHaveFocus()
})

test('a basket that was cleared can be had back', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  const dialog = await openBasket(user)
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Clear All' }))
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })).toBeVisible()
  expect(dialog.getByRole('region', { name: 'Selected products' })).toHaveFocus()
})

test('a button above a long list leads to the form', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1', 'Product 2')
  const dialog = await openBasket(user)
  // Its style shows it on small screens alone.
  await user.click(dialog.getByText('Your details', { exact: false, selector: 'button' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('the basket survives a reload', async () => {
  fakeBackend()
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 2')
  unmount()
  renderSite({ path: '/catalogue' })
  expect(await screen.findByRole('button', { name: 'Added to Inquiry' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('another tab’s change arrives', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Inquiry Basket/ })).toBeNull())
})

test('required fields say their rule, and the first one takes the focus', async () => {
  const leads = vi.fn(() => new Response(null, { status: 201 }))
  fakeBackend({ leads })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  for (const rule of ['Name is required', 'Company is required', 'Phone is required']) {
    expect(await dialog.findByText(rule)).toBeVisible()
  }
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(leads).not.toHaveBeenCalled()
})

test('an inquiry is one lead with the products’ names, even when sent with a double click', async () => {
  const sent: unknown[] = []
  fakeBackend({
    leads: (body) => {
      sent.push(body)
      return new Promise((answer) => setTimeout(() => answer(new Response(null, { status: 201 })), 20))
    },
  })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 2')
  const dialog = await openBasket(user)
  await fillForm(user, dialog)
  expect(
    dialog.getByPlaceholderText('Tell us about your requirements, quantities needed, etc.'),
  ).toBeVisible()
  await user.dblClick(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
  expect(screen.getByText("We'll get back to you within 24 hours.")).toBeVisible()
  expect(sent).toEqual([
    {
      name: 'A Buyer',
      company: 'Some Company',
      email: 'buyer@company.example',
      phone: '+91 98765 43210',
      message: null,
      selected_products: ['Product 0', 'Product 2'],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Inquiry Basket/ })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Product Catalogue' })).toHaveFocus())
})

test('a failed inquiry keeps everything typed and chosen, and can be sent again', async () => {
  const backend = fakeBackend({ leads: serverFault })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await fillForm(user, dialog)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Error')
  expect(alert).toHaveTextContent('Failed to submit inquiry. Please try again.')
  expect(dialog.getByRole('textbox', { name: 'Company' })).toHaveValue('Some Company')
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
  backend.answers.leads = () => new Response(null, { status: 201 })
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
})

test('too many inquiries show how long to wait, and keep the input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const backend = fakeBackend({ leads: tooManyInquiries })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await fillForm(user, dialog)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'ErrorToo many inquiries. Please try again in 3 minutes.',
  )
  expect(dialog.getByRole('textbox', { name: 'Company' })).toHaveValue('Some Company')
  expect(screen.getByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
  backend.answers.leads = () => new Response(null, { status: 201 })
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
})

test('a product that has left the catalogue is dropped with a word about it', async () => {
  fakeBackend({ stillThere: (ids) => ids.filter((id) => id !== 'product-1') })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  await openBasket(user)
  expect(await screen.findByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
  expect(screen.getByText('Your basket has changed')).toBeVisible()
  expect(screen.getByText('No longer available and removed: Product 1')).toBeVisible()
})

test('a basket that cannot be checked stays as it is', async () => {
  fakeBackend({ stillThere: serverFault })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await new Promise((later) => setTimeout(later, 50))
  expect(dialog.getByText('Product 0')).toBeVisible()
})
