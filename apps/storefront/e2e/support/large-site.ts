import { fillLargeCatalogue } from '@giftwell/tooling/site/large-catalogue.ts'
import { startTestSite } from '@giftwell/tooling/site/start-test-site.ts'

import { test as base } from './giftwell.ts'
import type { RunningSite } from './running-site.ts'

/** The tests' `test` on a site of its own with 50,000 products and 100,000 leads, which starts with the first of them. */
export const test = base.extend<object, { largeSite: RunningSite }>({
  largeSite: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const { stop, ...site } = await startTestSite('empty', fillLargeCatalogue)
      await use(site)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ largeSite }, use) => {
    await use(largeSite.url)
  },
})
