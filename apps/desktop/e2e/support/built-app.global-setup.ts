import { buildDesktop } from '@giftwell/tooling/desktop/build-desktop.ts'
import { buildSite } from '@giftwell/tooling/site/build-site.ts'

/** Builds the app and its site from the current sources. */
export default async function buildForTests(): Promise<void> {
  const log = (line: string) => console.warn(line)
  await buildSite({ when: 'stale', log })
  await buildDesktop({ when: 'stale', connection: null, log })
}
