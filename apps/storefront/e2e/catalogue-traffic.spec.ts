import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, signIn } from './support/steps.ts'

test.use({ prefetches: true })

/** What a card shows; any other column would be paid for by every visitor and seen by none. */
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

/** The addresses that the page asks the API for, from now on. */
function asked(page: Page): { catalogue(): string[]; all(): string[] } {
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

/** Until the page has nothing left to do, and so nothing left to ask for. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done)))),
  )
}

function radio(page: Page, section: string, value: string) {
  return page.getByRole('group', { name: section }).getByRole('radio', { name: value, exact: true })
}

test('the first view asks once for the products and at most once for what they are filtered by', async ({
  page,
}) => {
  const { all } = asked(page)
  await page.goto('/catalogue')
  await expect(radio(page, 'Budget', 'Rs.10-100')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await rest(page)
  const names = all().map((address) => address.split('?')[0])
  expect(names.filter((name) => name === 'rpc/catalogue_page').length).toBeLessThanOrEqual(1)
  expect(names.filter((name) => name === 'rpc/catalogue_filters').length).toBeLessThanOrEqual(1)
  expect(new Set(all()).size, 'nothing twice').toBe(all().length)
})

test('an answer holds the columns that a card shows and no others', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  const answer = page.waitForResponse((response) => response.url().includes('/rpc/catalogue_page'))
  await radio(page, 'Budget', 'Rs.100-500').click()
  // The function's own form; the test is about its names.
  const { products } = (await (await answer).json()) as { products: object[] }
  expect(products).toHaveLength(12)
  for (const product of products) {
    expect(shownColumns).toEqual(expect.arrayContaining(Object.keys(product)))
  }
})

test('a filter under the pointer is asked for once, and clicking it then asks for nothing', async ({
  page,
}) => {
  await page.goto('/catalogue')
  await expect(cards(page).first()).toBeVisible()
  await rest(page)
  const { catalogue } = asked(page)
  const choice = radio(page, 'Budget', 'Rs.100-500')
  const answer = page.waitForResponse((response) => response.url().includes('budget=Rs.100-500'))
  await choice.hover()
  await (await answer).finished()
  expect(catalogue()).toHaveLength(1)

  await choice.click()
  await expect(page).toHaveURL(/budget=Rs.100-500/)
  await expect(cards(page).first()).toBeVisible()
  // The pointer may be over another choice by now, which is not this one.
  expect(catalogue().filter((address) => address.includes('budget=Rs.100-500'))).toHaveLength(1)
})

test('sweeping over all filters asks for none of them', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  await expect(cards(page).first()).toBeVisible()
  await rest(page)
  const { catalogue } = asked(page)
  // In one task of the page, as a fast hand does: no choice has the pointer for long.
  await page.getByRole('group', { name: 'Budget' }).evaluate((group) => {
    for (const label of group.querySelectorAll('label')) {
      label.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
      label.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }))
    }
  })
  await rest(page)
  expect(catalogue()).toEqual([])
})

test('results that were seen are not asked for again, neither by a filter nor by going back', async ({
  page,
}) => {
  await page.goto('/catalogue')
  await radio(page, 'Budget', 'Rs.100-500').click()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear Budget' }).click()
  await expect(radio(page, 'Budget', 'Rs.100-500')).toBeVisible()
  await rest(page)

  const { all } = asked(page)
  await radio(page, 'Budget', 'Rs.100-500').press(' ')
  await expect(page.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await expect(page).toHaveURL(/budget=Rs.100-500/)
  await page.goBack()
  await expect(radio(page, 'Budget', 'Rs.100-500')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await rest(page)
  expect(all()).toEqual([])
})

test('hovering a link into the catalogue prefetches its results', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await rest(page)
  const { all, catalogue } = asked(page)
  const link = page.getByRole('link', { name: 'Browse Pharma Gifts' })
  const answer = page.waitForResponse((response) => response.url().includes('industry=Pharmaceutical'))
  await link.hover()
  await (await answer).finished()
  await link.click()
  await expect(cards(page).first()).toBeVisible()
  await rest(page)
  expect(catalogue()).toHaveLength(1)
  expect(new Set(all()).size, 'nothing twice').toBe(all().length)
})

test(
  'signing in refetches the catalogue once as a customer, and the filters stay',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await expect(cards(page).first()).toBeVisible()
    await rest(page)
    const { catalogue, all } = asked(page)
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await rest(page)
    expect(catalogue()).toHaveLength(1)
    expect(all().filter((address) => address.startsWith('rpc/catalogue_filters'))).toEqual([])
  },
)

test('the whole catalogue asks for each of its pages once', { tag: '@full' }, async ({ page, giftwell }) => {
  await page.goto('/catalogue')
  await signIn(page, giftwell.admin.email, giftwell.admin.password)
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
  const { catalogue } = asked(page)
  for (let pages = 1; pages <= 5; pages += 1) {
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        return catalogue().length
      })
      .toBeGreaterThanOrEqual(pages)
  }
  await rest(page)
  expect(new Set(catalogue()).size).toBe(catalogue().length)
})
