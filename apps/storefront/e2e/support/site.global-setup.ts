import { buildSite } from '@giftwell/tooling/site/build-site.ts'
import { demoData } from '@giftwell/tooling/testing/demo-data.ts'

import { publishDemo } from './running-site.ts'

/** Builds the website, and makes the demo catalogue that every worker's site begins with. */
export default async function prepareSites(): Promise<void> {
  await buildSite({ when: 'stale', log: (line) => console.warn(line) })
  publishDemo(await demoData())
}
