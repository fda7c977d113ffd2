import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { adminSignIn } from './support/steps.ts'

test.use({ prefetches: true })

const screens = [
  'Products',
  'Categories',
  'Subcategories',
  'Industries',
  'Doctor Types',
  'Themes',
  'Stats',
  'Client Logos',
  'Leads',
]

/** Records the paths of the scripts that the page requests, and of the lists of themes that it receives. */
function recordRequests(page: Page) {
  const code: string[] = []
  const themes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) code.push(pathname)
  })
  // Prefetches that are aborted when the pointer leaves do not count.
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/rest/v1/themes') themes.push(pathname)
  })
  return { code, themes }
}

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true })
}

test(
  'the dashboard has its code before the password is typed',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    const dashboard = page.waitForResponse((response) => response.url().includes('/dashboard-screen'))
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await (await dashboard).finished()
    const { code } = recordRequests(page)
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    expect(code.filter((path) => path.includes('dashboard'))).toEqual([])
  },
)

test.describe('an administrator who is signed in', () => {
  test.use({ signedIn: true })

  test('an idle dashboard preloads the code of every screen', { tag: '@full' }, async ({ page }) => {
    // The last preload.
    const palette = page.waitForResponse((response) => response.url().includes('/command-palette'))
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await (await palette).finished()
    const { code } = recordRequests(page)
    for (const screen of screens) {
      await link(page, screen).click()
      await expect(link(page, screen)).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(code).toEqual([])
  })

  test(
    "hovering a link prefetches the screen's code and list once, and opening it then requests neither",
    { tag: '@full' },
    async ({ page }) => {
      // A browser that is never idle prefetches only on hover.
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      await page.waitForLoadState('networkidle')

      const { code, themes } = recordRequests(page)
      // The chunk declares the list of its screen, so the first hover after it has run prefetches the list.
      await expect(async () => {
        await page.getByRole('heading', { name: 'Admin Dashboard' }).hover()
        await link(page, 'Themes').hover()
        await expect.poll(() => themes.length, { timeout: 1000 }).toBe(1)
      }).toPass()
      const loaded = code.length
      await link(page, 'Themes').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
      expect(code).toHaveLength(loaded)
      expect(themes).toHaveLength(1)
    },
  )
})
