import { writeFile } from 'node:fs/promises'

import type { OtherBrowser } from '@giftwell/tooling/browser/ensure-browser.ts'

import { expect, test as base } from '../support/giftwell.ts'
import { createTab, type Tab } from './tab.ts'
import { type DrivenBrowser, launchBrowser } from './webdriver.ts'

/**
 * The tests' `test` in Firefox or WebKit, whichever the project is named after. `tab` has empty storages, or the
 * administrator's session when `signedIn` is set.
 */
export const test = base.extend<{ tab: Tab }, { driven: DrivenBrowser }>({
  driven: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use, { project }) => {
      // The configuration names its projects so.
      const driven = await launchBrowser(project.name as OtherBrowser)
      await driven.send('SetWindowRect', { width: 1280, height: 900 })
      await use(driven)
      await driven.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  cleanPages: async ({ driven }, use) => {
    driven.faults.length = 0
    await use()
    expect(driven.faults, 'errors that the page threw').toEqual([])
  },

  tab: async ({ driven, giftwell, signedIn }, use, testInfo) => {
    const tab = createTab(driven, giftwell.baseUrl)
    const storage = signedIn ? await giftwell.adminStorage() : undefined
    await tab.open('/share.jpg')
    await tab.evaluate(
      (items) => {
        sessionStorage.clear()
        localStorage.clear()
        for (const { name, value } of JSON.parse(items)) localStorage.setItem(name, value)
      },
      JSON.stringify(typeof storage === 'object' ? (storage.origins[0]?.localStorage ?? []) : []),
    )
    await use(tab)
    if (testInfo.errors.length > 0)
      await writeFile(testInfo.outputPath('screenshot.png'), await tab.screenshot())
  },
})
