import type { TestSite } from '@giftwell/tooling/site/start-test-site.ts'

/** What the tests know of the site that runs for them. */
export type RunningSite = Pick<TestSite, 'url' | 'admin' | 'mailFolder'>

const variable = 'GIFTWELL_E2E_SITE'

/** Tells the workers, which are processes of their own and inherit the environment. */
export function publishSite(site: RunningSite): void {
  process.env[variable] = JSON.stringify(site)
}

/** @throws outside a run of Playwright, where no site was started */
export function runningSite(): RunningSite {
  const text = process.env[variable]
  if (text === undefined) throw new Error('No site was started: run these tests with `npm test -- e2e`.')
  // Written by publishSite above and by nothing else.
  return JSON.parse(text) as RunningSite
}
