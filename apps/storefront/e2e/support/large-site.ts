import { fillLargeCatalogue } from '@giftwell/tooling/site/fill-catalogue.ts'
import { type RunningSite, startSite } from '@giftwell/tooling/site/start-site.ts'

import { test as base } from './giftwell.ts'

/** The tests' `test` on a site of its own with 50,000 products and 100,000 leads, started before the first test. */
export const test = base.extend<object, { largeSite: RunningSite }>({
  largeSite: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const site = await startSite({ seed: 'empty', fill: fillLargeCatalogue })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ largeSite }, use) => {
    await use(largeSite.url)
  },
})
