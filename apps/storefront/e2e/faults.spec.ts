import type { Page, Route } from '@playwright/test'

import { drawPhoto } from '@giftwell/tooling/browser/test-photos.ts'

import { expect, test } from './support/giftwell.ts'
import {
  addProduct,
  deleteProduct,
  goodToast,
  newProductName,
  openProducts,
} from './support/product-steps.ts'
import { addToInquiry, adminSignIn, cards } from './support/steps.ts'
import { asFromStaticHost } from './support/static-host.ts'

for (const { part, open, works } of [
  {
    part: 'basket-dialog',
    open: async (page: Page) => {
      await page.goto('/catalogue')
      await addToInquiry(page, 1)
      await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    },
    works: (page: Page) => page.getByRole('button', { name: 'Inquiry Basket' }),
  },
  {
    part: 'auth-dialog',
    open: async (page: Page) => {
      await page.goto('/catalogue')
      await page.getByRole('button', { name: 'Login' }).click()
    },
    works: (page: Page) => page.getByRole('button', { name: 'Login' }),
  },
  {
    part: 'admin-routes',
    open: (page: Page) => page.goto('/admin/login'),
    works: (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }),
  },
]) {
  test(`a part of the site that is gone after a deploy (${part}) says so in its place, and refreshing helps`, async ({
    page,
  }) => {
    const code = new RegExp(`/assets/${part}-[^/]*\\.js$`)
    await page.route(code, (route) => route.fulfill({ status: 404, body: 'gone' }))
    await open(page)
    await expect(page.getByRole('alert')).toContainText(
      'could not be loaded. Please check your connection and try again.',
    )
    await page.unroute(code)
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(works(page)).toBeVisible()
  })
}

test('a catalogue that cannot be reached says so and loads by itself when it can be again', async ({
  page,
  context,
}) => {
  await page.goto('/catalogue')
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'Rs.100-500' }).check()
  await expect(page.getByText('We could not load the products. Please check your connection.')).toBeVisible({
    timeout: 20_000,
  })
  await context.setOffline(false)
  await expect(cards(page)).toHaveCount(12)
})

test('a site whose configuration cannot be had says so instead of staying blank', async ({ page }) => {
  await asFromStaticHost(page)
  await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'We cannot reach the catalogue' })).toBeVisible()
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' }),
  ).toBeVisible()
})

test('a site whose configuration never comes says so after a while', async ({ page }) => {
  await page.clock.install()
  const asked = page.waitForRequest('**/config.json')
  await asFromStaticHost(page)
  await page.route('**/config.json', () => Promise.resolve())
  await page.goto('/')
  await asked
  // The browser asks before the site's code does, whose patience begins later.
  await expect(async () => {
    await page.clock.fastForward(31_000)
    await expect(page.getByRole('heading', { name: 'We cannot reach the catalogue' })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
})

test('a part of the site whose code hangs says so after half a minute, and comes when it is tried again', async ({
  page,
  giftwell,
}) => {
  await page.clock.install()
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/themes-screen-[^/]*\.js$/, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  await page.goto('/admin')
  await adminSignIn(page, giftwell.admin)
  await page.getByRole('link', { name: 'Themes' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('alert')).toContainText('This screen could not be loaded.')
  isHeld = false
  for (const route of held) await route.continue()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Add Theme' })).toBeVisible()
})

test('an upload that hangs is cancelled without losing what was typed, and works when it is tried again', async ({
  page,
  giftwell,
}) => {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/storage/v1/object/product-images/**', async (route) => {
    if (isHeld && route.request().method() === 'POST') held.push(route)
    else await route.continue()
  })
  const name = newProductName()
  await openProducts(page, giftwell)
  await addProduct(page, name)
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Product Image')
    .setInputFiles(await drawPhoto(page, 'lamp.jpg', { width: 64, height: 48, type: 'image/jpeg' }))
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  isHeld = false
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(goodToast(page, 'Product created successfully')).toBeVisible()
  await deleteProduct(page, name)
})
