import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { fakeBackend, serverFault, someOptions, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const buyer = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
const group = (name: string) => screen.findByRole('group', { name })
const largeCatalogue = { catalogue: () => ({ total: 3200, products: someProducts(12), next: null }) }

describe('the grid', () => {
  test('shows nine skeletons while results load', async () => {
    fakeBackend()
    renderSite({ path: '/catalogue' })
    expect(screen.getAllByTestId('product-skeleton')).toHaveLength(9)
    expect(await screen.findAllByRole('article')).toHaveLength(3)
  })

  test('says when nothing matches', async () => {
    fakeBackend({ catalogue: () => ({ total: 0, products: [], next: null }) })
    renderSite({ path: '/catalogue' })
    expect(await screen.findByText('No products found')).toBeVisible()
    expect(screen.getByText('Try adjusting your filters to see more results.')).toBeVisible()
  })

  test('speaks of filters on an own site only where one is set', async () => {
    const nothing = {
      catalogue: () => ({ total: 0, products: [], next: null }),
      site: () => ({ own_products: 0 }),
    }
    fakeBackend(nothing)
    const bare = renderSite({ path: '/catalogue' })
    expect(await screen.findByText('New gifts will be here soon.')).toBeVisible()
    bare.unmount()
    fakeBackend(nothing)
    renderSite({ path: '/catalogue?q=lamp' })
    expect(await screen.findByText('Try adjusting your filters to see more results.')).toBeVisible()
  })

  test('says when it could not be loaded, and loads when asked again', async () => {
    const backend = fakeBackend({ catalogue: serverFault })
    const { user } = renderSite({ path: '/catalogue' })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/could not load the products/)).toBeVisible()
    backend.answers.catalogue = () => ({ total: 1, products: someProducts(1), next: null })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Product 0' })).toBeVisible()
  })

  test('says when the visitor asked too much, keeps what is shown, and loads when asked again', async () => {
    const backend = fakeBackend()
    const { user } = renderSite({ path: '/catalogue' })
    expect(await screen.findAllByRole('article')).toHaveLength(3)
    const message = 'Too many requests. Please try again in 12 seconds.'
    backend.answers.catalogue = () => Response.json({ code: 'PT429', message }, { status: 429 })
    await user.click(within(await group('Theme')).getByRole('radio', { name: 'Diwali' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getAllByRole('article')).toHaveLength(3)
    backend.answers.catalogue = () => ({ total: 1, products: someProducts(1), next: null })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.queryByText(message)).toBeNull()
  })

  test('shows at most three themes, and a video only where there is one', async () => {
    const [plain, rich] = someProducts(2)
    const products = [
      plain,
      { ...rich!, themes: ['A', 'B', 'C', 'D'], video_url: 'https://videos.example/1' },
    ]
    fakeBackend({ catalogue: () => ({ total: 2, products, next: null }) })
    renderSite({ path: '/catalogue' })
    const card = within(await screen.findByRole('article', { name: 'Product 1' }))
    expect(card.getAllByRole('listitem').map((theme) => theme.textContent)).toEqual(['A', 'B', 'C'])
    expect(card.getByRole('link', { name: 'Watch the video of Product 1' })).toHaveAttribute(
      'href',
      'https://videos.example/1',
    )
    const links = within(screen.getByRole('article', { name: 'Product 0' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Product 0'])
  })
})

test('a card and its row in the basket tell the budget band', async () => {
  const [product] = someProducts(1)
  fakeBackend({
    catalogue: () => ({ total: 1, products: [{ ...product!, budget: 'Rs.500-1000' }], next: null }),
  })
  const { user } = renderSite({ path: '/catalogue' })
  const card = within(await screen.findByRole('article', { name: 'Product 0' }))
  expect(card.getByText('Rs.500-1000')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Add to Inquiry' }))
  await user.click(screen.getByRole('button', { name: 'Inquiry Basket 1' }))
  expect(within(await screen.findByRole('dialog')).getByText('Rs.500-1000')).toBeVisible()
})

describe('for an anonymous visitor', () => {
  test('eight products are open, four are blurred, and the rest is promised', async () => {
    fakeBackend(largeCatalogue)
    renderSite({ path: '/catalogue' })
    expect(await screen.findAllByRole('button', { name: 'Add to Inquiry' })).toHaveLength(8)
    expect(screen.getAllByText('Sign in to view details')).toHaveLength(4)
    expect(screen.getAllByRole('button', { name: 'Unlock' })).toHaveLength(4)
    expect(screen.getAllByText('Premium Product')).toHaveLength(6)
    expect(screen.getAllByText('Sign In to View')).toHaveLength(6)
    expect(screen.getByText('Viewing 12 of 3200 products • Sign in to see all 3200 products')).toBeVisible()
  })

  test('the locked cards are told apart by their descriptions, and blurred cards tell nothing of their products', async () => {
    fakeBackend(largeCatalogue)
    renderSite({ path: '/catalogue' })
    const locked = await screen.findAllByRole('button', { name: 'Premium Product Sign In to View' })
    expect(locked).toHaveLength(6)
    for (const [index, button] of locked.entries()) {
      expect(button).toHaveAccessibleDescription(`Locked product ${index + 1}`)
    }
    const blurred = screen.getAllByRole('article', { name: 'Sign in to view details' })
    expect(blurred).toHaveLength(4)
    for (const card of blurred) {
      expect(within(card).getByRole('button', { name: 'Unlock' })).not.toHaveAttribute('aria-description')
      expect(within(card).queryByRole('heading')).toBeNull()
    }
  })

  test('the interruption comes after the eighth card, in its own words', async () => {
    fakeBackend(largeCatalogue)
    renderSite({ path: '/catalogue' })
    const items = await waitFor(() =>
      within(screen.getByRole('list', { name: 'Products' })).getAllByRole('listitem'),
    )
    const interruption = screen.getByRole('region', { name: "You've reached the preview limit" })
    expect(items.filter((item) => item.querySelector('article, section, p'))[8]).toContainElement(
      interruption,
    )
    for (const words of [
      "You've reached the preview limit",
      'Sign in to unlock 2988+ more products...',
      'Premium Access',
      'Join 10,000+',
      'Sign In to Continue',
      'Free account • No credit card required',
    ]) {
      expect(within(interruption).getByText(words)).toBeVisible()
    }
  })

  test('beside products of the owner they are counted, and nothing else is claimed', async () => {
    fakeBackend({ ...largeCatalogue, site: () => ({ own_products: 60 }) })
    renderSite({ path: '/catalogue' })
    expect(await screen.findByText('Sign in to see all 60 products')).toBeVisible()
    const { total } = largeCatalogue.catalogue()
    const interruption = screen.getByRole('region', { name: "You've reached the preview limit" })
    expect(interruption).toHaveTextContent(`Sign in to unlock ${total - 12} more products...`)
    expect(interruption).not.toHaveTextContent(/Join|within/)
  })

  test('a catalogue that the preview shows whole asks for no sign-in, nor does a site without tags for their filter', async () => {
    const options = { ...someOptions, industries: [], themes: [] }
    fakeBackend({ options: () => options, site: () => ({ own_products: 7 }) })
    renderSite({ path: '/catalogue' })
    expect(await screen.findByRole('group', { name: 'Category' })).toBeVisible()
    for (const name of ['Industry', 'Theme']) expect(screen.queryByRole('group', { name })).toBeNull()
    await waitFor(() => expect(screen.queryByText('Viewing limited preview')).toBeNull())
  })

  test('the banner goes when dismissed and is back when the page is opened again', async () => {
    fakeBackend(largeCatalogue)
    const { user, unmount } = renderSite({ path: '/catalogue' })
    expect(await screen.findByText('Viewing limited preview')).toBeVisible()
    expect(screen.getByText('Sign in to see all 3000+ products')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Viewing limited preview')).toBeNull()
    unmount()
    renderSite({ path: '/catalogue' })
    expect(await screen.findByText('Viewing limited preview')).toBeVisible()
  })

  test.each(['Login', 'View All', 'Unlock', 'Sign In to Continue'])(
    '%s opens the auth dialog',
    async (name) => {
      fakeBackend(largeCatalogue)
      const { user } = renderSite({ path: '/catalogue' })
      await user.click((await screen.findAllByRole('button', { name }))[0]!)
      expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible()
    },
  )
})

test('a signed-in customer sees every result as a full card and no gates', async () => {
  fakeBackend({ catalogue: () => ({ total: 20, products: someProducts(20), next: null }) })
  renderSite({ path: '/catalogue', session: buyer })
  const list = within(await screen.findByRole('list', { name: 'Products' }))
  const cards = await list.findAllByRole('article')
  expect(list.getAllByRole('button', { name: 'Add to Inquiry' })).toHaveLength(cards.length)
  // Those that are not on the screen are promised to assistive technology.
  expect(cards[0]?.closest('[role="listitem"]')).toHaveAttribute('aria-setsize', '20')
  for (const words of ['Unlock', 'Viewing limited preview', 'Premium Product', 'Premium Access']) {
    expect(screen.queryByText(words)).toBeNull()
  }
})

describe('the filters', () => {
  test('are sent by name, are in the address, and collapse into a chip', async () => {
    const { requests } = fakeBackend()
    const { user } = renderSite({ path: '/catalogue' })
    const industry = await group('Industry')
    await user.click(within(industry).getByRole('radio', { name: 'Banking & Finance' }))
    await waitFor(() => expect(window.location.search).toBe('?industry=Banking+%26+Finance'))
    await waitFor(() => expect(requests.join()).toContain('industry=Banking+%26+Finance'))
    expect(within(industry).queryByRole('radio')).toBeNull()
    expect(within(industry).getByText('Banking & Finance', { selector: 'span span' })).toBeVisible()

    await user.click(within(industry).getByRole('button', { name: 'Clear Industry' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(within(industry).getAllByRole('radio')).toHaveLength(2)
  })

  test('open and close by hand', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
    const theme = await group('Theme')
    expect(within(theme).queryByRole('radio')).toBeNull()
    await user.click(within(theme).getByRole('button', { name: 'Theme' }))
    expect(within(theme).getByRole('radio', { name: 'Diwali' })).toBeChecked()
    await user.click(within(theme).getByRole('button', { name: 'Theme' }))
    expect(within(theme).queryByRole('radio')).toBeNull()
  })

  test('are all cleared and expanded by Clear All', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?theme=Diwali&budget=Rs.10-100' })
    await user.click(within(await group('Category')).getByRole('button', { name: 'Category' }))
    await user.click(screen.getByRole('button', { name: 'Clear All' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    for (const name of ['Industry', 'Category', 'Budget', 'Theme']) {
      expect(within(await group(name)).getAllByRole('radio').length).toBeGreaterThan(0)
    }
  })

  test('offer the five budget bands in order', async () => {
    fakeBackend()
    renderSite({ path: '/catalogue' })
    const bands = within(await group('Budget')).getAllByRole<HTMLInputElement>('radio')
    expect(bands.map((band) => band.value)).toEqual([
      'Rs.10-100',
      'Rs.100-500',
      'Rs.500-1000',
      'Rs.1000-2000',
      'Rs.2000+',
    ])
  })

  test('offer doctor types only for the industry Pharmaceutical, and forget them with it', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?industry=Pharmaceutical' })
    await user.click(within(await group('Doctor Type')).getByRole('radio', { name: 'Dentist' }))
    await waitFor(() => expect(window.location.search).toContain('doctor-type=Dentist'))
    await user.click(screen.getByRole('button', { name: 'Clear Industry' }))
    expect(screen.queryByRole('group', { name: 'Doctor Type' })).toBeNull()
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('offer subcategories only for a category that has some', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?category=Awards' })
    await group('Category')
    expect(screen.queryByRole('group', { name: 'Subcategory' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Category' }))
    await user.click(screen.getByRole('radio', { name: 'Drinkware' }))
    expect(within(await group('Subcategory')).getAllByRole('radio')).toHaveLength(2)
  })

  test('ignore unknown values and remove them from the address', async () => {
    const { requests } = fakeBackend()
    renderSite({ path: '/catalogue?industry=Astrology&theme=Diwali&utm_source=mail' })
    await waitFor(() => expect(window.location.search).toBe('?theme=Diwali&utm_source=mail'))
    expect(await screen.findAllByRole('article')).toHaveLength(3)
    expect(requests.at(-1)).not.toContain('Astrology')
  })

  test('say when they could not be loaded, while the products stay', async () => {
    const backend = fakeBackend({ options: serverFault })
    const { user } = renderSite({ path: '/catalogue' })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByRole('article')).toHaveLength(3)
    backend.answers.options = () => someOptions
    await user.click(retry)
    expect(await group('Industry')).toBeVisible()
  })

  test('show and hide on small screens', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue' })
    await user.click(screen.getByRole('button', { name: 'Show Filters' }))
    await user.click(screen.getByRole('button', { name: 'Hide Filters' }))
    expect(screen.getByRole('button', { name: 'Show Filters' })).toHaveAttribute('aria-expanded', 'false')
  })
})
