import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { type ApiRequest, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { factColumns } from '@giftwell/shared/products/product-facts.ts'
import {
  bags,
  diwali,
  drinkware,
  idOf,
  isProductCount,
  isProductPage,
  pharma,
  showProducts,
  tumbler,
} from '../testing/show-products.tsx'

const pagesOf = (requests: readonly ApiRequest[]) => requests.filter(isProductPage)
const countsOf = (requests: readonly ApiRequest[]) => requests.filter(isProductCount)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the products are listed in the columns of product.md, under their count', async () => {
  const bare = {
    ...tumbler,
    id: idOf(21),
    name: 'Bare Thing',
    image_url: null,
    budget: null,
    is_sample: false,
    categories: null,
    product_industry_tags: [],
    product_doctor_type_tags: [],
  }
  const { requests } = showProducts((request) => {
    if (isProductCount(request)) return 3556
    return isProductPage(request) ? [tumbler, bare] : undefined
  })
  expect(screen.getByText('Loading products...')).toBeVisible()
  expect(
    await screen.findByRole('heading', { name: `All Products (${(3556).toLocaleString()})` }),
  ).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Image',
    'Name',
    'Category',
    'Budget',
    'Industries',
    'Themes',
    'Doctor Types',
    'Sample',
    'Featured',
    'Actions',
  ])
  const [, first, second] = screen.getAllByRole('row')
  const cells = (row: HTMLElement | undefined) =>
    within(row ?? document.body)
      .getAllByRole('cell')
      .slice(2, -1)
      .map((cell) => cell.textContent)
  expect(cells(first)).toEqual([
    'Steel Tumbler',
    'Drinkware',
    'Rs.100-500',
    'Banking, PHARMACEUTICAL',
    '-',
    'Dentist',
    '✓',
    '✗',
  ])
  expect(cells(second)).toEqual(['Bare Thing', '-', '-', '-', '-', '-', '✗', '✗'])
  expect(Object.fromEntries(pagesOf(requests)[0]?.query ?? [])).toEqual({
    select: [
      '*,categories(name),subcategories(name),product_industry_tags(industry_tags(id,name))',
      'product_doctor_type_tags(doctor_type_tags(id,name)),product_themes(themes(id,name))',
      ...factColumns,
    ]
      .join(',')
      .replaceAll(' ', ''),
    order: 'created_at.desc,id.asc',
    limit: String(pageSize),
  })
})

test('search, filters and order come from the address and are applied by the server', async () => {
  const { requests } = showProducts(
    () => undefined,
    `/admin/products?search=steel+50%25&sort=name-down&category=${drinkware.id}&industry=${pharma.id}&sample=yes&theme=nonsense`,
  )
  expect(await screen.findByRole('heading', { name: 'All Products (1)' })).toBeVisible()
  const [page] = pagesOf(requests)
  const filters = { category: drinkware.id, industry: pharma.id, sample: 'yes' }
  expect(page?.path).toBe('/rest/v1/rpc/find_products')
  expect(page?.body).toEqual({
    words: 'steel 50%',
    filters,
    sorted: 'name',
    ascending: false,
    size: pageSize,
  })
  expect(page?.query.get('order')).toBe('name.desc,id.desc')
  expect(countsOf(requests).map(({ body }) => body)).toEqual([{ words: 'steel 50%', filters }])
  expect(screen.getByRole('searchbox', { name: 'Search products' })).toHaveValue('steel 50%')
  const inUse = within(screen.getByRole('list', { name: 'Filters in use' })).getAllByRole('listitem')
  expect(inUse.map((chip) => chip.textContent)).toEqual([
    'Category: Drinkware',
    'Industry: PHARMACEUTICAL',
    'Sample: Yes',
  ])
})

test('another category clears the subcategory’s filter, and everything can be cleared', async () => {
  const filtersOf = (request: ApiRequest | undefined): unknown => Object(request?.body).filters
  const { user, requests } = showProducts((request) =>
    isProductPage(request) && 'theme' in Object(filtersOf(request)) ? [] : undefined,
  )
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Drinkware')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Subcategory' }), 'Tumblers')
  await waitFor(() => expect(filtersOf(pagesOf(requests).at(-1))).toHaveProperty('subcategory'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Bags')
  await waitFor(() => expect(filtersOf(pagesOf(requests).at(-1))).toEqual({ category: bags.id }))

  await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), diwali.name)
  expect(await screen.findByText('No products match your search and filters.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await screen.findByRole('row', { name: /Steel Tumbler/ })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull()
})

test('products are filtered by figures, which only administrators may see', async () => {
  const filterNames = async (role: 'administrator' | 'sales') => {
    const { user, unmount } = showProducts(undefined, undefined, undefined, undefined, undefined, role)
    await screen.findByRole('row', { name: /Steel Tumbler/ })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const names = within(screen.getByRole('group', { name: 'Filters' }))
      .getAllByRole<HTMLSelectElement>('combobox')
      .map(({ labels }) => labels[0]?.textContent)
    unmount()
    sessionStorage.clear()
    return names
  }
  const figures = ['Seen 100 times, never asked', 'Asked, never quoted', 'Quoted and declined']
  expect(await filterNames('administrator')).toEqual(expect.arrayContaining(['To fix', ...figures]))
  const ofSales = await filterNames('sales')
  expect(ofSales).toContain('To fix')
  expect(ofSales.filter((name) => figures.includes(name ?? ''))).toEqual([])
})

test('products that lack something are found by “None”, and the panel of the filters stays open for the visit', async () => {
  const { user, requests, unmount } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  for (const name of ['Category', 'Theme', 'Image']) {
    await user.selectOptions(screen.getByRole('combobox', { name }), 'None')
  }
  const filters = { category: 'none', theme: 'none', image: 'none' }
  await waitFor(() => expect(countsOf(requests).at(-1)?.body).toEqual({ words: '', filters }))
  expect(screen.getByText('Image: None')).toBeVisible()

  unmount()
  showProducts(undefined, '/admin/products?theme=none&image=none')
  expect(await screen.findByRole('combobox', { name: 'Theme' })).toHaveDisplayValue('None')
  expect(screen.getByRole('combobox', { name: 'Image' })).toHaveDisplayValue('None')
})

test('the next page begins after the last row, and is not counted again', async () => {
  const full = Array.from({ length: pageSize }, (_, index) => ({
    ...tumbler,
    id: idOf(100 + index),
    name: `Thing ${index}`,
  }))
  const { user, requests } = showProducts((request) => {
    if (isProductCount(request)) return pageSize + 1
    if (!isProductPage(request)) return undefined
    return request.query.has('or') ? [tumbler] : full
  })
  await screen.findByRole('row', { name: /Thing 24/ })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await screen.findByRole('row', { name: /Steel Tumbler/ })).toBeVisible()
  expect(screen.getByText('26–26 of 26')).toBeVisible()
  expect(pagesOf(requests).at(-1)?.query.get('or')).toContain(`id.gt.${idOf(124)}`)
  expect(countsOf(requests)).toHaveLength(1)
})

test('tags that do not fit into the column are counted and named', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void
      constructor(report: () => void) {
        this.observe = report
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return 8 * (this.textContent?.length ?? 0)
  })
  const tags = ['Automotive', 'Banking', 'Pharmaceutical', 'Technology'].map((name) => ({
    industry_tags: { id: name, name },
  }))
  showProducts((request) =>
    isProductPage(request) ? [{ ...tumbler, product_industry_tags: tags }] : undefined,
  )
  const names = await screen.findByTitle('Automotive, Banking, Pharmaceutical, Technology')
  expect(names).toHaveTextContent(/^Automotive, Banking, Pharmaceutical, Technology$/)
  expect(names.querySelector('[data-more]')).toHaveAttribute('data-more', '+2')
})

test('the head of the names sorts', async () => {
  const { user, requests } = showProducts()
  const head = await screen.findByRole('columnheader', { name: 'Name' })
  expect(head).toHaveAttribute('aria-sort', 'none')
  await user.click(within(head).getByRole('button'))
  await user.click(within(head).getByRole('button'))
  await waitFor(() => expect(pagesOf(requests).at(-1)?.query.get('order')).toBe('name.desc,id.desc'))
  expect(head).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name-down')
})

test('a list that failed with an auth error is refetched only on Retry', async () => {
  let isRefused = true
  const { user, requests } = showProducts((request) =>
    isRefused && isProductPage(request) ? apiError('PGRST301', 'JWT expired', 401) : undefined,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products: Your session is over')
  expect(pagesOf(requests)).toHaveLength(1)
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Steel Tumbler/ })).toBeVisible()
})

test('nothing is requested before the session is ready', async () => {
  const { requests } = showProducts(undefined, undefined, null)
  await waitFor(() => expect(requests.some(({ path }) => path === '/rest/v1/themes')).toBe(true))
  expect(pagesOf(requests)).toEqual([])
  expect(countsOf(requests)).toEqual([])
})
