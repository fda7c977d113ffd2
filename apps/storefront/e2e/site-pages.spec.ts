import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'

test.use({ signedIn: true })

const tagline = 'Experience the Art of Corporate Gifting'
const promise =
  'From 3000+ considered gifts to one quote within a day, for every team, client and conference.'
const photo = { width: 1600, height: 1200, type: 'image/jpeg' } as const

/** Saves and waits until the form shows what was saved. */
async function save(page: Page) {
  const saved = page.waitForResponse(
    (response) => response.url().includes('/rest/v1/site_settings') && response.request().method() !== 'GET',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).ok()).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'successfully' }).last()).toBeVisible()
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

// The other tests of this site expect its defaults.
test.afterEach(async ({ page }) => {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Reset to the default' }).click()
  for (const name of ['Second phone', 'Label of the second phone', 'Text of the terms'])
    await field(page, name).fill('')
  await save(page)
})

test('the home page’s words and picture, a second telephone number and the terms are in the HTML that visitors get', async ({
  page,
  browser,
  giftwell,
}) => {
  const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL: giftwell.baseUrl })
  const site = await visitor.newPage()
  await site.goto('/')
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(tagline)
  await expect(site.getByText(promise)).toBeVisible()
  expect((await site.request.get('/terms')).status()).toBe(404)
  await expect(site.getByRole('link', { name: 'Terms' })).toHaveCount(0)

  await page.goto('/admin/settings')
  const preview = page.getByRole('figure', { name: 'Preview of the home page' })
  await expect(preview).toContainText(tagline)
  await field(page, 'Headline').fill('Gifts that arrive on time')
  await field(page, 'Text below the headline').fill('Packed in Pune, delivered anywhere in India.')
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await drawPhoto(page, 'small.jpg', { ...photo, width: 900, height: 675 }))
  await expect(page.getByText(/small\.jpg is too small for the home page/)).toBeVisible()
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await drawPhoto(page, 'boxes.jpg', { ...photo, isGrainy: true }))
  await field(page, 'Alternative text of the picture').fill('Boxes with ribbons')
  await expect(preview.getByRole('img', { name: 'Boxes with ribbons' })).toHaveJSProperty('complete', true)
  await expect(preview).toContainText('Gifts that arrive on time')
  await field(page, 'Second phone').fill('+91 98765 43210')
  await field(page, 'Label of the second phone').fill('Orders')
  await field(page, 'Text of the terms').fill('**Payment**\n\n- within *30* days\n- <b>by transfer</b>')
  await expectNoViolations(page)
  await save(page)

  await expect(async () => {
    await site.goto('/')
    await expect(site.getByRole('heading', { level: 1 })).toHaveText('Gifts that arrive on time', {
      timeout: 1000,
    })
  }).toPass()
  await expect(site).toHaveTitle('Giftwell · Gifts that arrive on time')
  await expect(site.getByText('Packed in Pune, delivered anywhere in India.')).toBeVisible()
  const picture = site.getByRole('img', { name: 'Boxes with ribbons' })
  await expect(picture).toHaveJSProperty('naturalWidth', 960)
  await expect(site.getByRole('link', { name: '+91 98765 43210 (Orders)' })).toHaveAttribute(
    'href',
    'tel:+919876543210',
  )
  await site.setViewportSize({ width: 390, height: 844 })
  await site.reload()
  await expect(picture).toHaveJSProperty('naturalWidth', 480)
  const bytes = await picture.evaluate((image: HTMLImageElement) =>
    performance
      .getEntriesByName(image.currentSrc)
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  expect(bytes, 'it is loaded once').toHaveLength(1)
  expect(bytes[0]).toBeGreaterThan(1000)
  expect(bytes[0]).toBeLessThanOrEqual(11_500)

  await site.getByRole('link', { name: 'Terms' }).click()
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await expect(site.getByRole('listitem').filter({ hasText: 'within 30 days' })).toBeVisible()
  await expect(site.getByText('<b>by transfer</b>')).toBeVisible()
  await expect(site.getByText(/^Last changed on \d+ \w+ \d{4}$/)).toBeVisible()
  expect(await (await site.request.get('/sitemap.xml')).text()).toContain('/terms</loc><lastmod>')
  await visitor.close()

  // Hydrated, nothing has moved or been loaded twice.
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  for (const path of ['/', '/terms']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/terms')
  await expectNoViolations(page)
  expect(faults).toEqual([])
})

test('one press brings the specified words and drawing back', async ({ page, request }) => {
  await page.goto('/admin/settings')
  await field(page, 'Headline').fill('For a while')
  await save(page)
  await expect.poll(async () => (await request.get('/')).text()).toContain('For a while')
  await page.getByRole('button', { name: 'Reset to the default' }).click()
  await expect(page.getByRole('figure', { name: 'Preview of the home page' })).toContainText(tagline)
  await save(page)
  await expect.poll(async () => (await request.get('/')).text()).not.toContain('For a while')
  const home = await (await request.get('/')).text()
  expect(home).toContain(`>${tagline}</h1>`)
  expect(home).toContain(promise)
  expect(home).toMatch(/hero-phone-[\w-]+\.avif/)
})
