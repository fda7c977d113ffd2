import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { ProductDialog } from '../product/product-overlay.tsx'
import { renderSite } from '../testing/render-site.tsx'

const { rendered, counted } = vi.hoisted(() => {
  const rendered: string[] = []
  /** A component that records that it is rendered. */
  const counted =
    <Args extends readonly unknown[], Result>(name: string, component: (...args: Args) => Result) =>
    (...args: Args) => {
      rendered.push(name)
      return component(...args)
    }
  return { rendered, counted }
})
vi.mock(import('../layout/site-header.tsx'), async (original) => {
  const module = await original()
  return { ...module, SiteHeader: counted('header', module.SiteHeader) }
})
vi.mock(import('../layout/site-footer.tsx'), async (original) => {
  const module = await original()
  return { ...module, SiteFooter: counted('footer', module.SiteFooter) }
})
vi.mock(import('../layout/idle-parts.tsx'), async (original) => {
  const module = await original()
  return { ...module, IdleParts: counted('idle parts', module.IdleParts) }
})
vi.mock(import('./catalogue-page.tsx'), async (original) => {
  const module = await original()
  return { ...module, CataloguePage: counted('page', module.CataloguePage) }
})
vi.mock(import('./filter-section.tsx'), async (original) => {
  const [module, { memo }] = await Promise.all([original(), import('react')])
  return { ...module, FilterSection: memo(counted('section', module.FilterSection.type)) }
})

const session = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }

/** Renders the catalogue and waits until nothing is loaded any more. */
async function catalogue() {
  await ProductDialog.preload()
  const { user, queryClient } = renderSite({ path: '/catalogue', session })
  await screen.findByRole('article', { name: 'Product 1' })
  // The filters by facts come when the page is idle.
  await screen.findByRole('group', { name: 'Colour' })
  // The idle parts' request is the last.
  await waitFor(() => expect(queryClient.getQueryState(['site_details'])?.status).toBe('success'))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  rendered.length = 0
  return user
}

beforeEach(() => {
  rendered.length = 0
  window.localStorage.clear()
  fakeBackend({ catalogue: () => ({ total: 3, products: someProducts(3), next: null }) })
})

test('a filter renders the page and its own section again, and nothing around the page', async () => {
  const user = await catalogue()
  const theme = within(await screen.findByRole('group', { name: 'Theme' }))
  await user.click(theme.getByRole('radio', { name: 'Diwali' }))
  await theme.findByRole('button', { name: 'Clear Theme' })
  // The page once more when the results are there.
  expect(rendered.toSorted()).toEqual(['page', 'page', 'section'])
})

test('a product that opens renders nothing of what is below it, whose elements keep their style', async () => {
  const user = await catalogue()
  await user.click(screen.getByRole('link', { name: 'Product 1' }))
  await screen.findByRole('dialog')
  expect(rendered.filter((name) => name !== 'page')).toEqual([])
  // Mantine's lock sets a variable on the body, which every element inherits.
  expect(document.body).not.toHaveAttribute('data-scroll-locked')
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' }))
})
