import { expect, test } from './support/giftwell.ts'
import { cards, signIn } from './support/steps.ts'

const fewCards = 60

test.beforeEach(async ({ page, giftwell }) => {
  await page.goto('/catalogue')
  await signIn(page, giftwell.admin.email, giftwell.admin.password)
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
})

test('a signed-in customer scrolls through the whole catalogue with few cards in the document', async ({
  page,
}) => {
  const answers: number[] = []
  page.on(
    'response',
    (response) => response.url().includes('/rpc/catalogue_page') && answers.push(response.status()),
  )
  await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
  for (let step = 0; step < 12; step += 1) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const before = answers.length
    await expect.poll(() => answers.length).toBeGreaterThan(before - 1)
    await page.waitForTimeout(120)
    expect(await cards(page).count()).toBeLessThan(fewCards)
  }
  await expect
    .poll(async () => Number(await cards(page).last().locator('xpath=..').getAttribute('aria-posinset')))
    .toBeGreaterThan(300)
  expect(new Set(answers)).toEqual(new Set([200]))
})

test('who comes back finds the place where they were', async ({ page }) => {
  await page.evaluate(() => window.scrollTo(0, 3000))
  await page.waitForTimeout(500)
  const seen = await page.evaluate(
    () =>
      document.elementsFromPoint(window.innerWidth - 200, 400).find((element) => element.matches('article'))
        ?.textContent,
  )
  // Without the scrolling into view that a test's click may do first.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home' })
    .dispatchEvent('click')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeAttached()
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .elementsFromPoint(window.innerWidth - 200, 400)
            .find((element) => element.matches('article'))?.textContent,
      ),
    )
    .toBe(seen)
})

test('a page that the network loses can be asked for again, and comes by itself once the network is back', async ({
  page,
  context,
}) => {
  await context.setOffline(true)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const again = page.getByRole('button', { name: 'Try loading more again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/rest/v1/rpc/'))
  await again.click()
  await asked
  await context.setOffline(false)
  await expect(again).toBeHidden({ timeout: 20_000 })
  await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
})
