import { cp } from 'node:fs/promises'

import { type RunningSite, startSite } from '@giftwell/tooling/site/start-site.ts'

/** Names the data folder with the demo catalogue that every worker's site begins with. */
const demoVariable = 'GIFTWELL_E2E_DEMO'

/** Tells the workers, which are processes of their own and inherit the environment, where the demo catalogue lies. */
export function publishDemo(dataFolder: string): void {
  process.env[demoVariable] = dataFolder
}

/**
 * Starts a site with the demo catalogue, which was made before.
 *
 * @throws outside a run of Playwright, where none was made
 */
export async function startDemoSite(): Promise<RunningSite> {
  const demo = process.env[demoVariable]
  if (demo === undefined) throw new Error('No demo was made: run these tests with `npm test -- e2e`.')
  return startSite({ seed: 'demo', fill: (dataFolder) => cp(demo, dataFolder, { recursive: true }) })
}
