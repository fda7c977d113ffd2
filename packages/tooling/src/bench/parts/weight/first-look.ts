import { gzipSync } from 'node:zlib'

import { type Browser, devices, type Page } from '@playwright/test'

import { holdIdle } from '../../../browser/hold-idle.ts'

/** What is told apart of what a page loads. */
export const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'data'] as const
export type Kind = (typeof kinds)[number]

/** What a page loads until it is complete, and what it loads after that while the browser is idle. */
export interface FirstLook {
  /** Bytes as sent, headers left out. */
  readonly bytes: Readonly<Record<Kind, number>>
  readonly requests: number
  /** Bytes of the scripts compressed with gzip, whatever they were sent with. */
  readonly scriptsInGzip: number
  /** Bytes of the scripts, as sent, that came when the browser was idle. */
  readonly laterScripts: number
}

/** Milliseconds after which a page that wants no idle time is taken to want none any more. */
const lull = 2000

/** What the browser has loaded, by address; the document too. */
type Loaded = ReadonlyMap<string, number>

/** Opens a page on a phone that has never seen the site; it is not idle before everything has been loaded. */
export async function lookFirst(browser: Browser, address: string): Promise<FirstLook> {
  const context = await browser.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
    const { atRest, beIdle } = await holdIdle(page)
    await page.goto(address)
    await atRest()
    await page.waitForLoadState('networkidle')
    const first = await loadedBy(page)
    const bytes = { document: 0, script: 0, stylesheet: 0, font: 0, image: 0, data: 0 }
    for (const [url, size] of first) bytes[kindOf(url, address)] += size
    let scriptsInGzip = 0
    for (const url of first.keys()) {
      if (kindOf(url, address) !== 'script') continue
      const content = await (await context.request.get(url)).body()
      scriptsInGzip += gzipSync(content, { level: 9 }).length
    }

    // Each piece asks for idle time once the one before is there; after the last one nobody does.
    const isWanted = () =>
      atRest(lull).then(
        () => true,
        () => false,
      )
    while (await isWanted()) await beIdle()
    let laterScripts = -bytes.script
    for (const [url, size] of await loadedBy(page))
      if (kindOf(url, address) === 'script') laterScripts += size
    return { bytes, requests: first.size, scriptsInGzip, laterScripts }
  } finally {
    await context.close()
  }
}

async function loadedBy(page: Page): Promise<Loaded> {
  const entries = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    // The entries of these two kinds.
    return (all as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => [name, encodedBodySize] as const,
    )
  })
  // What is preloaded and then used may stand there twice.
  const loaded = new Map<string, number>()
  for (const [url, size] of entries) loaded.set(url, Math.max(size, loaded.get(url) ?? 0))
  return loaded
}

function kindOf(url: string, address: string): Kind {
  if (url === address) return 'document'
  const { pathname } = new URL(url)
  const extension = /\.(\w+)$/.exec(pathname)?.[1] ?? ''
  if (extension === 'js') return 'script'
  if (extension === 'css') return 'stylesheet'
  if (extension === 'woff2') return 'font'
  return /^(svg|webp|avif|jpe?g|png)$/.test(extension) || pathname.includes('/storage/') ? 'image' : 'data'
}
