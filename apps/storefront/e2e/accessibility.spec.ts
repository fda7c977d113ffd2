import {
  expectNoViolations,
  expectNoViolationsInForcedColours,
} from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, cards } from './support/steps.ts'

test.describe('axe finds no violations', () => {
  test('in the catalogue, with choices', async ({ page }) => {
    await page.goto('/catalogue')
    await expect(cards(page)).toHaveCount(12)
    await page.getByRole('group', { name: 'Industry' }).getByRole('radio', { name: 'Pharmaceutical' }).check()
    await addToInquiry(page, 1)
    await expectNoViolations(page)
  })

  test('on the home page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
    await page.getByRole('button', { name: 'Request a Quote' }).click()
    await expect(page.getByText('Full Name is required')).toBeVisible()
    await expectNoViolations(page)
  })

  test('in the basket, with messages at its fields', async ({ page }) => {
    await page.goto('/catalogue')
    await addToInquiry(page, 1)
    await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    await page.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectNoViolations(page)
  })

  test('in the auth dialog, with a toast', { tag: '@full' }, async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Business Email' }).fill(giftwell.newAddress('nobody'))
    await dialog.getByLabel(/^Password/).fill('wrong password')
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
    await expectNoViolations(page)
  })

  test('on a phone with open filters', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expect(page.getByRole('group', { name: 'Theme' })).toBeVisible()
    await expectNoViolations(page)
  })

  test(
    'where nothing matches, and where nothing can be loaded',
    { tag: '@full' },
    async ({ page, context }) => {
      await page.goto(
        '/catalogue?industry=Pharmaceutical&doctor-type=Dentist&category=Apparel+%26+Textiles&budget=Rs.10-100',
      )
      await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
      await expectNoViolations(page)
      await context.setOffline(true)
      // The results without one filter are prefetched with the hint to them.
      await page.getByRole('button', { name: 'Clear All' }).click()
      await expect(page.getByText('We could not load the products.')).toBeVisible({ timeout: 20_000 })
      await expectNoViolations(page)
    },
  )

  test(
    'among what a search found, in its suggestions and in a product, at 1920 px',
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.goto('/catalogue?q=coper+botle')
      await expect(cards(page).first()).toBeVisible()
      await expectNoViolations(page)
      const field = page.getByRole('searchbox', { name: 'Search products' })
      await expect(field).toHaveAttribute('aria-autocomplete', 'list')
      await field.fill('diw')
      const list = page.getByRole('listbox', { name: 'Suggestions' })
      await expect(list).toBeInViewport({ ratio: 1 })
      const [below, above] = [await list.boundingBox(), await field.boundingBox()]
      expect((below?.x ?? 0) + (below?.width ?? 0), 'suggestions end with the field').toBeCloseTo(
        (above?.x ?? 0) + (above?.width ?? 0),
        -1,
      )
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await cards(page).first().getByRole('heading').getByRole('link').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolations(page)
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(await overflow()).toBe(0)
    },
  )

  test(
    'in forced colours and with reduced motion, where edges stay visible',
    { tag: '@full' },
    async ({ page }) => {
      for (const path of ['/', '/catalogue?theme=Diwali', '/favourites']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectNoViolationsInForcedColours(page)
      }
      await page.goto('/catalogue')
      await addToInquiry(page, 1)
      await page.emulateMedia({ forcedColors: 'active' })
      const floating = [
        cards(page).first(),
        page.getByRole('button', { name: 'Inquiry Basket' }),
        page.getByRole('button', { name: 'Clear All' }).first(),
      ]
      for (const part of floating)
        await expect(part).toHaveCSS('border-top-style', 'solid', { timeout: 5000 })
      await cards(page).first().getByRole('heading').getByRole('link').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInForcedColours(page)
    },
  )

  for (const [path, heading] of [
    ['/account/inquiries', 'My inquiries'],
    ['/privacy', 'Privacy'],
  ] as const) {
    test(`on ${path}`, { tag: '@full' }, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectNoViolations(page)
    })
  }

  test('on the not-found page', { tag: '@full' }, async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expectNoViolations(page)
  })
})
