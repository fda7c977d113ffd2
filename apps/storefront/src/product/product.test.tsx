import type { ProductDetails, ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const session = { user: { id: 'u1', email: 'buyer@company.example' }, accessToken: 'token' }

const idOf = (index: number) =>
  `${index}`.padStart(12, '0').replace(/^(.{8})/, '$1-') + '-4000-8000-000000000000'

function details(index: number): ProductDetails {
  return {
    id: idOf(index),
    name: `Gift ${index}`,
    image_url: '/storage/v1/object/public/product-images/7.webp',
    video_url: 'https://youtu.be/dQw4w9WgXcQ',
    budget: 'Rs.10-100',
    themes: ['Diwali'],
    category: 'Drinkware',
    subcategory: 'Mugs',
    industries: ['Pharmaceutical'],
    doctor_types: ['Dentist'],
    doctor_type_industry: 'Pharmaceutical',
    similar: [{ ...card(7), name: 'Gift 7' }],
  }
}

function card(index: number) {
  return {
    id: idOf(index),
    name: `Gift ${index}`,
    image_url: null,
    video_url: null,
    budget: null,
    themes: [],
  }
}

/** A site with a grid of products, each with a page. */
function site(
  path: string,
  options: {
    isSignedIn?: boolean
    total?: number
    facts?: ProductFacts & Partial<ProductDetails>
    details?: SiteDetails
  } = {},
) {
  const { isSignedIn = false, total = 4, facts, details: siteDetails = {} } = options
  const { requests } = fakeBackend({
    site: () => siteDetails,
    catalogue: () => ({
      total,
      products: Array.from({ length: total }, (_, index) => card(index)),
      next: null,
    }),
    product: (search) => {
      const index = Number(search.get('product'))
      return index < total ? { ...details(index), ...facts } : null
    },
  })
  return { requests, ...renderSite({ path, session: isSignedIn ? session : null }) }
}

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
  await user.click(next)
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 7' })).toBeVisible()
  expect(next).toHaveAttribute('aria-disabled', 'true')
})

test('a press on Next before the results are read opens the next product once they are', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  fakeBackend({
    catalogue: () => promise,
    product: (search) => details(Number(search.get('product'))),
  })
  const { user } = renderSite({ path: '/product/gift-000000000001' })
  const next = await screen.findByRole('button', { name: 'Next product' })
  expect(next).not.toHaveAttribute('aria-disabled')
  await user.dblClick(next)
  expect(next).toHaveAttribute('aria-busy', 'true')
  resolve({ total: 4, products: [0, 1, 2, 3].map(card), next: null })
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 2' })).toBeVisible()
  expect(next).not.toHaveAttribute('aria-busy')
  expect(next).not.toHaveAttribute('aria-disabled')
})

test('after a reload a customer’s neighbours are those of the grid, however far down it was', async () => {
  const { requests } = fakeBackend({
    catalogue: (search) => {
      const from = Number(search.get('after') ?? 0)
      const products = Array.from({ length: 48 }, (_, index) => card(from + index))
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

  // A link that was shared has no position, and reads no more than the first results.
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
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/product/gift-1-000000000001`)
})

const pictures = ['/second.webp', '/third.webp'].map((url, index) => ({
  url,
  alt: `Picture of side ${index + 2}`,
  widths: [320, 640],
  colour: '#aabbcc',
}))
const colours = [
  { name: 'Red', hex: '#ff0000', picture_position: 3 },
  { name: 'Blue', hex: '#0000ff' },
]

/** The pictures of the stage that have begun to load; small ones are lazy. */
const stagePictures = () =>
  [...document.querySelectorAll('.track img')].map((picture) => picture.getAttribute('src'))

test('only the first of several pictures loads before another one comes into view', async () => {
  const { user } = site('/product/gift-000000000001', { facts: { pictures, image_alt: 'From the front' } })
  const gallery = within(await screen.findByRole('group', { name: 'Pictures' }))
  expect(await gallery.findByRole('img', { name: 'From the front' })).toBeVisible()
  expect(stagePictures()).toHaveLength(1)
  expect(gallery.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')

  await user.click(gallery.getByRole('button', { name: 'Next picture' }))
  expect(gallery.getByRole('img', { name: 'Picture of side 2' })).toBeVisible()
  expect(stagePictures()).toHaveLength(2)
  expect(gallery.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true')
  await user.click(gallery.getByRole('button', { name: 'Picture 3' }))
  expect(gallery.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true')
  expect(document.getElementById('announcements')).toHaveTextContent('Picture 3 of 3: Picture of side 3')
})

test('arrow keys in the gallery lead to its pictures, the focus goes along, and no other product opens', async () => {
  const { user } = site('/product/gift-000000000001', { facts: { pictures } })
  await screen.findByRole('button', { name: 'Next picture' })
  screen.getByRole('button', { name: 'Zoom' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Zoom' })).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Gift 1')
})

test('the gallery measures itself, which forces a layout, only to turn to another picture', async () => {
  const measured = vi.spyOn(Element.prototype, 'scrollLeft', 'get')
  const { user } = site('/product/gift-000000000001', { facts: { pictures } })
  const next = await screen.findByRole('button', { name: 'Next picture' })
  expect(measured).not.toHaveBeenCalled()
  await user.click(next)
  expect(measured).toHaveBeenCalledTimes(1)
})

test('a swipe loads the picture that it uncovers, and turns to it once it is the nearer one', async () => {
  site('/product/gift-000000000001', { facts: { pictures } })
  await screen.findByRole('button', { name: 'Next picture' })
  const track = document.querySelector('.track')
  if (track === null) throw new Error('The gallery has a track')
  Object.defineProperty(track, 'clientWidth', { value: 100 })
  const swipeTo = (position: number) => {
    track.scrollLeft = position
    fireEvent.scroll(track)
  }
  swipeTo(20)
  expect(stagePictures()).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-current', 'true')
  swipeTo(60)
  expect(screen.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true')
})

test('a swipe that begins on a button of the gallery opens no other product, and one beside it does', async () => {
  const { user } = site('/catalogue', { facts: { pictures } })
  await user.click(await screen.findByRole('link', { name: 'Gift 1' }))
  const button = await screen.findByRole('button', { name: 'Next picture' })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Next product' })).not.toHaveAttribute('aria-disabled'),
  )
  const swipe = (element: HTMLElement) => {
    const [start, end] = [300, 60].map((clientX) => [{ clientX, clientY: 100 }])
    fireEvent.touchStart(element, { touches: start, changedTouches: start })
    fireEvent.touchEnd(element, { changedTouches: end })
  }
  swipe(button)
  expect(await screen.findByRole('dialog', { name: 'Gift 1' })).toBeVisible()
  swipe(screen.getByRole('button', { name: 'Next product' }))
  expect(await screen.findByRole('dialog', { name: 'Gift 2' })).toBeVisible()
})

test('Enter zooms, arrow keys move what is zoomed, and Escape ends it without closing the dialog', async () => {
  const { user } = site('/catalogue', { facts: { pictures } })
  await user.click(await screen.findByRole('link', { name: 'Gift 1' }))
  await screen.findByRole('button', { name: 'Next picture' })
  const zoom = screen.getByRole('button', { name: 'Zoom' })
  zoom.focus()
  await user.keyboard('{Enter}')
  expect(zoom).toHaveAttribute('aria-pressed', 'true')
  const gallery = screen.getByRole('group', { name: 'Pictures' })
  await user.keyboard('{ArrowRight}{ArrowUp}')
  expect(gallery.style.getPropertyValue('--origin')).toBe('70% 30%')
  await user.keyboard('{Escape}')
  expect(zoom).toHaveAttribute('aria-pressed', 'false')
  expect(screen.getByRole('dialog', { name: 'Gift 1' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a colour is chosen by keyboard and shows the picture that it points at', async () => {
  const { user } = site('/product/gift-000000000001', { facts: { pictures, colours } })
  const radios = within(await screen.findByRole('group', { name: 'Colours' }))
  await user.click(radios.getByRole('radio', { name: 'Blue' }))
  expect(screen.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-current', 'true')
  await user.keyboard('{ArrowUp}')
  expect(radios.getByRole('radio', { name: 'Red' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Picture 3' })).toHaveAttribute('aria-current', 'true')
})

test('facts are terms of a list, in the order in which they decide, and one colour is text', async () => {
  site('/product/gift-000000000001', {
    facts: {
      min_quantity: 50,
      material: 'Steel',
      colours: colours.slice(0, 1),
      description: '**Keeps** warm',
    },
  })
  const terms = await screen.findAllByRole('term')
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'Budget',
    'Minimum quantity',
    'Colours',
    'Material',
    'Category',
    'Themes',
    'Industries',
    'Doctor types',
  ])
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole('region', { name: 'Description' })).toHaveTextContent('DescriptionKeeps warm')
  expect(document.querySelector('meta[name=description]')).toHaveAttribute('content', 'Keeps warm')
})

test('a product without facts has its tags alone, one picture, and the way to it for search engines', async () => {
  site('/product/gift-000000000001')
  const terms = await screen.findAllByRole('term')
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'Budget',
    'Category',
    'Themes',
    'Industries',
    'Doctor types',
  ])
  expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull()
  const facts = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(facts).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Product Catalogue' }, { name: 'Drinkware' }, { name: 'Gift 1', position: 3 }],
  })
})

test('visitors see similar products of their preview, and are asked to sign in for more', async () => {
  site('/product/gift-000000000001')
  const similar = within(await screen.findByRole('region', { name: 'Similar products' }))
  expect(similar.getByRole('link', { name: 'Gift 7' })).toBeVisible()
  expect(similar.getByRole('button', { name: 'Sign in to see more' })).toBeVisible()
})

test('where visitors see all products, none is asked to sign in for similar ones', async () => {
  site('/product/gift-000000000001', { facts: { similar: [] }, details: { own_products: 7 } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Gift 1' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Similar products')).toBeNull())
})

test('where the preview has nothing similar, visitors are asked to sign in', async () => {
  site('/product/gift-000000000001', { facts: { similar: [] } })
  expect(await screen.findByRole('button', { name: 'Sign in to see similar products' })).toBeVisible()
})
