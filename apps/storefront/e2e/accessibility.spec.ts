import { expectNoViolations } from '@giftwell/tooling/browser/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, cards } from './support/steps.ts'

test.describe('axe finds nothing', () => {
  test.setTimeout(120_000)

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

  test('in the auth dialog, with a toast', async ({ page, giftwell }) => {
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

  test('on a phone with open filters', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expect(page.getByRole('group', { name: 'Theme' })).toBeVisible()
    await expectNoViolations(page)
  })

  test('where nothing matches, and where nothing can be loaded', async ({ page, context }) => {
    await page.goto(
      '/catalogue?industry=Pharmaceutical&doctor-type=Dentist&category=Apparel+%26+Textiles&budget=Rs.10-100',
    )
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await expectNoViolations(page)
    await context.setOffline(true)
    // What one filter less brings was asked for with the hint to it.
    await page.getByRole('button', { name: 'Clear All' }).click()
    await expect(page.getByText('We could not load the products.')).toBeVisible({ timeout: 20_000 })
    await expectNoViolations(page)
  })

  for (const [path, heading] of [
    ['/account/inquiries', 'My inquiries'],
    ['/privacy', 'Privacy'],
  ] as const) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectNoViolations(page)
    })
  }

  test('where no page is', async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expectNoViolations(page)
  })
})
