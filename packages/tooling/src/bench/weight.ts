import { gzipSync } from 'node:zlib'

import { type Browser, devices, type Page } from '@playwright/test'

import { holdIdle } from '../browser/hold-idle.ts'
import { firstViewBudget } from '../site/first-view-weight.ts'
import { withBrowser } from './bench-browser.ts'
import { startBenchSite } from './bench-site.ts'
import type { BenchPart, Measurement } from './measurement.ts'

const kinds = ['document', 'scripts', 'style sheets', 'fonts', 'images', 'data'] as const
/** Milliseconds after which a page that asks for no idle time is complete. */
const lull = 2000

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

/** Opens a page in a browser that becomes idle only after everything has been loaded. */
async function weigh(browser: Browser, origin: string, path: string): Promise<readonly Measurement[]> {
  const address = origin + path
  const context = await browser.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
    const { atRest, beIdle } = await holdIdle(page)
    await page.goto(address)
    await atRest()
    await page.waitForLoadState('networkidle')
    const first = await loadedBy(page)
    let scriptsInGzip = 0
    for (const url of first.keys()) {
      if (kindOf(url, address) !== 'scripts') continue
      const content = await (await context.request.get(url)).body()
      scriptsInGzip += gzipSync(content, { level: 9 }).length
    }
    const asksForIdle = () =>
      atRest(lull).then(
        () => true,
        () => false,
      )
    while (await asksForIdle()) await beIdle()
    const all = await loadedBy(page)

    const sizeOf = (loaded: ReadonlyMap<string, number>, kind: string) =>
      [...loaded].reduce((sum, [url, size]) => sum + (kindOf(url, address) === kind ? size : 0), 0)
    const kilobytes = (name: string, bytes: number): Measurement => ({
      name: `${path}: ${name}`,
      value: bytes / 1000,
      unit: 'KB',
    })
    return [
      {
        ...kilobytes('scripts of the first view, gzip', scriptsInGzip),
        target: { atMost: firstViewBudget.scripts / 1000 },
      },
      ...kinds.map((kind) => kilobytes(`${kind}, as sent`, sizeOf(first, kind))),
      { name: `${path}: requests`, value: first.size, unit: 'count' },
      kilobytes('scripts loaded on idle, as sent', sizeOf(all, 'scripts') - sizeOf(first, 'scripts')),
    ]
  } finally {
    await context.close()
  }
}

/** Bytes of what the browser has loaded, by address, the document included. */
async function loadedBy(page: Page): Promise<ReadonlyMap<string, number>> {
  const entries = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    // The entries of these two types.
    return (all as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
      name,
      encodedBodySize,
    }))
  })
  // What is preloaded and then used may have two entries.
  const loaded = new Map<string, number>()
  for (const { name, encodedBodySize } of entries)
    loaded.set(name, Math.max(encodedBodySize, loaded.get(name) ?? 0))
  return loaded
}

function kindOf(url: string, address: string): (typeof kinds)[number] {
  if (url === address) return 'document'
  const { pathname } = new URL(url)
  const extension = /\.(\w+)$/.exec(pathname)?.[1] ?? ''
  if (extension === 'js') return 'scripts'
  if (extension === 'css') return 'style sheets'
  if (extension === 'woff2') return 'fonts'
  return /^(svg|webp|avif|jpe?g|png)$/.test(extension) || pathname.includes('/storage/') ? 'images' : 'data'
}
