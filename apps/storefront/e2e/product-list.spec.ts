import { expect, test } from './support/giftwell.ts'
import {
  anotherAdministrator,
  successToast,
  openProducts,
  productRows,
  productSearch,
  productsHeading,
  saveProduct,
} from './support/product-steps.ts'

test.use({ signedIn: true })

test('search, filters and order are in the address, and Back undoes them', async ({ page }) => {
  await openProducts(page)
  const all = await productsHeading(page).innerText()
  await productSearch(page).fill('LOTUS tea cup')
  await expect(productsHeading(page)).not.toHaveText(all)
  await expect(productRows(page).nth(1)).toContainText(/lotus tea cup/i)
  const found = await productsHeading(page).innerText()

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('Rs.100-500')
  await expect(page).toHaveURL(/budget=Rs\.100-500/)
  await expect(productsHeading(page)).not.toHaveText(found)
  await expect(productRows(page).filter({ hasText: /Rs\.(?!100-500)/ })).toHaveCount(0)

  await page.reload()
  await expect(productSearch(page)).toHaveValue('LOTUS tea cup')
  await expect(page.getByRole('list', { name: 'Filters in use' })).toHaveText('Budget: Rs.100-500')
  await page.goBack()
  await expect(productsHeading(page)).toHaveText(found)
  await page.goBack()
  await expect(productsHeading(page)).toHaveText(all)
  await expect(productSearch(page)).toHaveValue('')

  await productSearch(page).fill('no product is called 100% *_ this')
  await expect(page.getByText('No products match your search and filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(productsHeading(page)).toHaveText(all)

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name-up/)
  const names = () => productRows(page).getByRole('cell').nth(3).allInnerTexts()
  const first = await names()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name Z to A')
  await expect.poll(names).not.toEqual(first)
})

test('products filtered by a tag show all their tags', { tag: '@full' }, async ({ page }) => {
  await openProducts(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('group', { name: 'Filters' })
  const table = page.getByRole('region', { name: 'Products', exact: true })
  const canScroll = (element: Element) => element.scrollHeight > element.clientHeight
  await expect(productRows(page)).toHaveCount(26)
  expect(await table.evaluate(canScroll), 'the table scrolls').toBe(true)
  expect(await page.locator('html').evaluate(canScroll), 'the page around it does, too').toBe(false)
  await panel.getByRole('combobox', { name: 'Industry' }).selectOption('Pharmaceutical')
  await panel.getByRole('combobox', { name: 'Doctor Type' }).selectOption('Cardiologist')
  await panel.getByRole('combobox', { name: 'Theme' }).selectOption('New Year')
  await panel.getByRole('combobox', { name: 'Sample' }).selectOption('No')
  await expect(page.getByRole('button', { name: 'Filters (4)' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Products' })).toHaveAttribute('aria-busy', 'false')
  const found = /Pharmaceutical.*New Year.*Cardiologist/
  await expect(productRows(page).filter({ hasNotText: found })).toHaveCount(1) // the head
  const listed = await productRows(page).filter({ hasText: found }).all()
  expect(listed.length).toBeGreaterThan(0)
  const tags = await Promise.all(listed.map((row) => row.getByRole('cell').nth(5).innerText()))
  expect(tags.some((industries) => industries.includes(', '))).toBe(true)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)

  await panel.getByRole('combobox', { name: 'Doctor Type' }).selectOption('None')
  await expect(page).toHaveURL(/\?doctor_type=none$/)
  await page.reload()
  await expect(panel.getByRole('combobox', { name: 'Doctor Type' })).toHaveValue('none')
  await expect(productRows(page)).toHaveCount(26)
  for (const row of (await productRows(page).all()).slice(1))
    await expect(row.getByRole('cell').nth(7)).toHaveText('-')
})

test('the pager leads through all products and counts them once', { tag: '@full' }, async ({ page }) => {
  const counts: string[] = []
  page.on('request', (request) => request.url().endsWith('/rpc/count_products') && counts.push(request.url()))
  await openProducts(page)
  const total = /[\d,]+/.exec(await productsHeading(page).innerText())?.[0]
  const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(range).toHaveText(`1–25 of ${total}`)
  const firstRow = productRows(page).nth(1)
  const first = await firstRow.innerText()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(range).toHaveText(`26–50 of ${total}`)
  await expect.poll(() => firstRow.innerText()).not.toBe(first)
  const second = await firstRow.innerText()
  await page.getByRole('link', { name: 'Themes' }).click()
  await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(range).toHaveText(`26–50 of ${total}`)
  await expect.poll(() => firstRow.innerText()).toBe(second)
  const pagerAt = () => range.evaluate((element) => element.getBoundingClientRect().top)
  const top = await pagerAt()
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(range).toHaveText(new RegExp(`–${total} of ${total}$`))
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(productRows(page)).toHaveCount(1 + (Number(total?.replace(',', '')) % 25 || 25))
  expect(await pagerAt(), 'the position of the pager on a short page').toBe(top)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(range).toHaveText(`1–25 of ${total}`)
  expect(await firstRow.innerText()).toBe(first)
  expect(counts).toHaveLength(1)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => firstRow.innerText()).not.toBe(first)
  await page.reload()
  await expect(range).toHaveText(`26–50 of ${total}`)
  await expect.poll(() => firstRow.innerText()).toBe(second)
})

test(
  'a toast covers neither the pager nor, on phones, the bar at the top',
  { tag: '@full' },
  async ({ page }) => {
    await openProducts(page)
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit Product' })
    const sizes = [
      [1280, 800],
      [1024, 768],
      [768, 800],
      [360, 740],
    ] as const
    await page.clock.install()
    await saveProduct(dialog, 'Update')
    const toast = successToast(page, 'Product updated successfully')
    await expect(toast).toBeVisible()
    const next = page.getByRole('button', { name: 'Next page' })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await next.click({ trial: true })
    }
    await page.getByRole('button', { name: 'Open menu' }).click({ trial: true })
  },
)

test(
  'a link to a page of the list shows the same rows to another administrator',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await openProducts(page, '/admin/products?sort=name-up&size=50')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=3/)
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    const names = await productRows(page).getByRole('cell').nth(3).innerText()
    const other = await anotherAdministrator(browser, giftwell, page.url())
    await expect(other.getByRole('navigation', { name: 'Pages' }).getByRole('status')).toHaveText(
      /^101–150 of /,
    )
    await expect(productRows(other).getByRole('cell').nth(3)).toHaveText(names)
    await other.context().close()
  },
)

test('leaving a screen while it loads writes nothing to the console', { tag: '@full' }, async ({ page }) => {
  const written: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') written.push(message.text())
  })
  await page.route('**/rest/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/admin/products')
  const links = page.getByRole('navigation', { name: 'Back office' })
  for (const name of ['Leads', 'Dashboard', 'Themes', 'Products', 'Subcategories', 'Leads', 'Stats'])
    await links.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('table', { name: 'Stats Blocks' })).toBeVisible()
  expect(written).toEqual([])
})
