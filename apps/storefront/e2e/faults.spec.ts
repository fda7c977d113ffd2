import { expect, test } from './support/giftwell.ts'
import { asFromStaticHost } from './support/static-host.ts'
import { cards } from './support/steps.ts'

test('a part of the site that is gone after a deploy says so in its place, and refreshing helps', async ({
  page,
}) => {
  const code = /\/assets\/auth-dialog-[^/]*\.js$/
  await page.route(code, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/catalogue')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'could not be loaded. Please check your connection and try again.',
  )
  await page.unroute(code)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

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

test.describe('without its configuration', () => {
  test.use({ hydrates: false })

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
    // The browser asks before the site's code does, whose timeout begins later.
    await expect(async () => {
      await page.clock.fastForward(31_000)
      await expect(page.getByRole('heading', { name: 'We cannot reach the catalogue' })).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
  })
})
