import { shortlistFragment } from '../inquiry/shortlist-address.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, serverFault, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const idOf = (number: number) => `0abcdef1-0000-4000-8000-00000000000${number}`
const catalogue = someProducts(10).map((product, place) => ({
  ...product,
  id: idOf(place),
  budget: 'Rs.500-1000',
}))
const session = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }

const facts = { neededBy: '2026-12-12', deliveryCity: 'Pune', madeOn: '2026-11-27' }
const linkTo = async (...lines: { id: string; quantity?: number; note?: string }[]) => {
  const items = lines.map(({ id, quantity = null, note = '' }) => ({ id, quantity, note }))
  return `/shortlist#${await shortlistFragment({ items, facts })}`
}

beforeEach(() => {
  window.localStorage.clear()
})

const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('a shared basket shows products of the preview with quantities and notes, and locks the others for visitors', async () => {
  const { requests } = fakeBackend({
    catalogue: () => ({ total: 300, products: catalogue, next: null }),
    featured: () => [{ ...catalogue[9], name: 'Featured' }],
    stillThere: (ids) => ids.filter((id) => id !== idOf(5)),
  })
  renderSite({
    path: await linkTo(
      { id: idOf(0), quantity: 1400, note: 'Engraved' },
      { id: idOf(8) },
      { id: idOf(9) },
      { id: idOf(5) },
    ),
  })
  const first = await card('Product 0')
  expect(first.getByText('Rs.500-1000')).toBeVisible()
  expect(first.getByText('Quantity 1,400')).toBeVisible()
  expect(first.getByText('Engraved')).toBeVisible()
  expect(first.getByRole('link', { name: 'Product 0' })).toHaveAttribute(
    'href',
    '/product/product-0-0abcdef10000',
  )
  // Of the home page: its own page would ask a visitor to sign in.
  expect((await card('Featured')).queryByRole('link')).toBeNull()
  // One that the preview blurs.
  expect(screen.queryByRole('article', { name: 'Product 8' })).toBeNull()
  expect(screen.getByRole('button', { name: /Premium Product Sign In to View/ })).toBeVisible()
  expect(
    screen.getByText(
      '3 products, shared with you. Sign in to see the one that is locked. 1 product of the list is no longer available.',
    ),
  ).toBeVisible()
  const read = requests.filter((request) => request.includes('/rest/v1/products?'))
  expect(read).toHaveLength(1)
  expect(read[0]).toContain('is_sample=eq.true')
})

test(
  'a customer sees what the server gives, and "Add all" keeps quantities that were typed before',
  { timeout: 20_000 },
  async () => {
    fakeBackend({ featured: () => catalogue })
    const { user } = renderSite({
      path: await linkTo({ id: idOf(0), quantity: 400 }, { id: idOf(9), note: 'Blue' }),
      session,
    })
    expect((await card('Product 9')).getByRole('link', { name: 'Product 9' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Premium Product/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add all to my basket' }))
    expect(await screen.findByText('Added to your inquiry basket')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Inquiry Basket 2' }))
    const basket = within(await screen.findByRole('dialog', { name: 'Inquiry Basket (2 items)' }))
    const quantity = basket.getByRole('spinbutton', { name: 'Quantity of Product 0' })
    expect(quantity).toHaveValue(400)
    expect(basket.getByRole('textbox', { name: 'Note for Product 9' })).toHaveValue('Blue')
    await user.clear(quantity)
    await user.type(quantity, '7')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await user.click(screen.getByRole('button', { name: 'Send inquiry' }))
    const again = within(await screen.findByRole('dialog', { name: 'Inquiry Basket (2 items)' }))
    expect(again.getByRole('spinbutton', { name: 'Quantity of Product 0' })).toHaveValue(7)
  },
)

test('the basket’s link opens the same products, quantities and notes', async () => {
  fakeBackend({
    catalogue: () => ({ total: 2, products: catalogue.slice(0, 2), next: null }),
  })
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await user.click((await card('Product 0')).getByRole('button', { name: 'Add to Inquiry' }))
  await user.click((await card('Product 1')).getByRole('button', { name: 'Add to Inquiry' }))
  await user.click(screen.getByRole('button', { name: 'Inquiry Basket 2' }))
  const basket = within(await screen.findByRole('dialog'))
  await user.click(basket.getByRole('button', { name: 'Add quantities' }))
  await user.type(basket.getByRole('spinbutton', { name: 'Quantity of Product 1' }), '12')
  await user.click(basket.getByRole('button', { name: 'Share basket' }))
  const address = await basket.findByRole<HTMLInputElement>('textbox', { name: 'Link to this basket' })
  expect(await navigator.clipboard.readText()).toBe(address.value)
  expect(basket.getByText(/^Link copied\./)).toBeVisible()
  await user.type(basket.getByRole('spinbutton', { name: 'Quantity of Product 1' }), '0')
  expect(basket.queryByRole('textbox', { name: 'Link to this basket' })).toBeNull()

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(basket.getByRole('button', { name: 'Share basket' }))
  expect(await basket.findByText(/^Copy this link\./)).toBeVisible()
  const link = basket.getByRole<HTMLInputElement>('textbox', { name: 'Link to this basket' }).value
  unmount()

  renderSite({ path: link.slice(window.location.origin.length) })
  expect((await card('Product 1')).getByText('Quantity 120')).toBeVisible()
  expect((await card('Product 0')).queryByText(/Quantity/)).toBeNull()
})

test.each(['', '#', '#nonsense', '#%3Cscript%3E'])(
  'the link "/shortlist%s" says that it contains none',
  async (hash) => {
    fakeBackend()
    renderSite({ path: `/shortlist${hash}` })
    expect(await screen.findByRole('alert')).toHaveTextContent('This link does not contain a shortlist.')
    expect(screen.queryByRole('button', { name: 'Send inquiry' })).toBeNull()
  },
)

test('quantities that the link had wrong are put right, which the page says, and their total is shown', async () => {
  fakeBackend({ featured: () => catalogue })
  renderSite({ path: await linkTo({ id: idOf(0), quantity: 0 }, { id: idOf(1), quantity: 400 }), session })
  expect((await card('Product 0')).getByText('Quantity 1')).toBeVisible()
  expect(
    screen.getByText(/A quantity was not a whole number of at least 1, and has been corrected\./),
  ).toBeVisible()
  expect(screen.getByText('401 gifts')).toBeVisible()
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '27 November 2026',
    '401 gifts',
    '12 December 2026',
    'Pune',
  ])
})

test('products that fail to load can be asked for again', async () => {
  const backend = fakeBackend({ stillThere: serverFault })
  const { user } = renderSite({ path: await linkTo({ id: idOf(0) }), session })
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  backend.answers.stillThere = (ids) => ids
  backend.answers.featured = () => catalogue
  await user.click(retry)
  expect(await screen.findByRole('article', { name: 'Product 0' })).toBeVisible()
})
