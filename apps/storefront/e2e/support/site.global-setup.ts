import { buildSite } from '@giftwell/tooling/site/build-site.ts'

import { publishSite } from './running-site.ts'
import { startSite } from './start-site.ts'

/** One real site for the whole run, with the demo catalogue. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })
  const { stop, ...site } = await startSite('demo')
  publishSite(site)
  return stop
}
