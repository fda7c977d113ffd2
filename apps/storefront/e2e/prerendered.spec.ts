import type { BrowserContext, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, isLive, signUp } from './support/steps.ts'

/** Hears what React says when the HTML and its own first render differ, and every other error. */
function errorsOf(context: BrowserContext): readonly string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Keeps the page's code from arriving, or from failing to, until the function that it answers with is called. */
async function holdCode(page: Page, { fails = false } = {}): Promise<() => void> {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    await arrived.promise
    await (fails ? route.abort() : route.continue())
  })
  return arrived.resolve
}

for (const path of [
  '/',
  '/catalogue',
  '/catalogue?industry=Pharmaceutical',
  '/catalogue?industry=Astrology',
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the HTML of ${path} is taken over as it is, in a ${colorScheme} scheme`, async ({
      page,
      context,
    }) => {
      const errors = errorsOf(context)
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await isLive(page)
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      if (path !== '/') await expect(cards(page)).toHaveCount(12)
      expect(errors).toEqual([])
    })
  }
}

test('what is pressed before the code has arrived is done when it has', async ({ page, context }) => {
  const errors = errorsOf(context)
  const codeArrives = await holdCode(page)
  await page.goto('/catalogue')
  await cards(page).first().getByRole('button', { name: 'Add to Inquiry' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  codeArrives()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Business Email' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Inquiry Basket' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a filter that is chosen before the code has arrived shows that at once, and is applied when it has', async ({
  page,
}) => {
  const codeArrives = await holdCode(page)
  await page.goto('/catalogue')
  const budget = page.getByRole('group', { name: 'Budget' })
  await budget.getByText('Rs.100-500', { exact: true }).click()
  await expect(budget.getByRole('radio', { name: 'Rs.100-500' })).toBeChecked()
  codeArrives()
  await expect(page).toHaveURL(/budget=Rs.100-500/)
  await expect(cards(page)).toHaveCount(12)
})

test('a filter that is chosen when the code does not arrive shows as it is: not chosen', async ({ page }) => {
  const codeFails = await holdCode(page, { fails: true })
  await page.goto('/catalogue')
  const budget = page.getByRole('group', { name: 'Budget' })
  await budget.getByText('Rs.100-500', { exact: true }).click()
  await expect(budget.getByRole('radio', { name: 'Rs.100-500' })).toBeChecked()
  codeFails()
  await expect(budget.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(12)
})

test('a filter that the arrow keys walk through before the code has arrived stays open under them', async ({
  page,
}) => {
  const codeArrives = await holdCode(page)
  await page.goto('/catalogue')
  const budget = page.getByRole('group', { name: 'Budget' })
  await budget.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  codeArrives()
  await expect(page).toHaveURL(/budget=Rs.500-1000/)
  await expect(budget.getByRole('radio', { name: 'Rs.500-1000' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(budget.getByRole('radio').first()).toBeHidden()
})

test('a basket and a session change the page after it has been taken over', async ({
  page,
  context,
  giftwell,
}) => {
  const errors = errorsOf(context)
  await page.goto('/catalogue')
  await cards(page).first().getByRole('button', { name: 'Add to Inquiry' }).click()
  // What is pressed early is done when the page is live.
  await expect(cards(page).first().getByRole('button', { name: 'Added to Inquiry' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /Inquiry Basket/ })).toBeVisible()
  await expect(cards(page).first().getByRole('button', { name: 'Added to Inquiry' })).toBeVisible()

  const email = giftwell.newAddress('returning')
  await signUp(page, email)
  await page.goto(await giftwell.newestLink(email))
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  for (const path of ['/', '/catalogue']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  }
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
  await expect(page.getByText('Viewing limited preview')).toBeHidden()
  expect(errors).toEqual([])
})

test('whoever has a session never sees what is for everybody else', async ({ page, context }) => {
  await context.addInitScript(() => localStorage.setItem('giftwell-auth', 'a session'))
  // Their code never comes.
  await context.route(/\/assets\/.*\.js$/, () => {})
  await page.goto('/catalogue')
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()
  await expect(cards(page).first()).toBeHidden()
  await expect(page.getByText('Viewing limited preview')).toBeHidden()
})

test('a picture that fails before the code has arrived gives way to the drawn gift when it has', async ({
  page,
}) => {
  await page.route(/product-images/, (route) => route.abort())
  const codeArrives = await holdCode(page)
  await page.goto('/catalogue')
  const picture = cards(page).first().locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0))
    .toBe(true)
  codeArrives()
  await expect(picture).toBeHidden()
  await expect(cards(page).first().locator('svg').first()).toBeVisible()
})

test('nothing that came with the page is asked for again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/catalogue')
  await isLive(page)
  await page.getByRole('button', { name: 'Clear All' }).hover()
  await page.waitForLoadState('networkidle')
  const brought = /^\/(config\.json|rest\/v1\/rpc\/catalogue_(page|filters))$/
  expect(asked.filter((path) => brought.test(path))).toEqual([])
})

test('without its scripts the home page shows its words and its hero, styled', async ({ page, context }) => {
  await context.route(/\.js$/, (route) => route.abort())
  await page.goto('/')
  const tagline = page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' })
  await expect(tagline).toBeVisible()
  expect(await tagline.evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain('Fraunces')
  const hero = page.locator('main img').first()
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await expect(page.getByText('Loading...')).toBeHidden()
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 412, height: 823 } })

  test('the home page reads well', async ({ page, giftwell }) => {
    await page.goto('/')
    for (const name of [
      'Experience the Art of Corporate Gifting',
      'Trusted by Leading Companies',
      'Our Impact in Numbers',
      'Featured Products',
      'Choose Your Industry',
      'Get Custom Solutions',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    await expect(page.locator('#contact noscript p')).toContainText('Please write to sales@example.com')
    await expect(page.locator('form')).toBeHidden()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue' }).click()
    await expect(page).toHaveURL(`${giftwell.baseUrl}/catalogue`)
    await expect(cards(page)).toHaveCount(12)
  })

  test('a page that is nothing without scripts says so', async ({ page }) => {
    await page.goto('/admin')
    await expect(page.locator('.no-scripts')).toHaveText('Giftwell needs JavaScript to show its catalogue.')
    await expect(page.getByText('Experience the Art of Corporate Gifting')).toHaveCount(0)
  })
})

test('every document names its fonts, and no stylesheet that comes later does and sets the page again', async ({
  request,
}) => {
  for (const path of ['/', '/catalogue', '/admin/login']) {
    const document = await (await request.get(path)).text()
    const [head = ''] = document.split('</head>')
    expect(head.match(/@font-face[^}]*-core-/g)).toHaveLength(2)
    const stylesheets = document.match(/\/assets\/[\w-]+\.css/g) ?? []
    expect(stylesheets).not.toEqual([])
    for (const stylesheet of stylesheets)
      expect(await (await request.get(stylesheet)).text()).not.toContain('@font-face')
  }
})
