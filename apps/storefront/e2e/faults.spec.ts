import { expect, test } from './support/giftwell.ts'
import { serveFromStaticHost } from './support/static-host.ts'
import { cards } from './support/steps.ts'

test('a chunk that a deploy removed shows a message instead, and a refresh loads the page', async ({
  page,
}) => {
  const code = /\/assets\/dialogs-[^/]*\.js$/
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

test('the catalogue shows a message while offline, and loads by itself when online again', async ({
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

  test('a site whose configuration fails to load shows a message instead of a blank page', async ({
    page,
  }) => {
    await serveFromStaticHost(page)
    await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'We cannot reach the catalogue' })).toBeVisible()
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' }),
    ).toBeVisible()
  })

  test(
    'a site whose configuration never arrives shows a message after a timeout',
    { tag: '@full' },
    async ({ page }) => {
      await page.clock.install()
      const requested = page.waitForRequest('**/config.json')
      await serveFromStaticHost(page)
      await page.route('**/config.json', () => Promise.resolve())
      await page.goto('/')
      await requested
      // The document preloads the file; the timeout begins later, with the request of the site's code.
      await expect(async () => {
        await page.clock.fastForward(31_000)
        await expect(page.getByRole('heading', { name: 'We cannot reach the catalogue' })).toBeVisible({
          timeout: 1000,
        })
      }).toPass()
    },
  )
})
