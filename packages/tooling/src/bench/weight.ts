import { gzipSync } from 'node:zlib'

import { type Browser, devices } from '@playwright/test'

import { controlIdle } from '../browser/control-idle.ts'
import { firstViewBudget } from '../site/first-view-weight.ts'
import { withBrowser } from './bench-browser.ts'
import { startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, type Measurement } from './measurement.ts'

/** How much the public pages load on a phone that has never seen them, with the demo catalogue. */
export const weightPart: BenchPart = {
  title: 'Weight: what a first visit to the public pages loads on a phone',
  async run(say) {
    const site = await startBenchSite({ seed: 'demo' })
    try {
      return await withBrowser(say, async (browser) => [
        ...(await weigh(browser, site.url, '/')),
        ...(await weigh(browser, site.url, '/catalogue')),
      ])
    } finally {
      await site.stop()
    }
  },
}

/** Opens a page in a browser that never becomes idle, so that nothing is prefetched. */
async function weigh(browser: Browser, origin: string, path: string): Promise<readonly Measurement[]> {
  const context = await browser.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
    const { idleRequested } = await controlIdle(page)
    await page.goto(origin + path)
    await idleRequested()
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize })),
    )
    // What is preloaded and then used may have two entries, one of them empty.
    const sizes = new Map<string, number>()
    for (const { url, bytes } of loaded) sizes.set(url, Math.max(bytes, sizes.get(url) ?? 0))
    let gzippedScripts = 0
    for (const url of sizes.keys()) {
      if (!url.endsWith('.js')) continue
      const content = await (await context.request.get(url)).body()
      gzippedScripts += gzipSync(content, { level: 9 }).length
    }
    const all = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
    const budget = firstViewBudget.scripts / 1000
    return [
      atMost(budget, `${path}: scripts of the first view, gzip`, gzippedScripts / 1000, 'KB'),
      { name: `${path}: everything, as sent`, value: all / 1000, unit: 'KB' },
      { name: `${path}: requests`, value: sizes.size, unit: 'count' },
    ]
  } finally {
    await context.close()
  }
}
