import { buildSite } from '@giftwell/tooling/site/build-site.ts'

import { publishSite } from './running-site.ts'
import { startTestSite } from '@giftwell/tooling/site/start-test-site.ts'

/** One real site for the whole run, with the demo catalogue. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })
  const { url, admin, mailFolder, stop } = await startTestSite('demo')
  publishSite({ url, admin, mailFolder })
  return stop
}
