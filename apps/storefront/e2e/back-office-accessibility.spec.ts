import type { Page } from '@playwright/test'
import {
  expectNoViolations,
  expectNoViolationsInDialog,
} from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, fillInquiry, openMailLink, signUp } from './support/steps.ts'

interface JudgedScreen {
  readonly path: string
  readonly title: string
  /** The dialogs that the screen opens: the button, and what the dialog is called. */
  readonly dialogs: readonly (readonly [RegExp, RegExp])[]
}

/** A screen whose records are added and edited in the same dialog; the filled one is checked. */
const managed = (path: string, title: string, one: string): JudgedScreen => ({
  path,
  title,
  dialogs: [[/^Edit /, new RegExp(`^Edit ${one}$`)]],
})

const screens: readonly JudgedScreen[] = [
  { path: '/admin', title: 'Admin Dashboard', dialogs: [[/^Search or jump to/, /^Search or jump to$/]] },
  { path: '/admin/figures', title: 'Figures', dialogs: [] },
  {
    ...managed('/admin/products', 'Products', 'Product'),
    dialogs: [
      [/^Edit /, /^Edit Product$/],
      [/^Add Product$/, /^Add New Product$/],
    ],
  },
  managed('/admin/categories', 'Categories', 'Category'),
  managed('/admin/subcategories', 'Subcategories', 'Subcategory'),
  managed('/admin/industries', 'Industry Tags', 'Industry Tag'),
  managed('/admin/doctor-types', 'Doctor Type Tags', 'Doctor Type Tag'),
  managed('/admin/themes', 'Themes', 'Theme'),
  managed('/admin/stats', 'Stats Blocks', 'Stat Block'),
  managed('/admin/client-logos', 'Client Logos', 'Client Logo'),
  managed('/admin/reply-templates', 'Reply Templates', 'Reply Template'),
  managed('/admin/search-words', 'Search Words', 'Search Word'),
  managed('/admin/branding-methods', 'Branding Methods', 'Branding Method'),
  managed('/admin/campaign-links', 'Campaign Links', 'Campaign Link'),
  { path: '/admin/people', title: 'People', dialogs: [] },
  { path: '/admin/account', title: 'Your Account', dialogs: [] },
  { path: '/admin/quotations', title: 'Quotations', dialogs: [] },
  { path: '/admin/orders', title: 'Orders', dialogs: [] },
  { path: '/admin/companies', title: 'Companies', dialogs: [[/^Add Company$/, /^Add New Company$/]] },
  {
    path: '/admin/privacy',
    title: 'Privacy Requests',
    dialogs: [[/^Record a request$/, /^Record a request$/]],
  },
  ...['retention', 'access', 'breach', 'notices'].map((tab) => ({
    path: `/admin/privacy?tab=${tab}`,
    title: 'Privacy Requests',
    dialogs: [],
  })),
  { path: '/admin/settings', title: 'Site Settings', dialogs: [] },
]

/** The screens with a layout of their own on phones. */
const onPhones = screens.filter(({ path }) =>
  ['/admin', '/admin/figures', '/admin/products', '/admin/stats'].includes(path),
)

/** Opens a screen by its link, or by its address where none is visible. */
async function open(page: Page, path: string) {
  const link = page.getByRole('navigation', { name: 'Back office' }).locator(`a[href="${path}"]`)
  if (await link.isVisible()) await link.click()
  else await page.goto(path)
}

async function judge(page: Page, { path, title, dialogs }: JudgedScreen) {
  await test.step(title, async () => {
    await open(page, path)
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    await expectNoViolations(page)
    for (const [opener, name] of dialogs) {
      await page.getByRole('button', { name: opener }).filter({ visible: true }).first().click()
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toBeVisible()
      await expectNoViolationsInDialog(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
}

test(
  'axe finds no violations on the login page, in the account menu, and on the page for customers',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/login')
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expectNoViolations(page)
    const email = giftwell.newAddress('visitor')
    await page.goto('/catalogue')
    await signUp(page, email)
    await openMailLink(page, await giftwell.newestLink(email))
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/admin')
    await expect(page.getByText('This account is not an administrator.')).toBeVisible()
    await expectNoViolations(page)
  },
)

test.describe('axe finds no violations', () => {
  test.setTimeout(180_000)
  test.use({ signedIn: true })

  /** Screens whose parts the others have, too. */
  const exemplary = new Set(['Admin Dashboard', 'Products', 'Stats Blocks'])

  test('on three screens and in their dialogs', async ({ page }) => {
    for (const screen of screens.filter(({ title }) => exemplary.has(title))) await judge(page, screen)
  })

  test('on the other screens and in their dialogs', { tag: '@full' }, async ({ page }) => {
    for (const screen of screens.filter(({ title }) => !exemplary.has(title))) await judge(page, screen)
  })

  test('on a phone, in its menu and in its dialogs', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Admin Panel' })).toBeVisible()
    await expectNoViolations(page)
    for (const screen of onPhones) await judge(page, screen)
  })

  test('in the leads and the page of one', { tag: '@full' }, async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await addToInquiry(page, 4)
    const email = giftwell.newAddress('reader')
    const inquiry = await fillInquiry(page, { name: 'Test Buyer', company: 'Test Company', email })
    await inquiry.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expect(inquiry).toBeHidden()
    await page.goto('/admin/leads')
    const lead = page.getByRole('row').filter({ hasText: email })
    await expect(lead).toContainText('+1 more')
    await expectNoViolations(page)
    await lead.getByRole('button').first().click()
    await expect(page.getByRole('region', { name: 'Test Buyer' })).toBeVisible()
    await expectNoViolations(page)
  })

  test('where nothing can be loaded', { tag: '@full' }, async ({ page, context }) => {
    // Before it can be prefetched.
    await page.route(/assets\/marketing-screens-.*\.js/, (route) => route.abort())
    await page.goto('/admin/themes')
    await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible()
    await context.route(/\/(rest\/v1\/|auth\/v1\/health)/, (route) => route.abort())
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('Error Loading Dashboard')).toBeVisible({ timeout: 20_000 })
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'Stats' }).click()
    await expect(page.getByText('This screen could not be loaded')).toBeVisible()
    await expectNoViolations(page)
  })
})
