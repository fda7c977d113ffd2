import { buildDesktop } from '@giftwell/tooling/desktop/build-desktop.ts'
import { buildSite } from '@giftwell/tooling/site/build-site.ts'

/** What the tests run is built from the present sources: the app, and the site that it belongs to. */
export default async function buildWhatIsTested(): Promise<void> {
  const say = (line: string) => console.warn(line)
  await buildSite({ when: 'stale', say })
  await buildDesktop({ when: 'stale', connection: null, say })
}
