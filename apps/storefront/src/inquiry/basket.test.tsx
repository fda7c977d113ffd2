import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import {
  fakeBackend,
  serverFault,
  someInquiry,
  someProducts,
  tooManyInquiries,
} from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { createBasketStore, emptyBasketStore } from './basket.ts'
import { changeInquiryDetails, inquiryDetails } from './inquiry.ts'

type User = ReturnType<typeof renderSite>['user']

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

test('an empty basket is the object that pages are prerendered with, so that hydration changes nothing', () => {
  expect(createBasketStore().get()).toBe(emptyBasketStore.get())
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
  vi.advanceTimersByTime(minFillTimeMs)
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

test('clearing the basket can be undone', async () => {
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
  vi.advanceTimersByTime(60_000)
  expect(screen.getByText('Reference GW-1ABCDEF1'), 'the confirmation stays').toBeVisible()
  await waitFor(() => expect(screen.getByRole('link', { name: 'View inquiry' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Close notification' }))
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

test('a product that has left the catalogue is removed from the basket with a message', async () => {
  fakeBackend({ stillThere: (ids) => ids.filter((id) => id !== 'product-1') })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  await openBasket(user)
  expect(await screen.findByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
  expect(await screen.findByText('Your basket has changed')).toBeVisible()
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

const sender = {
  name: 'A Buyer',
  company: 'Some Company',
  email: 'buyer@company.example',
  phone: '+91 98765 43210',
  message: '',
}

test('quantities, notes and what holds for the whole inquiry survive a reload and are sent with it', async () => {
  const inquiry = vi.fn<(body: unknown) => undefined>()
  const leads = vi.fn(() => new Response(null, { status: 201 }))
  fakeBackend({ inquiry, leads })
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 2')
  const before = await openBasket(user)
  expect(before.queryByRole('spinbutton', { name: /^Quantity/ })).toBeNull()
  await user.click(before.getByRole('button', { name: 'Add quantities' }))
  await user.type(before.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '400')
  await user.type(before.getByRole('textbox', { name: 'Note for Product 2' }), ' Blue, please ')
  await user.type(before.getByLabelText('Needed by'), '2999-12-12')
  await user.type(before.getByRole('spinbutton', { name: 'Budget per gift' }), '800')
  await user.type(before.getByRole('textbox', { name: 'Delivery city' }), 'Pune')
  await user.click(before.getByRole('checkbox', { name: /^Branding wanted/ }))
  unmount()

  const again = renderSite({ path: '/catalogue' }).user
  const dialog = await openBasket(again)
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(400)
  await fillForm(again, dialog)
  await again.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
  expect(inquiry.mock.calls).toEqual([
    [
      {
        ...sender,
        items: [
          { id: 'product-0', name: 'Product 0', quantity: 400, note: '' },
          { id: 'product-2', name: 'Product 2', quantity: null, note: 'Blue, please' },
        ],
        needed_by: '2999-12-12',
        budget_per_gift: 800,
        delivery_city: 'Pune',
        wants_branding: true,
      },
    ],
  ])
  expect(leads).not.toHaveBeenCalled()
  await addProducts(again, 'Product 0')
  expect((await openBasket(again)).queryByRole('spinbutton', { name: /^Quantity/ })).toBeNull()
})

test.each(['stay empty', 'are left out again'])(
  'an inquiry whose quantities %s is sent as one without',
  async (how) => {
    const leads = vi.fn((_body: unknown) => new Response(null, { status: 201 }))
    const inquiry = vi.fn<() => undefined>()
    fakeBackend({ leads, inquiry })
    const { user } = renderSite({ path: '/catalogue' })
    await addProducts(user, 'Product 0')
    const dialog = await openBasket(user)
    await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
    if (how === 'are left out again') {
      await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '5')
      await user.click(dialog.getByRole('button', { name: 'Send without quantities' }))
    }
    await fillForm(user, dialog)
    await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
    expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
    expect(leads.mock.calls).toEqual([[{ ...sender, message: null, selected_products: ['Product 0'] }]])
    expect(inquiry).not.toHaveBeenCalled()
  },
)

test.each([
  ['Quantity of Product 0', '0', 'A whole number from 1 to 10,00,000'],
  ['Quantity of Product 0', '1000001', 'A whole number from 1 to 10,00,000'],
  ['Quantity of Product 0', '1.5', 'A whole number from 1 to 10,00,000'],
  ['Budget per gift', '0', 'A whole number from 1 to 1,00,00,000'],
])('%s %j is refused with its rule, and takes the focus', async (name, typed, rule) => {
  const inquiry = vi.fn<() => undefined>()
  fakeBackend({ inquiry })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  const field = dialog.getByRole('spinbutton', { name })
  await user.type(field, typed)
  expect(field).toHaveAccessibleDescription(rule)
  await fillForm(user, dialog)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  await waitFor(() => expect(field).toHaveFocus())
  expect(inquiry).not.toHaveBeenCalled()
})

test('what was typed for a product that left the basket is cleared at the next opening, and not before', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '7')
  await user.click(dialog.getByRole('button', { name: 'Clear All' }))
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(7)
  await user.click(dialog.getByRole('button', { name: 'Remove Product 0' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openBasket(user)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await addProducts(user, 'Product 0')
  const again = await openBasket(user)
  expect(again.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(null)
})

test('the budget helper says what a gift may cost, what lies above it, and shows gifts of that band', async () => {
  const budgets = ['Rs.500-1000', 'Rs.2000+', null]
  const products = someProducts(3).map((product, index) => ({ ...product, budget: budgets[index] ?? null }))
  const leads = vi.fn((_body: unknown) => new Response(null, { status: 201 }))
  fakeBackend({ catalogue: () => ({ total: 3, products, next: null }), leads })
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1', 'Product 2')
  const dialog = await openBasket(user)
  await user.click(dialog.getByText('Budget helper'))
  const people = dialog.getByRole('spinbutton', { name: 'People' })
  const total = dialog.getByRole('spinbutton', { name: 'Total budget' })
  await user.type(people, '400')
  await user.type(total, '320000')
  expect(dialog.getByText('Rs.800 per gift').parentElement).toHaveTextContent(
    'Rs.800 per gift: gifts at Rs.500-1000 fit.',
  )
  expect(dialog.getByText('Above this band in your basket: Product 1 (Rs.2000+).')).toBeVisible()
  await user.clear(total)
  await user.type(total, '2000')
  expect(dialog.getByText('Rs.5 per gift').parentElement).toHaveTextContent(
    'Rs.5 per gift, below our cheapest gifts at Rs.10-100.',
  )
  expect(dialog.queryByRole('link', { name: /gifts/ })).toBeNull()
  await user.clear(people)
  await user.type(people, '1')
  await user.clear(total)
  await user.type(total, '2001')
  expect(dialog.queryByText(/^Above it/)).toBeNull()
  await user.click(dialog.getByRole('link', { name: 'Show gifts at Rs.2000+' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('?budget=Rs.2000%2B')

  // It is no part of the inquiry.
  const again = await openBasket(user)
  const wrong = again.getByRole('spinbutton', { name: 'People' })
  expect(wrong).toHaveValue(1)
  await user.clear(wrong)
  await user.type(wrong, '0')
  expect(wrong).toBeInvalid()
  await fillForm(user, again)
  await user.click(again.getByRole('button', { name: 'Submit Inquiry' }))
  await waitFor(() => expect(leads).toHaveBeenCalledOnce())
})

test('after sending, a link in the toast leads to what was sent and to its page, also when the tab is opened again', async () => {
  const opened = vi.fn((_body: unknown) => ({ ...someInquiry, is_mailed: true }))
  const backend = fakeBackend({ opened: serverFault })
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  const dialog = await openBasket(user)
  await fillForm(user, dialog)
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Soon')
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  await user.click(await screen.findByRole('link', { name: 'View inquiry' }))
  expect(await screen.findByRole('heading', { name: 'Inquiry sent' })).toBeVisible()
  expect(window.location.pathname).toBe('/inquiry/sent')
  expect(await screen.findByText('We could not look up your reference.')).toBeVisible()
  backend.answers.opened = opened
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('GW-1ABCDEF1')).toBeVisible()
  expect(opened.mock.calls[0]).toEqual([{ token: expect.stringMatching(/^[\da-f]{64}$/) }])
  unmount()

  window.sessionStorage.clear()
  const again = renderSite({ path: '/inquiry/sent' })
  const products = within(await screen.findByRole('list', { name: 'Products' }))
  expect(products.getAllByRole('article')).toHaveLength(2)
  expect(screen.getByText(/at buyer@company\.example or \+91 98765 43210\./)).toBeVisible()
  expect(await screen.findByText(/^We have sent an e-mail .* to buyer@company\.example\.$/)).toBeVisible()
  await again.user.click(await screen.findByRole('link', { name: 'Open your inquiry' }))
  expect(await screen.findByRole('heading', { name: 'Inquiry GW-1ABCDEF1' })).toBeVisible()
})

test('an inquiry with quantities has its reference at once', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '400')
  await fillForm(user, dialog)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Reference GW-0ABCDEF1')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'View inquiry' }))
  expect(await screen.findByText('Quantity 400')).toBeVisible()
})

const session = {
  user: { id: '00000000-0000-0000-0000-000000000001', email: 'buyer@company.example' },
  accessToken: 'token',
}

test('a member of a company shares the inquiry unless they untick that', async () => {
  const inquiry = vi.fn<(body: unknown) => undefined>()
  const leads = vi.fn(() => new Response(null, { status: 201 }))
  const since = '2026-11-01T10:00:00Z'
  const { requests } = fakeBackend({
    inquiry,
    leads,
    company: () => ({ domain: 'company.example', is_asked: true, since, members: [] }),
  })
  const { user } = renderSite({ path: '/catalogue', session })
  await addProducts(user, 'Product 0')
  expect(
    requests.filter((request) => request.includes('my_company')),
    'the catalogue asks for none',
  ).toEqual([])
  const dialog = await openBasket(user)
  expect(await dialog.findByRole('checkbox', { name: 'Share with my company' })).toBeChecked()
  await fillForm(user, dialog)
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Inquiry Submitted Successfully!')).toBeVisible()
  expect(inquiry.mock.calls).toEqual([[expect.objectContaining({ shares: true })]])
  expect(leads).not.toHaveBeenCalled()

  await addProducts(user, 'Product 0')
  const next = await openBasket(user)
  await user.click(await next.findByRole('checkbox', { name: 'Share with my company' }))
  // The sender is filled in from the first.
  vi.advanceTimersByTime(minFillTimeMs)
  await user.click(next.getByRole('button', { name: 'Submit Inquiry' }))
  await waitFor(() => expect(leads).toHaveBeenCalledTimes(1))
  expect(inquiry).toHaveBeenCalledTimes(1)
})

test.each([null, '{}', 'no JSON'])(
  'the page after sending says that nothing was sent, where %j is stored',
  async (stored) => {
    fakeBackend()
    if (stored !== null) window.localStorage.setItem('giftwell-sent-inquiry', stored)
    renderSite({ path: '/inquiry/sent' })
    expect(await screen.findByRole('heading', { name: 'No inquiry yet' })).toBeVisible()
  },
)

test('a member shows a basket to the company by a press, once its link is made', async () => {
  const sent: unknown[] = []
  const company = { domain: 'acme.example', is_asked: true, since: '2026-11-01T10:00:00Z' }
  fakeBackend({
    company: () => company,
    changed(_path, body) {
      sent.push(body)
      return undefined
    },
  })
  const { user } = renderSite({ path: '/catalogue', session })
  await addProducts(user, 'Product 0', 'Product 2')
  const dialog = await openBasket(user)
  expect(dialog.queryByRole('button', { name: 'Share basket with my company' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Share basket' }))
  const link = await dialog.findByRole('textbox', { name: 'Link to this basket' })
  expect(sent).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Share basket with my company' }))
  expect(await dialog.findByText(/^Your colleagues at acme\.example see this basket/)).toBeVisible()
  expect(sent).toEqual([{ basket: new URL(Object(link).value).hash.slice(1), products: 2 }])
})

test('the delivery places of an account are proposed for the city and for samples, and replace nothing by themselves', async () => {
  const place = {
    title: 'Office',
    recipient: 'Asha',
    phone: null,
    address: '1 Ring Road',
    city: 'Pune',
    pin_code: '411001',
  }
  fakeBackend({ company: () => ({ domain: null, is_asked: false, since: null, delivery_places: [place] }) })
  const { user } = renderSite({ path: '/catalogue', session })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  const city = await dialog.findByRole('combobox', { name: 'Delivery city' })
  expect(city).toHaveValue('')
  expect([...(Object(city).list as HTMLDataListElement).options].map(({ value }) => value)).toEqual(['Pune'])
  await user.click(dialog.getByRole('checkbox', { name: 'Request a sample of Product 0' }))
  const delivery = within(dialog.getByRole('group', { name: 'Delivery of the samples' }))
  await user.type(delivery.getByRole('textbox', { name: 'Recipient’s phone' }), '1')
  expect(delivery.getByRole('textbox', { name: 'Recipient' })).toHaveValue('')
  await user.selectOptions(
    await delivery.findByRole('combobox', { name: 'Your delivery places' }),
    'Office, Asha, 1 Ring Road, Pune, 411001',
  )
  expect(delivery.getByRole('textbox', { name: 'Recipient' })).toHaveValue('')
  await user.click(delivery.getByRole('button', { name: 'Fill in' }))
  const values = ['Recipient', 'Recipient’s phone', 'Address', 'PIN code'].map(
    (name) => Object(delivery.getByRole('textbox', { name })).value,
  )
  expect(values).toEqual(['Asha', '1', '1 Ring Road, Pune', '411001'])
})

test('a sample that is asked for and its address are there after a reload', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('checkbox', { name: 'Request a sample of Product 0' }))
  await user.type(dialog.getByRole('textbox', { name: 'Recipient' }), 'Asha')
  cleanup()
  const again = renderSite({ path: '/catalogue' })
  const reopened = await openBasket(again.user)
  expect(reopened.getByRole('checkbox', { name: 'Request a sample of Product 0' })).toBeChecked()
  expect(reopened.getByRole('textbox', { name: 'Recipient' })).toHaveValue('Asha')
})

test('the first quantity follows "Add quantities" in the tab order, and date, budget and city are there without it', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0', 'Product 1')
  const dialog = await openBasket(user)
  for (const label of ['Needed by', 'Budget per gift', 'Delivery city'])
    expect(dialog.getByLabelText(label)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.tab()
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveFocus()
  await user.tab()
  expect(dialog.getByRole('textbox', { name: 'Note for Product 0' })).toHaveFocus()
  await user.tab()
  expect(dialog.getByRole('link', { name: 'Product 0' })).toHaveFocus()
})

test('of several errors the first in the document takes the focus, a quantity before the name', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })
  await user.type(quantity, '0')
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await dialog.findByText('Name is required')).toBeVisible()
  expect(quantity).toHaveFocus()
})

test('Clear All takes quantities and notes along, and Undo brings them back', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '7')
  await user.click(dialog.getByRole('button', { name: 'Clear All' }))
  expect(inquiryDetails()).toMatchObject({ isOpen: false, lines: {} })
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(7)
})

test('the budget helper fills in the budget and the empty quantities, and keeps the industry and the doctor type', async () => {
  fakeBackend()
  const { user } = renderSite({
    path: '/catalogue?industry=Pharmaceutical&doctor-type=Cardiologist&theme=Diwali',
  })
  await addProducts(user, 'Product 0', 'Product 1')
  const dialog = await openBasket(user)
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' }), '7')
  await user.click(dialog.getByText('Budget helper'))
  await user.type(dialog.getByRole('spinbutton', { name: 'People' }), '400')
  await user.type(dialog.getByRole('spinbutton', { name: 'Total budget' }), '320000')
  await user.click(dialog.getByRole('button', { name: 'Use for this inquiry' }))
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(7)
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 1' })).toHaveValue(400)
  expect(dialog.getByRole('spinbutton', { name: 'Budget per gift' })).toHaveValue(800)
  await user.click(dialog.getByRole('link', { name: 'Show gifts at Rs.500-1000' }))
  expect(new URLSearchParams(window.location.search).toString()).toBe(
    'industry=Pharmaceutical&budget=Rs.500-1000&doctor-type=Cardiologist',
  )
})

test('signing out empties the account’s basket for the next person of the browser', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue', session })
  await addProducts(user, 'Product 0')
  changeInquiryDetails({ isOpen: true, deliveryCity: 'Pune' })
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
  await screen.findByRole('button', { name: 'Login' })
  expect(screen.queryByRole('button', { name: /^Inquiry Basket/ })).toBeNull()
  expect(inquiryDetails()).toMatchObject({ isOpen: false, deliveryCity: '' })
})

test('a basket that was open opens again after a reload, and after no other navigation', async () => {
  fakeBackend()
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await addProducts(user, 'Product 0')
  await openBasket(user)
  unmount()
  const other = renderSite({ path: '/catalogue' })
  await screen.findByRole('button', { name: /^Inquiry Basket/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  other.unmount()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'reload' } as unknown as PerformanceNavigationTiming,
  ])
  renderSite({ path: '/catalogue' })
  expect(await screen.findByRole('dialog', { name: /^Inquiry Basket/ })).toBeVisible()
})
