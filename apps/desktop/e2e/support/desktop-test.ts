import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startTestSite, type TestSite } from '@giftwell/tooling/site/start-test-site.ts'
import { test as base } from '@playwright/test'

import { type AppInChromium, startInChromium } from './app-in-chromium.ts'

export { expect } from '@playwright/test'

interface DesktopFixtures {
  /** An empty folder of the test. */
  readonly folder: string
  /**
   * Starts the app in Chromium; each start is ended with the test at the latest. `onDisk` gives the paths of files that
   * are dropped, by their names.
   */
  readonly startApp: (userData: string, onDisk?: Readonly<Record<string, string>>) => Promise<AppInChromium>
}

/**
 * Playwright's `test`, with a site of its own. A test fails when the page throws an error that nothing catches or breaks
 * the Content-Security-Policy, whatever else it shows.
 */
export const test = base.extend<DesktopFixtures, { site: TestSite }>({
  site: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const site = await startTestSite('empty')
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'giftwell-desktop-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  startApp: async ({ browser }, use) => {
    const faults: string[] = []
    const apps: AppInChromium[] = []
    await use(async (userData, onDisk = {}) => {
      // Each start is a window of its own: nothing but the main process's files outlives the one before.
      const context = await browser.newContext()
      context.on('weberror', (fault) => faults.push(String(fault.error())))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      const app = await startInChromium({ context, userData, onDisk })
      apps.push(app)
      return app
    })
    for (const app of apps) await app.quit()
    base.expect(faults, 'errors that the page threw, and broken content security rules').toEqual([])
  },
})
