import { type Shortlist, shortlistFragment, type ShortlistItem } from '../inquiry/shortlist-address.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, serverFault, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const idOf = (number: number) => `0abcdef1-0000-4000-8000-00000000000${number}`
const catalogue = someProducts(10).map((product, index) => ({
  ...product,
  id: idOf(index),
  budget: 'Rs.500-1000',
}))
const session = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }

const key = (index: number) => `key${index}`.padEnd(22, '_')

const linkTo = async (...items: (Pick<ShortlistItem, 'id'> & Partial<ShortlistItem>)[]) =>
  linkWith({}, ...items)

const linkWith = async (
  texts: Partial<Shortlist>,
  ...items: (Pick<ShortlistItem, 'id'> & Partial<ShortlistItem>)[]
) => {
  const shared = { from: '', message: '', neededBy: '', deliveryCity: '', ...texts }
  const whole = items.map((item) => ({ quantity: null, note: '', ...item }))
  return `/shortlist#${await shortlistFragment({ ...shared, items: whole })}`
}

/** Answers as the server does: an account sees every product, visitors those with the right key. */
const opened = (isCustomer = false) => ({
  shared: (items: readonly { id: string; key: string | null }[]) =>
    catalogue.filter((product, index) =>
      items.some((item) => item.id === product.id && (isCustomer || item.key === key(index))),
    ),
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
    fakeBackend(opened(true))
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

test('a name and a message that are typed after the link was made are in it, and it stays', async () => {
  fakeBackend({ catalogue: () => ({ total: 1, products: catalogue.slice(0, 1), next: null }) })
  const { user, unmount } = renderSite({ path: '/catalogue' })
  await user.click((await card('Product 0')).getByRole('button', { name: 'Add to Inquiry' }))
  await user.click(screen.getByRole('button', { name: 'Inquiry Basket 1' }))
  const basket = within(await screen.findByRole('dialog'))
  await user.click(basket.getByRole('button', { name: 'Share basket' }))
  const link = await basket.findByRole<HTMLInputElement>('textbox', { name: 'Link to this basket' })
  const plain = link.value
  await user.type(basket.getByRole('textbox', { name: 'Message to your colleagues' }), 'Which?')
  expect(link).toBeInTheDocument()
  await waitFor(() => expect(link.value).not.toBe(plain))
  expect(
    basket.getByText('What you typed is in the link. Press “Share basket” again to copy it.'),
  ).toBeVisible()
  await waitFor(async () => {
    await user.click(basket.getByRole('button', { name: 'Share basket' }))
    expect(await navigator.clipboard.readText()).toBe(link.value)
  })
  const { pathname, hash } = new URL(link.value)
  unmount()

  renderSite({ path: pathname + hash })
  expect(await screen.findByText('Which?')).toBeVisible()
})

test('a shortlist of alternatives has the quantity of each, the budget and the logo, which the basket takes over', async () => {
  fakeBackend(opened())
  const path = await linkWith(
    { budgetPerGift: 1000, wantsBranding: true },
    { id: idOf(0), key: key(0), quantity: 250 },
    { id: idOf(1), key: key(1), quantity: 250 },
    { id: idOf(2), key: key(2), quantity: 250 },
  )
  const { user } = renderSite({ path })
  for (const text of ['250 of each', 'Rs.1,000', 'Logo on the gifts'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('750 gifts')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Send inquiry' }))
  const basket = within(await screen.findByRole('dialog'))
  expect(basket.getByRole('checkbox', { name: /^Branding wanted/ })).toBeChecked()
  expect(basket.getByLabelText(/^Budget per gift/)).toHaveValue(1000)
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
  fakeBackend(opened(true))
  renderSite({ path: await linkTo({ id: idOf(0), quantity: 0 }, { id: idOf(1), quantity: 400 }), session })
  expect((await card('Product 0')).getByText('Quantity 1')).toBeVisible()
  expect(
    screen.getByText(/A quantity was not a whole number of at least 1, and has been corrected\./),
  ).toBeVisible()
  expect(screen.getByText('401 gifts')).toBeVisible()
})

test('products that fail to load can be asked for again', async () => {
  const backend = fakeBackend({ stillThere: serverFault })
  const { user } = renderSite({ path: await linkTo({ id: idOf(0) }), session })
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  backend.answers.stillThere = (ids) => ids
  Object.assign(backend.answers, opened(true))
  await user.click(retry)
  expect(await screen.findByRole('article', { name: 'Product 0' })).toBeVisible()
})

test('a visitor sees the products that the link’s keys open, and the others as before', async () => {
  const { requests } = fakeBackend({
    ...opened(),
    catalogue: () => ({ total: 300, products: [], next: null }),
  })
  const path = await linkWith(
    { from: 'Buyer', message: 'Please choose', neededBy: '2027-10-01', deliveryCity: 'Pune' },
    { id: idOf(0), key: key(0), quantity: 300 },
    { id: idOf(1), key: key(0) },
  )
  renderSite({ path })
  expect((await card('Product 0')).getByRole('link', { name: 'Product 0' })).toHaveAttribute(
    'href',
    '/product/product-0-0abcdef10000',
  )
  expect(screen.getByRole('button', { name: /Premium Product/ })).toBeVisible()
  expect(screen.queryByRole('article', { name: 'Product 1' })).toBeNull()
  for (const text of ['Please choose', 'Buyer', 'Pune']) expect(screen.getByText(text)).toBeVisible()
  expect(requests.filter((request) => request.includes('shared_products'))).toHaveLength(1)
})

test('an answer makes a link that shows it, outlasts a reload, and leaves out of the basket what is not wanted', async () => {
  fakeBackend(opened())
  const path = await linkTo(
    { id: idOf(0), key: key(0) },
    { id: idOf(1), key: key(1) },
    { id: idOf(2), key: key(2) },
  )
  const { user, unmount } = renderSite({ path })
  const first = within(
    within(await screen.findByRole('article', { name: 'Product 0' })).getByRole('group', {
      name: 'Product 0',
    }),
  )
  await user.click(first.getByRole('button', { name: 'Looks good' }))
  expect(first.getByRole('button', { name: 'Looks good' })).toHaveAttribute('aria-pressed', 'true')
  await user.type(first.getByRole('textbox', { name: 'Comment on Product 0' }), 'In red')
  const second = within(screen.getByRole('group', { name: 'Product 1' }))
  await user.click(second.getByRole('button', { name: 'Looks good' }))
  await user.click(second.getByRole('button', { name: 'Not this one' }))
  expect(second.getByRole('button', { name: 'Looks good' })).toHaveAttribute('aria-pressed', 'false')
  unmount()

  const again = renderSite({ path })
  const panel = within(await screen.findByRole('region', { name: 'Your answer' }))
  expect(panel.getByText('1 looks good, 1 is not wanted, 1 has no answer.')).toBeVisible()
  await again.user.type(panel.getByRole('textbox', { name: 'Your name' }), 'Boss')
  const mail = new URL(panel.getByRole<HTMLAnchorElement>('link', { name: 'Reply by e-mail' }).href)
  expect(mail.searchParams.get('body')).toBe('Looks good: Product 0. In red\r\nNot this one: Product 1')
  await again.user.click(panel.getByRole('button', { name: 'Make a link with my answer' }))
  const link = await panel.findByRole<HTMLInputElement>('textbox', { name: 'Link to your answer' })
  const address = link.value.slice(window.location.origin.length)
  again.unmount()

  const sharer = renderSite({ path: address })
  expect(
    await screen.findByText('The answer of Boss: 1 looks good, 1 is not wanted, 1 has no answer.'),
  ).toBeVisible()
  expect((await card('Product 0')).getByText('“In red”')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Looks good' })).toBeNull()
  await sharer.user.click(screen.getByRole('button', { name: 'Add all to my basket' }))
  expect(await screen.findByText('2 products')).toBeVisible()
})

test('hints say what speaks against a quantity or a date', async () => {
  fakeBackend({
    shared: () => [
      { ...catalogue[0], min_quantity: 500, lead_days_from: 10, lead_days_to: 15, material: 'Steel' },
    ],
  })
  renderSite({ path: await linkTo({ id: idOf(0), key: key(0), quantity: 300 }) })
  const first = await card('Product 0')
  expect(first.getByText('The minimum quantity is 500.')).toBeVisible()
  expect(first.getByText('Steel')).toBeVisible()
})
