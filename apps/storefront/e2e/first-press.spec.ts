import type { BrowserContext, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { sendQuotation } from './support/quotations.ts'
import { cards, rendered } from './support/steps.ts'

// The scripts wait until they are released, as on a slow phone, and everything is pressed before.
test.use({ hydrates: false })

/** Opens a page up to its first paint; `release` lets its scripts load, and waits until it is hydrated. */
async function opened(page: Page, context: BrowserContext, path: string) {
  // A server renders no search.
  if (!path.includes('?q=')) await rendered(page.request, path)
  const { promise, resolve } = Promise.withResolvers<void>()
  const scripts = /\/assets\/.*\.js$/
  await context.route(scripts, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await page.locator('footer').waitFor()
  return {
    async release() {
      resolve()
      await page.locator('html[data-hydrated]').waitFor()
    },
  }
}

const busy = (page: Page) => page.locator('[aria-busy=true]')

/** The path of a product's page. */
async function productPath(page: Page): Promise<string> {
  await rendered(page.request, '/catalogue')
  const html = await (await page.request.get('/catalogue')).text()
  return /href="(\/product\/[^"?]+)"/.exec(html)?.[1] ?? ''
}

const phone = { width: 390, height: 844 }
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const pages = [
  { name: 'the home page', path: '/' },
  { name: 'the home page of a phone', path: '/', size: phone },
  { name: 'the catalogue', path: '/catalogue' },
  { name: 'the catalogue of a phone', path: '/catalogue', size: phone },
  { name: 'the catalogue under a filter', path: '/catalogue?industry=Pharmaceutical' },
  // Without its data, as the build has rendered it.
  { name: 'the catalogue under a search', path: '/catalogue?q=lamp' },
  { name: 'a product', path: '' },
]

/** What a page has pressed, and how often the press has arrived at its control. */
interface Pressed {
  readonly hydrated: boolean
  readonly busy: number
  readonly controls: readonly { readonly name: string; readonly times: number }[]
}

/** Runs in a page: 100 ms after its first paint it presses every visible control, each button twice. */
function pressEverything() {
  function press() {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const groups = new Set<string>()
    const controls: { name: string; times: number }[] = []
    const all = document.querySelectorAll<HTMLButtonElement | HTMLInputElement | HTMLSelectElement>(
      '#root :is(button, select, [type=radio], [type=checkbox])',
    )
    const nameOf = (control: (typeof all)[number]) =>
      control.ariaLabel ?? (control.textContent || control.name)
    // What replaces other controls comes last: filters and the order, then what clears them, and a product's neighbours.
    const place = (control: (typeof all)[number]) => {
      if (/^Clear |^Remove | product$/.test(nameOf(control))) return 2
      return Number(/^(?:radio|select-one)$/.test(control.type))
    }
    for (const control of [...all].toSorted((one, other) => place(one) - place(other))) {
      // One radio of each group is selected.
      if (!seen(control) || (control.type === 'radio' && groups.has(control.name))) continue
      groups.add(control.name)
      const press = { name: nameOf(control), times: 0 }
      controls.push(press)
      const isSelect = control instanceof HTMLSelectElement
      const isButton = control instanceof HTMLButtonElement
      control.addEventListener(isButton ? 'click' : 'change', () => (press.times += 1))
      if (isSelect) {
        control.selectedIndex = 1
        control.dispatchEvent(new Event('change', { bubbles: true }))
      } else control.click()
      // A double press.
      if (isButton) control.click()
    }
    const hydrated = 'hydrated' in document.documentElement.dataset
    const busy = document.querySelectorAll('[aria-busy=true]').length
    Object.assign(window, { pressed: { hydrated, busy, controls } })
  }
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    setTimeout(press, 100)
  })
  painted.observe({ type: 'paint', buffered: true })
}

for (const { name, path, size } of pages) {
  test(`every visible control of ${name}, pressed 0.1 s after the first paint at slow 4G, does it once`, async ({
    page,
    context,
  }) => {
    if (size) await page.setViewportSize(size)
    const address = path === '' ? await productPath(page) : path
    if (!address.includes('?q=')) await rendered(page.request, address)
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', slow4G)
    await page.addInitScript(pressEverything)
    await page.goto(address, { waitUntil: 'commit' })
    const pressed = () => page.evaluate(() => Object(window).pressed as Pressed | undefined)
    await expect.poll(async () => (await pressed())?.controls.length).toBeGreaterThanOrEqual(2)
    const { hydrated, busy: looksBusy, controls = [] } = { ...(await pressed()) }
    expect(hydrated).toBe(false)
    expect(looksBusy).toBeGreaterThan(0)
    const once = controls.map((control) => ({ ...control, times: 1 }))
    await expect.poll(async () => (await pressed())?.controls).toEqual(once)
    await expect(busy(page)).toHaveCount(0)
    await expect(page.getByRole('dialog').first()).toBeAttached()
    const added = controls.filter((control) => control.name === 'Add to Inquiry').length
    if (added > 0) await expect(page.getByText(`Inquiry Basket ${added}`)).toBeAttached()
  })
}

test('the sign-in form is asked for before hydration once Login was pressed', async ({ page, context }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => performance.mark('hydrated')).observe(document, {
      attributeFilter: ['data-hydrated'],
      subtree: true,
    })
  })
  const timesOf = (path: string) =>
    page.evaluate((end) => {
      const form = performance.getEntriesByType('resource').find(({ name }) => name.includes(end))
      const [hydrated] = performance.getEntriesByName('hydrated')
      return { form: form?.startTime ?? Infinity, hydrated: hydrated?.startTime ?? 0 }
    }, path)
  const { release } = await opened(page, context, '/')
  await page.getByRole('button', { name: 'Login' }).click()
  await release()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  const pressed = await timesOf('/assets/fields-')
  expect(pressed.form).toBeLessThan(pressed.hydrated)
})

test('a press on Login shows at once, is read out, and opens one dialog after hydration', async ({
  page,
  context,
}) => {
  const { release } = await opened(page, context, '/')
  const login = page.getByRole('button', { name: 'Login' })
  await login.click({ clickCount: 2 })
  await expect(login).toHaveAttribute('aria-busy', 'true')
  await expect(login).toHaveCSS('opacity', '0.6')
  await expect(page.locator('#waiting')).toHaveText('Loading...')
  await release()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(login).not.toHaveAttribute('aria-busy')
  await expect(page.locator('#waiting')).toBeEmpty()
})

test('presses, choices and text of before hydration are done in order, and what was undone is not', async ({
  page,
  context,
}) => {
  const { release } = await opened(page, context, '/catalogue')
  const add = cards(page).nth(1).getByRole('button', { name: 'Add to Inquiry' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: 'Rs.10-100', exact: true }).click()
  await page.getByRole('radio', { name: 'Rs.100-500', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('left')
  await search.fill('')
  await release()
  await expect(page.getByRole('button', { name: 'Inquiry Basket 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Rs.100-500' })).toBeVisible()
  await expect(page).toHaveURL(/\/catalogue\?budget=Rs.100-500&sort=name$/)
})

test('a press on Next before hydration opens the next product', async ({ page, context }) => {
  const path = await productPath(page)
  const { release } = await opened(page, context, path)
  const first = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('button', { name: 'Next product' }).click()
  await release()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '')
})

test('an arrow key before hydration opens the next product', async ({ page, context }) => {
  const path = await productPath(page)
  const { release } = await opened(page, context, path)
  const first = await page.getByRole('heading', { level: 1 }).textContent()
  await page.keyboard.press('ArrowRight')
  await release()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '')
})

test('the key / before hydration leads to the search', async ({ page, context }) => {
  const { release } = await opened(page, context, '/')
  await page.keyboard.press('/')
  await release()
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})

test('text that is typed before hydration stays, with the focus and the selection', async ({
  page,
  context,
}) => {
  const { release } = await opened(page, context, '/')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('steel')
  const field = page.getByRole('textbox', { name: 'Full Name' })
  await field.pressSequentially('Asha Rao')
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 4))
  await release()
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeAttached()
  await expect(search).toHaveValue('steel')
  await expect(field).toBeFocused()
  await page.keyboard.type('Usha')
  await expect(field).toHaveValue('Usha Rao')
})

test('Enter in the quote form before hydration checks the form after it', async ({ page, context }) => {
  const { release } = await opened(page, context, '/')
  await page.getByRole('textbox', { name: 'Full Name' }).press('Enter')
  await release()
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveAttribute('aria-invalid', 'true')
})

test('Escape cancels a press', async ({ page, context }) => {
  const { release } = await opened(page, context, '/')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.keyboard.press('Escape')
  await expect(busy(page)).toHaveCount(0)
  await release()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a link wins over what was pressed before it', async ({ page, context, giftwell }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') !== null) console.warn('a dialog')
      if ('hydrated' in document.documentElement.dataset) console.warn('hydrated')
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const { release } = await opened(page, context, '/')
  // The next page's document takes longer than the scripts of this one.
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route('**/catalogue', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Login' }).click()
  const links = page.getByRole('navigation', { name: 'Main' })
  await links.getByRole('link', { name: 'Catalogue' }).dispatchEvent('click')
  release().catch(() => undefined)
  await expect.poll(() => said).toContain('hydrated')
  resolve()
  await expect(page).toHaveURL(`${giftwell.baseUrl}/catalogue`)
  expect(said).not.toContain('a dialog')
})

test('a quotation does what was chosen, typed and pressed before hydration', async ({
  page,
  context,
  giftwell,
}) => {
  const { path } = await sendQuotation(giftwell, giftwell.newAddress('early'))
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: /^500 ×/ }).check()
  await page.getByRole('textbox', { name: 'Billing address' }).fill('1 Demo Road')
  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.fill('Gift wrapped, please')
  const accept = page.getByRole('button', { name: 'Accept' })
  await accept.click({ clickCount: 2 })
  await expect(accept).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('#waiting')).toHaveText('Loading...')
  resolve()
  await expect(page.getByRole('heading', { name: 'Accept this quotation' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₹2,77,300.00')
  await expect(page.getByRole('radio', { name: /^500 ×/ })).toBeChecked()
  await expect(comment).toHaveValue('Gift wrapped, please')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('Your details are saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Billing address' })).toHaveValue('1 Demo Road')
})

test('a page whose scripts fail says so after a press, and no button looks busy', async ({
  page,
  context,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.abort()
  })
  await rendered(page.request, '/')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(busy(page)).toHaveCount(1)
  resolve()
  await expect(page.getByRole('alert')).toHaveText(
    'This page could not be loaded. Please check your connection and try again.',
  )
  await expect(busy(page)).toHaveCount(0)
})

test('a page that scripts render says so as well when they fail', async ({ page, context }) => {
  await context.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto('/favourites')
  await expect(page.getByRole('alert')).toHaveText(
    'This page could not be loaded. Please check your connection and try again.',
  )
})

test('a page that scripts render has nothing to press before they are there', async ({ page, context }) => {
  await context.route(/\/assets\/.*\.js$/, () => undefined)
  for (const path of ['/compare', '/shortlist', '/inquiry/unknown', '/favourites', '/admin/login']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await expect(page.locator(':is(a, button, input, select):visible')).toHaveCount(0)
  }
})
