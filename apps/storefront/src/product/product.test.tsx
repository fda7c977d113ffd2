import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import type { ProductDetails } from './use-product.ts'

const session = { user: { id: 'u1', email: 'buyer@company.example' }, accessToken: 'token' }

const idOf = (place: number) =>
  `${place}`.padStart(12, '0').replace(/^(.{8})/, '$1-') + '-4000-8000-000000000000'

function details(place: number): ProductDetails {
  return {
    id: idOf(place),
    name: `Gift ${place}`,
    image_url: '/storage/v1/object/public/product-images/7.webp',
    video_url: 'https://youtu.be/dQw4w9WgXcQ',
    budget: 'Rs.10-100',
    themes: ['Diwali'],
    category: 'Drinkware',
    subcategory: 'Mugs',
    industries: ['Pharmaceutical'],
    doctor_types: ['Dentist'],
    similar: [{ ...card(7), name: 'Gift 7' }],
  }
}

function card(place: number) {
  return {
    id: idOf(place),
    name: `Gift ${place}`,
    image_url: null,
    video_url: null,
    budget: null,
    themes: [],
  }
}

/** A site with a grid of products, of which each has a page. */
function site(path: string, options: { isSignedIn?: boolean; total?: number } = {}) {
  const { isSignedIn = false, total = 4 } = options
  const { requests } = fakeBackend({
    catalogue: () => ({
      total,
      products: Array.from({ length: total }, (_, place) => card(place)),
      next: null,
    }),
    product: (search) => {
      const place = Number(search.get('product'))
      return place < total ? details(place) : null
    },
  })
  return { requests, ...renderSite({ path, session: isSignedIn ? session : null }) }
}

beforeEach(() => window.localStorage.clear())

test('a product opens over the grid under its own address, and Back closes it', async () => {
  const { user } = site('/catalogue?theme=Diwali')
  const link = await screen.findByRole('link', { name: 'Gift 1' })
  expect(link).toHaveAttribute('href', '/product/gift-1-000000000001?theme=Diwali')
  await user.click(link)
  const dialog = within(await screen.findByRole('dialog', { name: 'Gift 1' }))
  expect(await dialog.findByRole('link', { name: 'Drinkware' })).toHaveAttribute(
    'href',
    '/catalogue?category=Drinkware',
  )
  expect(dialog.getByRole('link', { name: 'Dentist' })).toHaveAttribute(
    'href',
    '/catalogue?industry=Pharmaceutical&doctor-type=Dentist',
  )
  expect(window.location.pathname).toBe('/product/gift-1-000000000001')
  expect(document.title).toContain('Gift 1')
  expect(screen.getByRole('heading', { name: 'Product Catalogue', hidden: true })).toBeInTheDocument()

  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Gift 2' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Previous product' }))
  expect(await screen.findByRole('dialog', { name: 'Gift 1' })).toBeVisible()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.pathname + window.location.search).toBe('/catalogue?theme=Diwali')
  expect(document.title).not.toContain('Gift 1')
})

test('a product’s own page has its name as heading, and no player before it is asked for', async () => {
  const { user } = site('/product/whatever-000000000001', { isSignedIn: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 1' })).toBeVisible()
  expect(document.querySelector('iframe, video')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Play video' }))
  expect(screen.getByTitle('Video of Gift 1')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  )
  const similar = within(screen.getByRole('region', { name: 'Similar products' }))
  expect(similar.getByRole('link', { name: 'Gift 7' })).toHaveAttribute(
    'href',
    '/product/gift-7-000000000007',
  )
})

test('a visitor’s neighbours end with the full cards of the preview', async () => {
  const { user } = site('/product/gift-000000000006', { total: 12 })
  const next = await screen.findByRole('button', { name: 'Next product' })
  await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled'))
  await user.click(next)
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 7' })).toBeVisible()
  expect(next).toHaveAttribute('aria-disabled', 'true')
})

test('after a reload a customer’s neighbours are those of the grid, however far down it was', async () => {
  const { requests } = fakeBackend({
    catalogue: (search) => {
      const from = Number(search.get('after') ?? 0)
      const products = Array.from({ length: 48 }, (_, place) => card(from + place))
      return { total: 480, products, next: `${from + 48}` }
    },
    product: (search) => details(Number(search.get('product'))),
  })
  const path = '/product/gift-000000000100'
  const reload = (state: unknown) => {
    const { user, unmount } = renderSite({ path, session })
    window.history.replaceState({ usr: state, key: 'k', idx: 0 }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    return { user, unmount }
  }
  const { user, unmount } = reload({ over: 1, position: 101 })
  const next = await screen.findByRole('button', { name: 'Next product' })
  await waitFor(() => expect(next).toHaveAttribute('title', 'Gift 101'), { timeout: 10_000 })
  await user.click(next)
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 101' })).toBeVisible()
  expect(window.history.state).toMatchObject({ usr: { position: 102 } })
  unmount()

  // A link that was shared has no place, and reads no more than the first results.
  requests.length = 0
  reload(null)
  await screen.findByRole('region', { name: 'Similar products' })
  expect(requests.filter((request) => request.includes('after='))).toEqual([])
})

test('a product that is not shown asks visitors to sign in, and is unknown to customers', async () => {
  const visitor = site('/product/gift-000000000009')
  expect(await screen.findByRole('heading', { name: 'Sign in to view details' })).toBeVisible()
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  visitor.unmount()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  site('/product/gift-000000000009', { isSignedIn: true })
  expect(await screen.findByText('Oops! Page not found')).toBeVisible()
})

test('what has no short id is no page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  site('/product/gift')
  expect(await screen.findByText('Oops! Page not found')).toBeVisible()
})

test('Share copies the address where the browser has nothing of its own', async () => {
  const { user } = site('/product/gift-000000000001')
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Link copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/product/gift-000000000001`)
})
