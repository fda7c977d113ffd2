import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { cards } from './support/steps.ts'

test('a product opens over the grid and, after a reload, on a page of its own', async ({ page }) => {
  await page.goto('/catalogue?theme=Diwali')
  const link = cards(page).first().getByRole('heading').getByRole('link')
  const name = await link.innerText()
  await link.click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(page).toHaveURL(/\/product\/[a-z0-9-]+-[0-9a-f]{12}\?theme=Diwali$/)
  await expectNoViolations(page)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name, exact: true })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Diwali' })).toBeVisible()
  await expectNoViolations(page)
  expect(await page.locator('script[type="application/ld+json"]').innerText()).not.toContain('price')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').locator('img:visible').first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Add to Inquiry' }).click()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cards(page).first().getByRole('button', { name: 'Added to Inquiry' })).toBeVisible()
})

test('a shared product shows only what its receiver may see, and hides whether others exist', async ({
  page,
  browser,
  giftwell,
  request,
}) => {
  const context = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: await giftwell.adminStorage(),
  })
  const customer = await context.newPage()
  const catalogueResponse = customer.waitForResponse(/rpc\/catalogue_page/)
  await customer.goto('/catalogue')
  const { products } = (await (await catalogueResponse).json()) as {
    products: { id: string; name: string }[]
  }
  const [seen, beyond] = [products[1], products[40]]
  if (!seen || !beyond) throw new Error('The demo catalogue has more products')
  const unknown = '/product/copper-bottle-ffffffffffff'

  await customer.goto(productPath(beyond))
  await expect(customer.getByRole('heading', { level: 1, name: beyond.name })).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Similar products' }).getByRole('link')).toHaveCount(8)
  await customer.goto(unknown)
  await expect(customer.getByText('Oops! Page not found')).toBeVisible()
  await context.close()

  const served = await request.get(productPath(seen))
  expect([served.status(), await served.text()]).toEqual([
    200,
    expect.stringMatching(/<title>[^<]+ · Giftwell<\/title>.*property="og:image".*"@type":"BreadcrumbList"/s),
  ])
  const [hidden, none] = [await request.get(productPath(beyond)), await request.get(unknown)]
  expect([hidden.status(), none.status()]).toEqual([404, 404])
  expect(await hidden.text()).toBe(await none.text())
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`${productPath(seen)}</loc>`)

  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  for (const id of [beyond.id.replaceAll('-', ''), 'ffffffffffff']) {
    for (const filters of [
      '{}',
      '{"page_size":100}',
      '{"after":"99.1738000000000000.00000000-0000-4000-8000-000000000000"}',
    ]) {
      const api = await request.get('/rest/v1/rpc/product_page', {
        params: { product: id, filters },
        headers: { apikey: supabaseKey },
      })
      expect([api.status(), await api.text()]).toEqual([200, 'null'])
    }
  }
  for (const address of [productPath(beyond), unknown]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Sign in to view details' })).toBeVisible()
    await expect(page.locator('main')).not.toContainText(beyond.name)
  }
})
