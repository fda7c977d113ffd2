import type { Page } from '@playwright/test'

import type { SlowPage } from '../slow-page/open-page.ts'

/** What signing in brought with it. */
export interface SignedIn {
  /** Milliseconds from the answer to the password until the last of the dashboard's code has come; 0 where it was there. */
  readonly code: number
  /** Milliseconds from the press of the button until the dashboard shows its counts. */
  readonly whole: number
  readonly scripts: number
  readonly bytes: number
}

/** "Fast 4G" as the browser's own tools simulate it: 9 Mbit/s and 60 ms, with their corrections for what they leave out. */
const network = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
}

/** Types the administrator's password and waits for the dashboard, over a simulated 4G. */
export async function signInOver4g(
  { page, session }: SlowPage,
  admin: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  // As long as somebody types, the browser has time.
  await page.waitForLoadState('networkidle')
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  const begin = await page.evaluate(() => performance.now())
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByText('Loading dashboard data...').waitFor({ state: 'hidden' })
  const seen = await codeAfterPassword(page, begin)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return seen
}

function codeAfterPassword(page: Page, begin: number): Promise<SignedIn> {
  return page.evaluate((from) => {
    const shown = performance.now()
    const entries = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
    const answered = entries.find(({ name, startTime }) => startTime >= from && name.includes('/token?'))
    const scripts = entries.filter(
      ({ name, startTime }) => startTime >= from && /\/assets\/.*\.js/.test(name),
    )
    const last = Math.max(
      0,
      ...scripts.map(({ responseEnd }) => responseEnd - (answered?.responseEnd ?? from)),
    )
    return {
      code: last,
      whole: shown - from,
      scripts: scripts.length,
      bytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  }, begin)
}
