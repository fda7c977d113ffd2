import { cp } from 'node:fs/promises'

import { startTestSite, type TestSite } from '@giftwell/tooling/site/start-test-site.ts'

/** Names the data folder with the demo catalogue that every worker's site begins with. */
const demoVariable = 'GIFTWELL_E2E_DEMO'

/** What the tests know of the site that runs for them. */
export type RunningSite = Pick<TestSite, 'url' | 'admin' | 'mailFolder'>

/** Tells the workers, which are processes of their own and inherit the environment, where the demo catalogue lies. */
export function publishDemo(dataFolder: string): void {
  process.env[demoVariable] = dataFolder
}

/**
 * Starts a site with the demo catalogue, which was made before.
 *
 * @throws outside a run of Playwright, where none was made
 */
export async function startDemoSite(): Promise<TestSite> {
  const demo = process.env[demoVariable]
  if (demo === undefined) throw new Error('No demo was made: run these tests with `npm test -- e2e`.')
  return startTestSite('demo', (dataFolder) => cp(demo, dataFolder, { recursive: true }))
}
