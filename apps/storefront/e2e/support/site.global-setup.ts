import { buildSite } from '@giftwell/tooling/site/build-site.ts'
import { startTestSite } from '@giftwell/tooling/site/start-test-site.ts'

import { isDemoMade, publishDemo } from './running-site.ts'

/** Builds the website, and makes the demo catalogue that every worker's site begins with, unless it is there. */
export default async function prepareSites(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })
  if (isDemoMade()) return async () => {}
  const { dataFolder, whenDrawn, halt, stop } = await startTestSite('demo')
  await whenDrawn()
  await halt()
  publishDemo(dataFolder)
  return stop
}
