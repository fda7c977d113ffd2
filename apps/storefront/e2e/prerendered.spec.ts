import {
  backOfficeRoutes,
  productRoute,
  publicRoutes,
  quotationRoute,
} from '@giftwell/shared/kernel/site-routes.ts'
import type { BrowserContext, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, openMailLink, rendered, signUp } from './support/steps.ts'

/** Collects hydration mismatches and every other error. */
function errorsOf(context: BrowserContext): readonly string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

for (const { path, colorScheme, isFull } of [
  { path: '/', colorScheme: 'light', isFull: false },
  { path: '/catalogue', colorScheme: 'dark', isFull: true },
  { path: '/catalogue?industry=Pharmaceutical', colorScheme: 'dark', isFull: true },
  { path: '/catalogue?industry=Astrology', colorScheme: 'light', isFull: true },
] as const) {
  test(
    `${path} hydrates without a mismatch in the ${colorScheme} scheme`,
    { tag: isFull ? ['@full'] : [] },
    async ({ page, context }) => {
      const errors = errorsOf(context)
      await page.emulateMedia({ colorScheme })
      // As slow as a phone: the page hydrates in slices, and data arrive in between.
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      if (path !== '/') await expect(cards(page)).toHaveCount(12)
      expect(errors).toEqual([])
    },
  )
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 412, height: 823 } })

  for (const path of ['/', '/catalogue', '/catalogue?industry=Pharmaceutical']) {
    test(
      `nothing of ${path} shifts when its full stylesheets load late`,
      { tag: path.includes('?') ? '@full' : [] },
      async ({ page, context }) => {
        await page.addInitScript(() => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0))
            window.name = String(shifts.reduce((sum, shift) => sum + shift, Number(window.name)))
          }).observe({ type: 'layout-shift', buffered: true })
        })
        await context.route(/\/assets\/.*\.css$/, async (route) => {
          await page.locator('main h1').waitFor()
          // Fonts that load late shift words by themselves.
          await page.evaluate(async () => {
            await document.fonts.ready
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
            window.name = '0'
          })
          await route.continue()
        })
        await page.goto(path)
        await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(4)
        await page.waitForLoadState('networkidle')
        expect(Number(await page.evaluate(() => window.name))).toBeLessThan(0.01)
      },
    )
  }
})

test(
  'a stored basket and session show after hydration',
  { tag: '@full' },
  async ({ page, context, giftwell }) => {
    const errors = errorsOf(context)
    await page.goto('/catalogue')
    await cards(page).first().getByRole('button', { name: 'Add to Inquiry' }).click()
    await expect(cards(page).first().getByRole('button', { name: 'Added to Inquiry' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /Inquiry Basket/ })).toBeVisible()
    await expect(cards(page).first().getByRole('button', { name: 'Added to Inquiry' })).toBeVisible()

    const email = giftwell.newAddress('returning')
    await signUp(page, email)
    await openMailLink(page, await giftwell.newestLink(email))
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    for (const path of ['/', '/catalogue']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    }
    await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
    await expect(page.getByText('Viewing limited preview')).toBeHidden()
    expect(errors).toEqual([])
  },
)

/** Of the pages that have the same layout, a full run opens all, `npm test` those that are named here. */
const isOpened = (route: string) =>
  process.env['TEST_FULL'] === '1' ||
  ['/', '/catalogue', productRoute, '/compare', '/privacy', quotationRoute].includes(route) ||
  ['/admin', '/admin/figures', '/admin/leads', '/admin/products', '/admin/settings'].includes(route)

/** Expects the theme's colour of text, and no link in the browser's own colour, on every page in the dark scheme. */
async function expectColoursOfTheme(page: Page, routes: readonly string[]) {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const route of routes) {
    await page.goto(route.replace(/:\w+/, 'unknown'))
    await expect(page.locator('h1').first(), route).toBeVisible()
    await expect(page.locator('body'), route).toHaveCSS('color', 'rgb(241, 234, 242)')
    const unstyled = await page.getByRole('link').evaluateAll((links) => {
      const browsers = document.createElement('span')
      browsers.style.color = '-webkit-link'
      document.body.append(browsers)
      const own = getComputedStyle(browsers).color
      return links
        .filter((link) => getComputedStyle(link).color === own)
        .map(({ textContent }) => textContent)
    })
    expect(unstyled, route).toEqual([])
  }
}

test('text and links of every public page have the colours of the theme in the dark scheme', async ({
  page,
}) => {
  await expectColoursOfTheme(page, [
    ...publicRoutes.filter(isOpened),
    quotationRoute,
    '/nowhere',
    '/admin/login',
  ])
})

test.describe('in the back office', () => {
  test.use({ signedIn: true })

  test('text and links of every screen have the colours of the theme in the dark scheme', async ({
    page,
  }) => {
    await expectColoursOfTheme(
      page,
      backOfficeRoutes.filter((route) => isOpened(route) && route !== '/admin/login'),
    )
  })
})

test('a page in the dark scheme is printed on light paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.goto('/catalogue')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  for (const ground of [page.getByRole('banner'), page.getByRole('article').first()])
    await expect(ground).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(36, 27, 47)')
})

test('data embedded in the page is not fetched again', async ({ page, request }) => {
  await rendered(request, '/catalogue')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/catalogue')
  await page.getByRole('button', { name: 'Clear All' }).hover()
  await page.waitForLoadState('networkidle')
  const brought = /^\/(config\.json|rest\/v1\/rpc\/catalogue_(page|filters))$/
  expect(asked.filter((path) => brought.test(path))).toEqual([])
})

test('the public pages load no script or full stylesheet before their first paint', async ({ request }) => {
  for (const path of ['/', '/catalogue']) {
    const html = (await (await request.get(path)).text()).replaceAll(/<noscript[^>]*>.*?<\/noscript>/gs, '')
    expect(html).toContain('data-rel="modulepreload"')
    expect(html).not.toMatch(/<link[^>]* rel="(stylesheet|modulepreload)"|<script[^>]* src=/)
  }
})

test('each stylesheet is loaded once, so that what a dialog brings overrides what the page has', async ({
  page,
}) => {
  await page.goto('/catalogue')
  // Both the first paint and the end of a second start the page's scripts.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1500)
  const addresses = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href }) => href).filter((href) => href !== null),
  )
  expect(addresses.length).toBeGreaterThan(3)
  expect(addresses).toEqual([...new Set(addresses)])
})

test.describe('when the scripts fail', () => {
  test.use({ hydrates: false })

  test('a browser with a session never shows the anonymous parts of the HTML', async ({ page, context }) => {
    await context.addInitScript(() => localStorage.setItem('giftwell-auth', 'a session'))
    // The scripts never arrive.
    await context.route(/\/assets\/.*\.js$/, () => {})
    await page.goto('/catalogue')
    await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()
    await expect(cards(page).first()).toBeHidden()
    await expect(page.getByText('Viewing limited preview')).toBeHidden()
  })

  test('the home page shows its styled text and hero when its scripts fail', async ({ page, context }) => {
    await context.route(/\.js$/, (route) => route.abort())
    await page.goto('/')
    const tagline = page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' })
    await expect(tagline).toBeVisible()
    expect(await tagline.evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain('Fraunces')
    const hero = page.locator('main img').first()
    await expect
      .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300)
    await expect(page.getByText('Loading...')).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 412, height: 823 } })

  test('the home page is readable', async ({ page, giftwell }) => {
    await rendered(page.request, '/')
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
    await expect(page.locator('#contact noscript p')).toContainText('The form needs JavaScript.')
    await expect(page.locator('form[name=quote]')).toBeHidden()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue' }).click()
    await expect(page).toHaveURL(`${giftwell.baseUrl}/catalogue`)
    await expect(cards(page)).toHaveCount(12)
  })

  test('an unknown path shows the not-found page', { tag: '@full' }, async ({ page }) => {
    const response = await page.goto('/nowhere')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.locator('noscript main')).toContainText('Oops! Page not found')
    await expect(page.getByText('Loading...')).toBeHidden()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Experience/ })).toBeVisible()
  })

  test('a page that needs JavaScript shows a message', async ({ page }) => {
    await page.goto('/admin')
    await expect(page.locator('.no-scripts')).toContainText('Giftwell needs JavaScript to filter gifts')
    await expect(page.getByText('Experience the Art of Corporate Gifting')).toHaveCount(0)
  })
})
