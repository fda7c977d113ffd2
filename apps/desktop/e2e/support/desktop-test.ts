import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import { startEmptySite } from '@giftwell/tooling/testing/start-empty-site.ts'
import { test as base } from '@playwright/test'

import { type AppInChromium, startInChromium } from './app-in-chromium.ts'

export { expect } from '@playwright/test'

interface DesktopFixtures {
  /** An empty folder for the test. */
  readonly folder: string
  /** Starts the app in Chromium and quits it after the test. */
  readonly startApp: (userData: string) => Promise<AppInChromium>
}

/**
 * Playwright's `test` with a site for each worker. A test fails on an uncaught error of the page or a violation of the
 * Content-Security-Policy.
 */
export const test = base.extend<DesktopFixtures, { site: RunningSite }>({
  site: [
    // Playwright parses this pattern for the names of used fixtures.
    async ({}, use) => {
      const site = await startEmptySite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'giftwell-desktop-'))
    await use(folder)
    // The main process ran in this one: a write that was in flight when it quit ends here.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  startApp: async ({ browser }, use) => {
    const faults: string[] = []
    const apps: AppInChromium[] = []
    await use(async (userData) => {
      // A new context for each start: only the main process's files persist.
      const context = await browser.newContext()
      context.on('weberror', (fault) => faults.push(String(fault.error())))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      const app = await startInChromium({ context, userData })
      apps.push(app)
      return app
    })
    for (const app of apps) await app.quit()
    base.expect(faults, 'uncaught errors and CSP violations of the page').toEqual([])
  },
})
