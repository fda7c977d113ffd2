import { expect, test } from './support/giftwell.ts'
import { serveFromStaticHost } from './support/static-host.ts'
import { addToInquiry, cards, changedText } from './support/steps.ts'

test('an anonymous visitor gets the preview, and no response has more of the catalogue', async ({ page }) => {
  const sizes: number[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/rest/v1/')) return
    const body: unknown = await response.json().catch(() => null)
    const products: unknown = Array.isArray(body) ? body : Object(body).products
    if (Array.isArray(products)) sizes.push(products.length)
  })
  await serveFromStaticHost(page)
  await page.goto('/catalogue')
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
  await expect(page.getByText(/^Viewing 12 of \d+ products • Sign in to see all \d+ products$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Inquiry' })).toHaveCount(8)
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(4)
  await expect(page.getByText('Premium Product')).toHaveCount(6)
  expect(Math.max(...sizes)).toBe(12)
})

test('a server-rendered page has no more than the preview in its data', async ({ request }) => {
  const html = await (await request.get('/catalogue')).text()
  expect(html.match(/<article/g)).toHaveLength(12)
  expect(html.match(/"image_url":/g)).toHaveLength(12)
})

test('every filter narrows the results, and back, forward and reload give the same view', async ({
  page,
}) => {
  await page.goto('/catalogue')
  const total = page.getByText(/^Viewing \d+ of \d+ products/)
  const whole = await total.innerText()
  await page.getByRole('group', { name: 'Budget' }).getByRole('radio', { name: 'Rs.100-500' }).check()
  const byBudget = await changedText(total, whole)
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Diwali' }).check()
  const byBoth = await changedText(total, byBudget)
  await expect(page).toHaveURL(/theme=Diwali/)

  await page.goBack()
  await expect(total).toHaveText(byBudget)
  await expect(page.getByRole('button', { name: 'Clear Theme' })).toBeHidden()
  await expect(
    page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Diwali' }),
  ).toBeVisible()
  await page.goForward()
  await expect(total).toHaveText(byBoth)
  await page.reload()
  await expect(total).toHaveText(byBoth)
  await expect(page.getByRole('button', { name: 'Clear Theme' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(total).toHaveText(whole)
  await expect(page).toHaveURL(/\/catalogue$/)
})

test('choosing a category shows its subcategories, the pharmaceutical industry its doctor types', async ({
  page,
}) => {
  await page.goto('/catalogue?industry=Pharmaceutical')
  await page.getByRole('group', { name: 'Doctor Type' }).getByRole('radio').first().check()
  await expect(page).toHaveURL(/doctor-type=/)
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('group', { name: 'Category' }).getByRole('radio').first().check()
  await expect(page.getByRole('group', { name: 'Subcategory' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Industry' }).click()
  await expect(page.getByRole('group', { name: 'Doctor Type' })).toBeHidden()
  await expect(page).not.toHaveURL(/doctor-type=/)
})

test(
  'an address with unknown values shows the whole catalogue and loses them',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/catalogue?industry=Astrology&budget=Rs.5')
    await expect(cards(page)).toHaveCount(12)
    await expect(page).toHaveURL(/\/catalogue$/)
  },
)

test('the keyboard walks through a filter and the list closes behind it', async ({ page }) => {
  await page.goto('/catalogue')
  const budget = page.getByRole('group', { name: 'Budget' })
  await budget.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(budget.getByRole('radio', { name: 'Rs.500-1000' })).toBeFocused()
  await expect(page).toHaveURL(/budget=Rs.500-1000/)
  await page.keyboard.press('Tab')
  await expect(budget.getByRole('radio').first()).toBeHidden()
  await expect(budget.getByRole('button', { name: 'Clear Budget' })).toBeVisible()
  // All steps of the keyboard are one history entry.
  await page.goBack()
  await expect(page).toHaveURL(/\/catalogue$/)
  await expect(budget.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('pictures come from this site, and load', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  const picture = cards(page).first().locator('img')
  await expect(picture).toHaveAttribute('src', /\/storage\/v1\/object\/public\/product-images\/[\d.]+\.webp$/)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('on a phone two cards stand side by side, the filters open over them, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/catalogue')
  const [first, second] = [await cards(page).nth(0).boundingBox(), await cards(page).nth(1).boundingBox()]
  expect(second?.y).toBe(first?.y)
  // The filters and the order are one row, and the first card is in the upper half of a tall phone.
  const toggle = await page.getByRole('button', { name: 'Show Filters' }).boundingBox()
  const sort = await page.getByLabel('Sort by').boundingBox()
  expect(sort?.y).toBeLessThan((toggle?.y ?? 0) + (toggle?.height ?? 0))
  expect(first?.y).toBeLessThan(400)
  await expect(page.getByRole('group', { name: 'Industry' })).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(page.getByRole('group', { name: 'Industry' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show [\d,]+ products$/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(page.getByRole('group', { name: 'Industry' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test(
  'at 320 px and a zoom of 400 % nothing floats over what is pressed or focused',
  { tag: '@full' },
  async ({ page }) => {
    // A window of 1280 by 900 pixels at that zoom.
    await page.setViewportSize({ width: 320, height: 225 })
    await page.goto('/catalogue')
    await addToInquiry(page, 3)
    const add = cards(page).nth(3).getByRole('button', { name: 'Add to Inquiry' })
    await add.focus()
    const isCovered = await add.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return [top + 2, bottom - 2].some((y) =>
        [left + 8, right - 8].some((x) => !button.contains(document.elementFromPoint(x, y))),
      )
    })
    expect(isCovered).toBe(false)
  },
)

test('the catalogue and the basket print without controls', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue?theme=Diwali')
  const [name] = await addToInquiry(page, 1)
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByLabel('Filters', { exact: true }),
    page.getByText('Viewing limited preview'),
    page.getByText('Sign in to view details').first(),
    page.getByRole('contentinfo'),
  ]) {
    await expect(part).toBeHidden()
  }
  await expect(page.getByRole('article', { name: name! })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Applied filters' }).getByText('Diwali')).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog').getByText(name!)).toBeVisible()
  await expect(page.getByText(/^Giftwell, /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Inquiry' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeHidden()
})

test('an unknown path shows the not-found page and is logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/gifts/unknown')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  expect(logged.join('\n')).toContain('/gifts/unknown')
})

test('the focus returns to what opened a dialog', async ({ page }) => {
  await page.goto('/catalogue')
  await addToInquiry(page, 1)
  for (const name of ['Login', 'Inquiry Basket']) {
    const opener = page.getByRole('button', { name })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('the browser’s Back closes the open dialog', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue' }).click()
  await addToInquiry(page, 1)
  for (const name of ['Login', 'Inquiry Basket']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(/\/$/)
    await page.goForward()
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test(
  'a link to the current page scrolls to its top, and choosing a filter does not scroll',
  { tag: '@full' },
  async ({ page }) => {
    const scrolled = () => page.evaluate(() => window.scrollY)
    await page.goto('/catalogue')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Healthcare' }).click()
    await expect(page).toHaveURL(/industry=Healthcare/)
    await expect.poll(scrolled).toBe(0)

    await page.evaluate(() => window.scrollTo(0, 120))
    await page.getByLabel('Filters').getByText('Rs.100-500').click()
    await expect(page).toHaveURL(/budget=/)
    expect(await scrolled()).toBe(120)

    await page.goto('/#contact')
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(scrolled).toBe(0)
  },
)
