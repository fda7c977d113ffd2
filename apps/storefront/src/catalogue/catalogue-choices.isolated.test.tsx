import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, someOptions, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import type * as productPicture from '../page/product-picture.tsx'

/** Called with a product's picture each time its card is rendered. */
const renderedCards = vi.hoisted(() => vi.fn())
vi.mock(import('../page/product-picture.tsx'), async (importOriginal) => {
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

test('choosing a filter shows at once and is in the address, and the focus moves to the section', async () => {
  fakeBackend()
  renderSite({ path: '/catalogue' })
  fireEvent.click(await radio('Rs.10-100'))
  expect(screen.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
  expect(address()).toBe('?budget=Rs.10-100')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Budget' })).toHaveFocus())
})

test('two quick choices are two history entries', async () => {
  fakeBackend()
  renderSite({ path: '/catalogue' })
  const [budget, theme] = [await radio('Rs.10-100'), await radio('Diwali')]
  const before = window.history.length
  fireEvent.click(budget)
  fireEvent.click(theme)
  expect(address()).toBe('?budget=Rs.10-100&theme=Diwali')
  expect(window.history.length).toBe(before + 2)
  expect(screen.getByRole('button', { name: 'Clear Theme' })).toBeVisible()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Theme' })).toBeNull())
  expect(address()).toBe('?budget=Rs.10-100')
  expect(screen.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
})

/** Products that differ by their picture. */
const pictured = (count: number) =>
  someProducts(count).map((product, index) => ({ ...product, image_url: `/picture-${index}.webp` }))

test('choosing a filter does not render the cards that stay', async () => {
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

test('loading more products does not render the cards before them', async () => {
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

test('a product card has no wrapper elements', async () => {
  const [product] = someProducts(1)
  const rich = { ...product!, image_url: '/picture.webp', themes: ['A', 'B', 'C'] }
  fakeBackend({ catalogue: () => ({ total: 1, products: [rich], next: null }) })
  renderSite({ path: '/catalogue', session: buyer })
  const card = await screen.findByRole('article')
  expect(within(card).getAllByRole('listitem')).toHaveLength(3)
  // The frame, its picture and heart (three), the check box with its label, the words with name, its link, list of
  // themes and button.
  expect(card.querySelectorAll(':not(li)')).toHaveLength(12)
})

test.each([
  ['a visitor', null, 60],
  ['a customer', buyer, 80],
])(
  'the pointer of %s over every filter prefetches at most so many questions',
  async (_who, session, most) => {
    const themes = Array.from({ length: 80 }, (_, index) => ({ id: `${index}`, name: `Theme ${index}` }))
    const { requests } = fakeBackend({
      options: () => ({ ...someOptions, themes, doctor_types: [] }),
    })
    renderSite({ path: '/catalogue', session })
    await radio('Theme 79')
    await screen.findByRole('article', { name: 'Product 1' })
    vi.useFakeTimers()
    try {
      for (const { name } of themes) {
        fireEvent.pointerMove(screen.getByRole('radio', { name }), { pointerType: 'mouse' })
        await act(async () => vi.advanceTimersByTimeAsync(100))
      }
    } finally {
      vi.useRealTimers()
    }
    const prefetched = requests.filter((request) => request.includes('theme=Theme'))
    expect(new Set(prefetched).size).toBe(most)
  },
)
