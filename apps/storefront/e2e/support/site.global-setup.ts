import { buildSite } from '@giftwell/tooling/site/build-site.ts'
import { startSite } from '@giftwell/tooling/site/start-site.ts'

import { publishDemo } from './running-site.ts'

/** Builds the website, and makes the demo catalogue that every worker's site begins with. */
export default async function prepareSites(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })
  const { dataFolder, halt, stop } = await startSite({ seed: 'demo' })
  await halt()
  publishDemo(dataFolder)
  return stop
}
