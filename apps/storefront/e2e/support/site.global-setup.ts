import { buildSite } from '@giftwell/tooling/site/build-site.ts'
import { startTestSite } from '@giftwell/tooling/site/start-test-site.ts'

import { publishDemo } from './running-site.ts'

/** Builds the website, and makes the demo catalogue that every worker's site begins with. */
export default async function prepareSites(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })
  const { dataFolder, halt, stop } = await startTestSite('demo')
  await halt()
  publishDemo(dataFolder)
  return stop
}
