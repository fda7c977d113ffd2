import { expect, test } from './support/giftwell.ts'
import { adminSignIn, cards } from './support/steps.ts'

test('the home page shows its seven parts with real pictures', async ({ page }) => {
  await page.goto('/')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' }),
  ).toBeVisible()
  for (const name of [
    'Trusted by Leading Companies',
    'Our Impact in Numbers',
    'Featured Products',
    'Choose Your Industry',
    'Get Custom Solutions',
  ]) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect(page.getByRole('contentinfo')).toContainText('All rights reserved')
  const featured = page.getByRole('region', { name: 'Featured Products' }).getByRole('article')
  await expect(featured).toHaveCount(6)
  for (const picture of await featured.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300)
  }
})

test('the stats end at their values', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const stats = page.getByRole('region', { name: 'Our Impact in Numbers' }).getByRole('listitem')
  await stats.first().scrollIntoViewIfNeeded()
  for (const stat of await stats.all()) {
    const value = await stat.locator('.visually-hidden').innerText()
    await expect(stat.locator('[aria-hidden]')).toHaveText(value)
  }
})

test('the header’s links lead to pages and to sections of the home page', async ({ page }) => {
  await page.goto('/catalogue')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.getByRole('heading', { name: 'Request a Quote' })).toBeInViewport()
  await main.getByRole('link', { name: 'Industries' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Industry' })).toBeInViewport()
  await main.getByRole('link', { name: 'Catalogue' }).click()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeInViewport()
})

test(
  'Browse Pharma Gifts opens the catalogue with that industry chosen',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse Pharma Gifts' }).click()
    await expect(page).toHaveURL(/\/catalogue\?industry=Pharmaceutical$/)
    await expect(page.getByRole('button', { name: 'Clear Industry' })).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
  },
)

test('View in Catalogue leads to the card of its product', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  const featured = page.getByRole('region', { name: 'Featured Products' }).getByRole('article').last()
  // A card that is far below the window is not rendered, and has no inner text.
  const name = await featured.getByRole('heading').textContent()
  if (!name) throw new Error('The card has no heading')
  await featured.getByRole('link', { name: 'View in Catalogue' }).click()
  await expect(page).toHaveURL(/\/catalogue$/)
  const card = cards(page).filter({ hasText: name })
  await expect(card).toBeInViewport({ ratio: 1 })
  await expect(card.getByRole('heading')).toBeFocused()
})

test('a quote request becomes a lead without products', async ({ page, giftwell }) => {
  await page.goto('/')
  const email = giftwell.newAddress('quote')
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Test Planner')
  await page.getByRole('textbox', { name: 'Company Name' }).fill('Test Company')
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('022 2345 6789')
  await page.getByRole('textbox', { name: 'Message' }).fill('Two hundred hampers')
  await page.getByRole('button', { name: 'Request a Quote' }).click()
  await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you for your interest!' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeVisible({ timeout: 8000 })
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('')

  await page.goto('/admin/leads')
  await adminSignIn(page, giftwell.admin)
  const lead = page.getByRole('row').filter({ hasText: email })
  await expect(lead).toContainText('Two hundred hampers')
  await expect(lead).toContainText('None')
})

test('on a phone the menu leads everywhere and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Industries' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Industry' })).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(360)
  for (const path of ['/', '/catalogue']) {
    await page.goto(path)
    await page.addStyleTag({ content: 'html { font-size: 32px }' })
    expect(await width(), `${path} with text of twice the size`).toBe(360)
  }
})

test('the home page prints its words and logos without controls', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('button', { name: 'Login' }),
    page.getByRole('button', { name: 'Request a Quote' }),
    page.getByText('Pause logos'),
    page.getByRole('contentinfo'),
  ]) {
    await expect(part).toBeHidden()
  }
  const logos = page.getByRole('region', { name: 'Trusted by Leading Companies' }).getByRole('img')
  const { width = 0 } = page.viewportSize() ?? {}
  for (const logo of await logos.all()) {
    const box = await logo.boundingBox()
    expect(box !== null && box.x >= 0 && box.x + box.width <= width).toBe(true)
  }
  await expect(page.getByRole('heading', { name: 'Our Impact in Numbers' })).toHaveCSS(
    'color',
    'rgb(36, 27, 47)',
  )
})
