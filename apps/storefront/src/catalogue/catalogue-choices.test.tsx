import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import type * as productPicture from './product-picture.tsx'

/** The product pictures that were rendered: one for each time that a card was. */
const renderedCards = vi.hoisted(() => vi.fn())
vi.mock(import('./product-picture.tsx'), async (importOriginal) => {
  const { ProductPicture } = await importOriginal()
  return {
    ProductPicture(props: Parameters<typeof productPicture.ProductPicture>[0]) {
      renderedCards(props.image.image_url)
      return ProductPicture(props)
    },
  }
})

const buyer = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
const radio = async (name: string) => screen.findByRole('radio', { name })
const address = () => window.location.search

beforeEach(() => {
  window.localStorage.clear()
  renderedCards.mockClear()
})

test('a choice shows at once, and stands in the address once it has been painted', async () => {
  fakeBackend()
  renderSite({ path: '/catalogue' })
  const choice = await radio('Rs.10-100')
  fireEvent.click(choice)
  expect(screen.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
  expect(address()).toBe('')
  await waitFor(() => expect(address()).toBe('?budget=Rs.10-100'))
  expect(screen.getByRole('button', { name: 'Budget' })).toHaveFocus()
})

test('two choices in less than a frame are two steps back', async () => {
  fakeBackend()
  renderSite({ path: '/catalogue' })
  const [budget, theme] = [await radio('Rs.10-100'), await radio('Diwali')]
  const before = window.history.length
  fireEvent.click(budget)
  fireEvent.click(theme)
  await waitFor(() => expect(address()).toBe('?budget=Rs.10-100&theme=Diwali'))
  expect(window.history.length).toBe(before + 2)
  expect(screen.getByRole('button', { name: 'Clear Theme' })).toBeVisible()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Theme' })).toBeNull())
  expect(address()).toBe('?budget=Rs.10-100')
  expect(screen.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
})

test('going elsewhere in less than a frame leaves the choice behind', async () => {
  fakeBackend()
  renderSite({ path: '/catalogue' })
  fireEvent.click(await radio('Diwali'))
  await waitFor(() => expect(address()).toBe('?theme=Diwali'))
  fireEvent.click(await radio('Rs.10-100'))
  act(() => {
    window.history.replaceState({ idx: 0, key: 'other', usr: null }, '', '/catalogue')
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Budget' })).toBeNull())
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 5)))
  expect(address()).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear Theme' })).toBeNull()
})

/** Products with pictures by which they are told apart. */
const pictured = (count: number) =>
  someProducts(count).map((product, place) => ({ ...product, image_url: `/picture-${place}.webp` }))

test('a card that stays is not rendered again, neither by a choice nor by its place in the address', async () => {
  const [first, second, third] = pictured(3)
  fakeBackend({
    catalogue: (asked) =>
      asked.has('budget')
        ? { total: 2, products: [first!, third!], next: null }
        : { total: 2, products: [first!, second!], next: null },
  })
  renderSite({ path: '/catalogue', session: buyer })
  await screen.findByRole('article', { name: 'Product 1' })
  fireEvent.click(await radio('Rs.10-100'))
  await screen.findByRole('article', { name: 'Product 2' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear Budget' }))
  await screen.findByRole('article', { name: 'Product 1' })
  await waitFor(() => expect(address()).toBe(''))
  renderedCards.mockClear()

  fireEvent.click(await radio('Rs.10-100'))
  await screen.findByRole('article', { name: 'Product 2' })
  await waitFor(() => expect(address()).toBe('?budget=Rs.10-100'))
  expect(screen.getByRole('article', { name: 'Product 0' })).toBeVisible()
  expect(renderedCards.mock.calls).toEqual([['/picture-2.webp']])
})

test('more products that come render the cards before them no more', async () => {
  const products = pictured(12)
  const { requests } = fakeBackend({
    catalogue: (asked) =>
      asked.has('after')
        ? { total: 12, products: products.slice(6), next: null }
        : { total: 12, products: products.slice(0, 6), next: 'the seventh' },
  })
  renderSite({ path: '/catalogue', session: buyer })
  await screen.findByRole('article', { name: 'Product 0' })
  await waitFor(() => expect(requests.filter((request) => request.includes('after='))).toHaveLength(1))
  await waitFor(() => expect(screen.queryByLabelText('Loading more products')).toBeNull())
  await new Promise((resolve) => setTimeout(resolve))
  expect(renderedCards.mock.calls.flat().filter((picture) => picture === '/picture-0.webp')).toHaveLength(1)
})

test('a card has no more elements than it shows things', async () => {
  const [product] = someProducts(1)
  const rich = { ...product!, image_url: '/picture.webp', themes: ['A', 'B', 'C'] }
  fakeBackend({ catalogue: () => ({ total: 1, products: [rich], next: null }) })
  renderSite({ path: '/catalogue', session: buyer })
  const card = await screen.findByRole('article')
  expect(within(card).getAllByRole('listitem')).toHaveLength(3)
  // The frame and its picture, the words with name, list of themes and button.
  expect(card.querySelectorAll(':not(li)')).toHaveLength(6)
})
