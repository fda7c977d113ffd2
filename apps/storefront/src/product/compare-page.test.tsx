import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { comparedRows } from './compare-page.tsx'
import { comparedIn, comparePath } from '../compare/comparison.tsx'

const shortId = (index: number) => `00000000000${index}`
const idOf = (index: number) => `00000000-000${index}-4000-8000-000000000000`
const key = (index: number) => `key${index}`.padEnd(22, '_')

const details = (index: number) => ({
  ...someProducts(1)[0],
  id: idOf(index),
  name: `Gift ${index}`,
  image_url: null,
  video_url: null,
  budget: 'Rs.10-100',
  themes: [],
  category: 'Drinkware',
  subcategory: null,
  industries: [],
  doctor_types: [],
  similar: [],
  key: key(index),
  ...(index === 1 && { material: 'Steel' }),
})

function site(path: string) {
  const backend = fakeBackend({
    catalogue: () => ({ total: 5, products: [0, 1, 2, 3, 4].map(details), next: null }),
    product: (search) => {
      const index = Number(search.get('product'))
      return search.get('share') === key(index) ? details(index) : null
    },
  })
  return { ...backend, ...renderSite({ path }) }
}

test('an address carries the compared products with their keys, four at most and each once', () => {
  const products = [0, 1, 2, 3].map((index) => ({
    id: shortId(index),
    key: index === 2 ? undefined : key(index),
  }))
  const path = comparePath(products)
  expect(path).toMatch(/^\/compare\?products=0{12},0{11}1,/)
  expect(comparedIn(new URL(path, 'http://site.test').searchParams)).toEqual(products)
  const odd = `products=${shortId(1)},${shortId(1)},zzz,,${[2, 3, 4, 5].map(shortId).join()}&keys=bad`
  expect(comparedIn(new URLSearchParams(odd)).map(({ id }) => id)).toEqual([1, 2, 3, 4].map(shortId))
  expect(comparePath([])).toBe('/compare')
})

test('check boxes take up to four products into the comparison, which a reload keeps', async () => {
  const { user, unmount } = site('/catalogue')
  const box = (index: number) => screen.findByRole('checkbox', { name: `Compare Gift ${index}` })
  for (const index of [0, 1, 2, 3]) await user.click(await box(index))
  const bar = within(await screen.findByRole('complementary', { name: 'Comparison' }))
  expect(bar.getByText('4 of 4')).toBeVisible()
  await user.click(await box(4))
  expect(await box(4)).not.toBeChecked()
  expect(await screen.findByText('4 products at most')).toBeVisible()
  await user.click(await box(0))
  expect(bar.getByText('3 of 4')).toBeVisible()
  unmount()

  const again = site('/catalogue')
  await waitFor(async () => expect(await box(1)).toBeChecked())
  const kept = within(await screen.findByRole('complementary', { name: 'Comparison' }))
  const link = kept.getByRole('link', { name: 'Compare' })
  await again.user.click(link)
  expect(await screen.findByRole('columnheader', { name: /Gift 3/ })).toBeVisible()
})

test('the table marks the facts that differ, and a product is removed from it and from the choice', async () => {
  const { user } = site(comparePath([1, 2].map((index) => ({ id: shortId(index), key: key(index) }))))
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Gift 1', 'Gift 2'])
  expect(table.getByRole('rowheader', { name: 'Category' })).not.toHaveTextContent('differs')
  expect(table.getByRole('rowheader', { name: 'Material' })).toHaveAccessibleDescription('differs')
  const row = within(table.getByRole('row', { name: /^Material/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Steel', '–Not stated'])
  await user.click(screen.getByRole('checkbox', { name: 'Differences only' }))
  expect(table.queryByRole('rowheader', { name: 'Category' })).toBeNull()
  await user.click(table.getByRole('button', { name: 'Remove Gift 1' }))
  expect(await screen.findByText(/Tick “Compare” on another product/)).toBeVisible()
  expect(window.location.search).toBe(`?products=${shortId(2)}&keys=${key(2)}`)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await navigator.clipboard.readText()).toBe(window.location.href)
})

test('a product without the right key is not shown to visitors, who are told', async () => {
  const { requests } = site(
    comparePath([
      { id: shortId(1), key: key(1) },
      { id: shortId(2), key: key(1) },
    ]),
  )
  expect(await screen.findByRole('columnheader', { name: 'Gift 1' })).toBeVisible()
  expect(screen.getByText(/^One product is not shown/)).toBeVisible()
  expect(screen.queryByText('Gift 2')).toBeNull()
  expect(requests.filter((request) => request.includes('catalogue_page'))).toEqual([])
})

test.each(['/compare', '/compare?products=x'])('%s says how to choose', async (path) => {
  site(path)
  expect(await screen.findByText(/^Nothing to compare yet\./)).toBeVisible()
})

test('rows are in the order of the facts, whichever product has one', () => {
  const rows = comparedRows([
    { ...details(0), code: 'A' },
    { ...details(1), min_quantity: 50, code: 'A' },
  ])
  expect(rows.map(({ term, differs }) => (differs ? `${term}*` : term))).toEqual([
    'Budget',
    'Category',
    'Minimum quantity*',
    'Material*',
    'Code',
  ])
})
