import type { ElementHandle } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards } from './support/steps.ts'

const fewCards = 60
/** How many products to scroll through: a full run reaches the end of the catalogue. */
const distance = process.env['TEST_FULL'] === '1' ? 3200 : 400

// Hovering a filter prefetches its results.
test.use({ signedIn: true, prefetches: true })

test.beforeEach(async ({ page }) => {
  await page.goto('/catalogue')
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
})

test('a signed-in customer scrolls through 3,200 products with few cards in the document', async ({
  page,
}) => {
  test.slow()
  const statuses: number[] = []
  page.on(
    'response',
    (response) => response.url().includes('/rpc/catalogue_page') && statuses.push(response.status()),
  )
  await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
  const { maxCards, maxNodes, reached, total } = await page.evaluate(async (far) => {
    const list = document.querySelector('[role="list"][aria-label="Products"]')
    const atOnce = { maxCards: 0, maxNodes: 0, reached: 0, total: 0 }
    if (list === null) return atOnce
    do {
      await new Promise(requestAnimationFrame)
      window.scrollBy({ top: 0.9 * window.innerHeight, behavior: 'instant' })
      atOnce.maxCards = Math.max(atOnce.maxCards, list.querySelectorAll('article').length)
      atOnce.maxNodes = Math.max(atOnce.maxNodes, list.querySelectorAll('*').length)
      const last = list.lastElementChild?.lastElementChild
      atOnce.reached = Number(last?.getAttribute('aria-posinset'))
      atOnce.total = Number(last?.getAttribute('aria-setsize'))
    } while (atOnce.reached < Math.min(atOnce.total, far))
    return atOnce
  }, distance)
  expect(total).toBeGreaterThanOrEqual(3200)
  expect(reached).toBeGreaterThanOrEqual(distance)
  expect(maxCards, 'cards in the document at any moment').toBeLessThan(fewCards)
  expect(maxNodes, 'elements in the list at any moment').toBeLessThan(30 * fewCards)
  expect(new Set(statuses)).toEqual(new Set([200]))

  // Nothing floats over the end of the filters.
  const filters = page.getByLabel('Filters', { exact: true })
  await filters.evaluate((sidebar) => sidebar.scrollTo({ top: sidebar.scrollHeight, behavior: 'instant' }))
  await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible()
  await filters.getByRole('radio').last().click({ trial: true })
})

test('a wide screen has few cards in the document, too', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
  for (const top of [0, 2000, 4000]) {
    const scroll = (to: number) => {
      window.scrollTo({ top: to, behavior: 'instant' })
      return window.scrollY
    }
    // The document is that high once the next page is loaded.
    await expect.poll(() => page.evaluate(scroll, top)).toBe(top)
    expect(await cards(page).count()).toBeLessThan(fewCards)
  }
})

test(
  'cards have no hover effect while they scroll under the pointer, and the one under it has one afterwards',
  { tag: '@full' },
  async ({ page }) => {
    const frames = 60
    const card = cards(page).nth(1)
    const box = await card.boundingBox()
    if (box === null) throw new Error('The card is not on the screen')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await expect(card).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
    const { passed, begun, rests } = await page.evaluate(async (most) => {
      let [begun, rests, before] = [0, 0, Infinity]
      const note = () => (begun += 1)
      document.addEventListener('transitionrun', note)
      const from = window.scrollY
      for (let frame = 0; frame < most; frame += 1) {
        const now = await new Promise(requestAnimationFrame)
        // After a frame of 100 ms the page has nearly stopped scrolling.
        if (now - before > 100) rests += 1
        before = now
        window.scrollBy({ top: 100, behavior: 'instant' })
      }
      document.removeEventListener('transitionrun', note)
      return { passed: window.scrollY - from, begun, rests }
    }, frames)
    // The estimated heights of rows are corrected while scrolling.
    expect(passed).toBeGreaterThan(80 * frames)
    // A card begins eleven transitions at the start and eleven at the end of a hover: 340 in all without the rule. The button
    // to the top begins a few, too.
    expect(begun, 'transitions begun meanwhile').toBeLessThan(60 * (1 + rests))
    const under = page.locator('article:hover')
    await expect(under).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  },
)

test(
  'cached pictures are replaced at once, and others never show the previous picture',
  { tag: '@full' },
  async ({ page }) => {
    const pictures = cards(page).locator('img')
    const areThere = () =>
      pictures.evaluateAll((all: HTMLImageElement[]) => all.slice(0, 3).every(({ complete }) => complete))
    const mark = () =>
      pictures.evaluateAll((all) => all.forEach((picture) => picture.toggleAttribute('data-before', true)))
    const radio = page.getByRole('radio', { name: 'Rs.100-500', exact: true })
    const clear = page.getByRole('button', { name: 'Clear Budget' })
    const first = cards(page).first()
    await expect(first).toBeVisible()
    await expect.poll(areThere).toBe(true)

    const network = await page.context().newCDPSession(page)
    const takes = (latency: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    await network.send('Network.enable')
    await mark()
    const before = await first.innerText()
    // Its results are loaded then, and their pictures are not.
    const results = page.waitForResponse(/rpc\/catalogue_page/)
    await radio.hover()
    await (await results).finished()
    await takes(2000)
    await radio.click()
    await expect.poll(() => first.innerText()).not.toBe(before)
    expect(await areThere(), 'the pictures are still loading').toBe(false)
    const showWhatWasBefore = await pictures.evaluateAll(
      (all: HTMLImageElement[]) =>
        all.filter((picture) => picture.matches('[data-before]') && !picture.complete).length,
    )
    expect(showWhatWasBefore).toBe(0)

    await takes(0)
    await expect.poll(areThere).toBe(true)
    // A browser may evict a picture that is not shown, and loads it again.
    await expect(async () => {
      await clear.click()
      await expect(clear).toBeHidden()
      await expect.poll(areThere).toBe(true)
      await mark()
      await radio.click()
      await expect(clear).toBeVisible()
      await expect(pictures.first()).toHaveAttribute('data-before')
    }).toPass({ timeout: 20_000 })
  },
)

test(
  'a customer’s address names the first row in view, and none at the top',
  { tag: '@full' },
  async ({ page, context }) => {
    test.slow()
    const clean = page.url()
    const entries = () => page.evaluate(() => window.history.length)
    const before = await entries()
    /** The number of the first product below the header. */
    const first = (shown: typeof page) =>
      shown.evaluate(() => {
        const all = [...document.querySelectorAll('[aria-label="Products"] [role=listitem]')]
        const inView = all.find((item) => item.getBoundingClientRect().bottom > 80)
        return inView?.getAttribute('aria-posinset')
      })
    const named = () => new URL(page.url()).searchParams.get('from')
    await expect(async () => {
      await page.evaluate(() => window.scrollBy({ top: 3000, behavior: 'instant' }))
      await expect.poll(async () => Number(await first(page)), { timeout: 2000 }).toBeGreaterThan(48)
    }).toPass()
    await expect.poll(async () => named() === (await first(page)), { timeout: 20_000 }).toBe(true)
    expect(await entries()).toBe(before)

    const shared = await context.newPage()
    await shared.goto(page.url())
    await expect.poll(() => first(shared), { timeout: 30_000 }).toBe(named())
    await shared.waitForLoadState('networkidle')
    expect(shared.url(), 'the address is stable').toBe(page.url())
    expect(await shared.locator('link[rel=canonical]').getAttribute('href')).toBe(clean)

    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(page).toHaveURL(clean)
  },
)

test('navigating back to the catalogue restores the scroll position', async ({ page }) => {
  test.slow()
  /** The first product below the header, and pixels from the top of the window to its card; then clicks a link. */
  const position = (link: ElementHandle | null = null) =>
    page.evaluate((element) => {
      const cards = [...document.querySelectorAll('[aria-label="Products"] article')]
      const first = cards.find((card) => card.getBoundingClientRect().top > 64)
      const top = first?.getBoundingClientRect().top ?? 0
      if (element instanceof HTMLElement) element.click()
      return { name: first?.querySelector('h3')?.textContent, top }
    }, link)
  const rows = page.getByRole('list', { name: 'Products' }).locator('> *')
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: 12_600, behavior: 'instant' }))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(12_000)
    expect(await rows.count()).toBeGreaterThan(0)
  }).toPass()
  let seen = await position()
  await expect
    .poll(
      async () => {
        const before = seen
        seen = await position()
        const isScrolling = await page.locator('[aria-label="Products"][data-scrolling]').isVisible()
        return !isScrolling && seen.name === before.name && seen.top === before.top
      },
      { message: 'the list has stopped scrolling', intervals: [500] },
    )
    .toBe(true)
  const isSame = async () => {
    const { name, top } = await position()
    return name === seen.name && Math.abs(top - seen.top) < 1
  }

  // Without the scrolling into view that a test's click may do first, and no frame after the position was read.
  const contact = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
  seen = await position(await contact.elementHandle())
  await expect(page.getByRole('heading', { name: 'Request a Quote' })).toBeInViewport()
  await page.goBack()
  await expect.poll(isSame, 'from another page').toBe(true)
  // By the mouse, which scrolls nothing by itself either.
  const home = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home' })
    .boundingBox()
  await page.mouse.click((home?.x ?? 0) + 8, (home?.y ?? 0) + 8)
  await expect(page.getByRole('heading', { name: /^Experience/ })).toBeVisible()
  await page.goBack()
  await expect.poll(isSame, 'from the home page').toBe(true)
  await page.goto('/terms')
  await page.goBack()
  await expect.poll(isSame, { message: 'from a new document', timeout: 20_000 }).toBe(true)

  await page.getByRole('radio', { name: 'Rs.100-500', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Remove Rs.100-500' })).toBeInViewport()
  await expect.poll(isSame, 'the filtered results begin at the first').toBe(false)
  await page.goBack()
  await expect.poll(isSame, 'from a filter').toBe(true)

  await page.reload()
  await expect.poll(isSame, { message: 'from a reload', timeout: 20_000 }).toBe(true)
})

test(
  'the end of the page can be reached from the products, and more can be loaded there',
  { tag: '@full' },
  async ({ page }) => {
    const skip = page.getByRole('button', { name: 'Skip to the end of the page' })
    await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
    // The list begins at its top once its rows are there, which may undo the first scrolling.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }))
      await skip.click({ timeout: 2000 })
    }).toPass()
    const copyright = page.getByText('All rights reserved')
    await expect(copyright).toBeInViewport()
    await page.waitForLoadState('networkidle')
    await expect(copyright).toBeInViewport()
    await page.getByRole('button', { name: 'Load more products' }).click()
    await expect(copyright).not.toBeInViewport()
    await page.getByRole('button', { name: /of \d+ .*Back to top$/ }).click()
    await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeFocused()
  },
)

test(
  'a page that fails to load can be requested again, and loads by itself when online again',
  { tag: '@full' },
  async ({ page, context }) => {
    const again = page.getByRole('button', { name: 'Try loading more again' })
    await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
    await context.setOffline(true)
    // The list begins at its top once its rows are there, which may undo the first scrolling.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(again).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 30_000 })
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/rest/v1/rpc/'))
    await again.click()
    await asked
    await context.setOffline(false)
    await expect(again).toBeHidden({ timeout: 20_000 })
    await expect.poll(() => cards(page).count()).toBeGreaterThan(8)
  },
)
