import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, signIn } from './support/steps.ts'

test.use({ prefetches: true })

/** The columns that a card shows. Every other column would be loaded by all visitors and shown to none. */
const shownColumns = [
  'budget',
  'id',
  'image_colour',
  'image_url',
  'image_widths',
  'name',
  'themes',
  'video_url',
]

/** Records the API requests of the page. */
function recordRequests(page: Page): { catalogue(): string[]; all(): string[] } {
  const addresses: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/rest/v1/')) addresses.push(pathname.slice('/rest/v1/'.length) + search)
  })
  return {
    all: () => addresses,
    catalogue: () => addresses.filter((address) => address.startsWith('rpc/catalogue_page')),
  }
}

/** Waits until the page is idle and has sent all its requests. */
async function waitUntilIdle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done)))),
  )
}

function radio(page: Page, section: string, value: string) {
  return page.getByRole('group', { name: section }).getByRole('radio', { name: value, exact: true })
}

test('the first view requests the products once and the filter options at most once', async ({ page }) => {
  const { all } = recordRequests(page)
  await page.goto('/catalogue')
  await expect(radio(page, 'Budget', 'Rs.10-100')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await waitUntilIdle(page)
  const names = all().map((address) => address.split('?')[0])
  expect(names.filter((name) => name === 'rpc/catalogue_page').length).toBeLessThanOrEqual(1)
  expect(names.filter((name) => name === 'rpc/catalogue_filters').length).toBeLessThanOrEqual(1)
  expect(new Set(all()).size, 'no request twice').toBe(all().length)
})

test('the response has the columns that a card shows and no others', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  const catalogueResponse = page.waitForResponse((response) => response.url().includes('/rpc/catalogue_page'))
  await radio(page, 'Budget', 'Rs.100-500').click()
  // The JSON of catalogue_page; the test checks its keys.
  const { products } = (await (await catalogueResponse).json()) as { products: object[] }
  expect(products).toHaveLength(12)
  for (const product of products) {
    expect(shownColumns).toEqual(expect.arrayContaining(Object.keys(product)))
  }
})

test(
  'hovering a filter prefetches its results once, and clicking it then requests nothing',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/catalogue')
    await expect(cards(page).first()).toBeVisible()
    await waitUntilIdle(page)
    const { catalogue } = recordRequests(page)
    const choice = radio(page, 'Budget', 'Rs.100-500')
    const catalogueResponse = page.waitForResponse((response) => response.url().includes('budget=Rs.100-500'))
    await choice.hover()
    await (await catalogueResponse).finished()
    expect(catalogue()).toHaveLength(1)

    await choice.click()
    await expect(page).toHaveURL(/budget=Rs.100-500/)
    await expect(cards(page).first()).toBeVisible()
    // The pointer may be over another choice by now, which is prefetched, too.
    expect(catalogue().filter((address) => address.includes('budget=Rs.100-500'))).toHaveLength(1)
  },
)

test('moving the pointer quickly over all filters prefetches none', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  await expect(cards(page).first()).toBeVisible()
  await waitUntilIdle(page)
  const { catalogue } = recordRequests(page)
  // In one task of the page, as with a fast movement: the pointer stays on no choice.
  await page.getByRole('group', { name: 'Budget' }).evaluate((group) => {
    for (const label of group.querySelectorAll('label')) {
      label.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
      label.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }))
    }
  })
  await waitUntilIdle(page)
  expect(catalogue()).toEqual([])
})

test('cached results are not requested again, neither by a filter nor by Back', async ({ page }) => {
  await page.goto('/catalogue')
  await radio(page, 'Budget', 'Rs.100-500').click()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear Budget' }).click()
  await expect(radio(page, 'Budget', 'Rs.100-500')).toBeVisible()
  await waitUntilIdle(page)

  const { all } = recordRequests(page)
  await radio(page, 'Budget', 'Rs.100-500').press(' ')
  await expect(page.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await expect(page).toHaveURL(/budget=Rs.100-500/)
  await page.goBack()
  await expect(radio(page, 'Budget', 'Rs.100-500')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await waitUntilIdle(page)
  expect(all()).toEqual([])
})

test('hovering a link into the catalogue prefetches its results', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await waitUntilIdle(page)
  const { all, catalogue } = recordRequests(page)
  const link = page.getByRole('link', { name: 'Browse Pharma Gifts' })
  const catalogueResponse = page.waitForResponse((response) =>
    response.url().includes('industry=Pharmaceutical'),
  )
  await link.hover()
  await (await catalogueResponse).finished()
  await link.click()
  await expect(cards(page).first()).toBeVisible()
  await waitUntilIdle(page)
  expect(catalogue()).toHaveLength(1)
  expect(new Set(all()).size, 'no request twice').toBe(all().length)
})

test(
  'signing in refetches the catalogue once as a customer, and the filters stay',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await expect(cards(page).first()).toBeVisible()
    await waitUntilIdle(page)
    const { catalogue, all } = recordRequests(page)
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await waitUntilIdle(page)
    expect(catalogue()).toHaveLength(1)
    expect(all().filter((address) => address.startsWith('rpc/catalogue_filters'))).toEqual([])
  },
)

test(
  'scrolling the whole catalogue requests each page once',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
    const { catalogue } = recordRequests(page)
    for (let pages = 1; pages <= 5; pages += 1) {
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return catalogue().length
        })
        .toBeGreaterThanOrEqual(pages)
    }
    await waitUntilIdle(page)
    expect(new Set(catalogue()).size).toBe(catalogue().length)
  },
)
