import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const address = () => window.location.search

/** The field, once the rest of the search is loaded. */
async function field() {
  const input = screen.getByRole('searchbox', { name: 'Search products' })
  await waitFor(() => expect(input).toHaveAttribute('aria-autocomplete'), { timeout: 10_000 })
  return input
}

test('the catalogue is searched while the user types, in one history entry', async () => {
  const { requests } = fakeBackend()
  const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
  await user.type(await field(), 'copper')
  await waitFor(() => expect(address()).toBe('?theme=Diwali&q=copper'))
  await user.type(await field(), ' botle')
  await waitFor(() => expect(address()).toBe('?theme=Diwali&q=copper+botle'))
  await waitFor(() => expect(requests.join()).toMatch(/theme=Diwali&.*q=copper\+botle/))
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Relevance')
  window.history.back()
  await waitFor(() => expect(address()).toBe('?theme=Diwali'))
})

test('the search is removed like a filter, which stays', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue?theme=Diwali&q=copper' })
  const applied = await screen.findByRole('group', { name: 'Applied filters' })
  await user.click(within(applied).getByRole('button', { name: 'Remove “copper”' }))
  await waitFor(() => expect(address()).toBe('?theme=Diwali'))
  await waitFor(() => expect(within(applied).getByRole('button', { name: 'Remove Diwali' })).toHaveFocus())
  expect(await field()).toHaveValue('')
})

test('matches are marked, and replaced words are shown', async () => {
  const [product] = someProducts(1)
  fakeBackend({
    catalogue: () => ({
      total: 1,
      products: [{ ...product!, name: 'Copper Bottles, Café Diaries', themes: ['Diary days'] }],
      next: null,
      search: { words: ['bottle', 'cafe', 'diary'], spelling: { botle: 'bottle' } },
    }),
  })
  renderSite({ path: '/catalogue?q=botle' })
  expect(await screen.findByText('Showing results for “bottle” instead of “botle”.')).toBeVisible()
  const card = await screen.findByRole('article', { name: 'Copper Bottles, Café Diaries' })
  await waitFor(() =>
    expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Bottles',
      'Café',
      'Diaries',
      'Diary',
    ]),
  )
  expect(await field()).toHaveValue('botle')
})

test('a price in the words is a budget, and a chip that leaves the other words', async () => {
  const { requests } = fakeBackend()
  const { user } = renderSite({ path: '/catalogue?q=hamper+under+500' })
  const applied = within(await screen.findByRole('group', { name: 'Applied filters' }))
  const price = applied.getByRole('button', { name: 'Remove Up to Rs.500' })
  expect(price).toHaveAccessibleDescription('from your words')
  expect(applied.getByRole('button', { name: 'Remove “hamper”' })).toBeVisible()
  await waitFor(() => expect(requests.join()).toContain('budget=%5B%22Rs.10-100%22%2C%22Rs.100-500%22%5D'))
  expect(requests.join()).toMatch(/[?&]q=hamper(&|$|,)/)
  await user.click(price)
  await waitFor(() => expect(address()).toBe('?q=hamper'))
  expect(await field()).toHaveValue('hamper')
})

test('the words are removed without the price, and a chosen budget replaces it', async () => {
  const { requests } = fakeBackend({
    catalogue: (asked) => ({
      total: 1,
      products: someProducts(1),
      next: null,
      search: asked.has('q') ? { words: ['hamper'], spelling: {} } : null,
    }),
  })
  const { user } = renderSite({ path: '/catalogue?q=hamper+under+500' })
  await user.click(await screen.findByRole('button', { name: 'Remove “hamper”' }))
  await waitFor(() => expect(address()).toBe('?q=under+500'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Newest'))
  await user.click(screen.getByRole('radio', { name: 'Rs.2000+' }))
  await waitFor(() =>
    expect(requests.filter((request) => /budget=Rs\.2000%2B(?!.*[?&]q=)/.test(request))).not.toEqual([]),
  )
  expect(screen.queryByRole('button', { name: 'Remove Up to Rs.500' })).toBeNull()
})

test('the page says which words were left out, and reports the search as missed', async () => {
  const { requests } = fakeBackend({
    catalogue: () => ({
      total: 1,
      products: someProducts(1),
      next: null,
      search: { words: ['wall'], spelling: {}, used: 'wall', left_out: ['parker'] },
    }),
  })
  renderSite({ path: '/catalogue?q=parker+wall' })
  expect(
    await screen.findByText(
      'Nothing matches all of “parker wall”. Showing results for “wall”; left out: parker.',
    ),
  ).toBeVisible()
  await waitFor(() => expect(requests.join()).toContain('report_missed_search'), { timeout: 3000 })
})

test('an empty page says what was searched for, offers categories, and fills the words into the quote form', async () => {
  fakeBackend({
    catalogue: (asked) => (asked.has('q') ? { total: 0, products: [], next: null, counts: {} } : undefined),
  })
  const { user } = renderSite({ path: '/catalogue?q=hovercraft' })
  expect(await screen.findByText('Nothing matches “hovercraft”.')).toBeVisible()
  expect(screen.queryByText('no products')).toBeNull()
  expect(screen.getByRole('radio', { name: 'Diwali' })).not.toHaveAccessibleDescription()
  const categories = within(screen.getByRole('navigation', { name: 'Categories' }))
  expect(categories.getByRole('link', { name: 'Drinkware' })).toHaveAttribute(
    'href',
    '/catalogue?category=Drinkware',
  )
  await user.click(screen.getByRole('link', { name: 'Ask us' }))
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('I am looking for: hovercraft')
})

test('the button in the search field empties it', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue?q=copper' })
  await field()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(address()).toBe(''))
  expect(await field()).toHaveFocus()
})

test('values of filters are suggested, and chosen by the keyboard in place of the words', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  const input = await field()
  await user.type(input, 'mu')
  const option = await screen.findByRole('option', { name: 'Mugs, subcategory of Drinkware' })
  await user.keyboard('{ArrowDown}')
  expect(input).toHaveAttribute('aria-activedescendant', option.id)
  expect(input).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('?category=Drinkware&subcategory=Mugs'))
  expect(input).toHaveValue('')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(input, 'diw under 500')
  await user.click(await screen.findByRole('option', { name: 'Diwali, theme' }))
  await waitFor(() => expect(address()).toMatch(/theme=Diwali&q=under\+500$/))
})

test('an empty search offers what this browser has viewed', async () => {
  fakeBackend()
  const id = '0123abcd-4567-4890-8bcd-ef0123456789'
  window.localStorage.setItem(
    'giftwell-recently-viewed',
    JSON.stringify([{ id, name: 'Copper Bottle', image_url: null, image_widths: null }]),
  )
  const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
  await user.click(await field())
  await user.click(await screen.findByRole('option', { name: 'Copper Bottle, recently viewed' }))
  await waitFor(() => expect(window.location.pathname).toBe('/product/copper-bottle-0123abcd4567'))
  expect(address()).toBe('?theme=Diwali')
})

test('from another page Enter leads to what was found, and the key / into the field', async () => {
  fakeBackend()
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  const { user } = renderSite({ path: '/' })
  const input = await field()
  await user.keyboard('/')
  expect(input).toHaveFocus()
  await user.keyboard('copper/steel{Enter}')
  await waitFor(() => expect(window.location.pathname + address()).toBe('/catalogue?q=copper%2Fsteel'))
})

test('an empty result offers what to leave out, and how many products that brings', async () => {
  fakeBackend({
    catalogue: (asked) =>
      asked.has('q')
        ? { total: 0, products: [], next: null }
        : { total: 3, products: someProducts(3), next: null },
  })
  const { user } = renderSite({ path: '/catalogue?theme=Diwali&q=zebra' })
  expect(await screen.findByText('No products found')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Without “zebra”: 3 products' }))
  await waitFor(() => expect(address()).toBe('?theme=Diwali'))
  const list = await screen.findByRole('list', { name: 'Products' })
  expect(within(list).getAllByRole('article')).toHaveLength(3)
})

test('a search that finds nothing is reported once, after it has been shown for a second', async () => {
  const { requests } = fakeBackend({
    catalogue: (asked) => (asked.has('q') ? { total: 0, products: [], next: null } : undefined),
  })
  const reports = () => requests.filter((request) => request.includes('report_missed_search'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = renderSite({ path: '/catalogue?q=hovercraft' })
  expect(await screen.findByText('No products found')).toBeVisible()
  expect(reports()).toEqual([])
  await waitFor(() => expect(reports()).toEqual(['POST /rest/v1/rpc/report_missed_search']), {
    timeout: 3000,
  })

  await user.click(screen.getByRole('button', { name: 'Without “hovercraft”: 3 products' }))
  await screen.findByRole('list', { name: 'Products' })
  window.history.back()
  expect(await screen.findByText('No products found')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1300)
  expect(reports()).toHaveLength(1)
})

test('nothing is reported of a search within a filter, where the filter may be what finds nothing', async () => {
  const { requests } = fakeBackend({ catalogue: () => ({ total: 0, products: [], next: null }) })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderSite({ path: '/catalogue?theme=Diwali&q=airship' })
  expect(await screen.findByText('No products found')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1300)
  expect(requests.join()).not.toContain('report_missed_search')
})
