import { chromium } from '@playwright/test'

import { browserFlags } from '../../browser/browser-flags.ts'
import { ensureBrowser } from '../../browser/ensure-browser.ts'
import { startLoadSite } from '../../load/start-load-site.ts'
import { buildSite } from '../../site/build-site.ts'
import { firstViewBudget } from '../../site/first-view-budget.ts'
import type { BenchPart, Measurement } from '../bench-part.ts'
import { type FirstLook, type Kind, kinds, lookFirst } from './weight/first-look.ts'

const pages = ['/', '/catalogue']

const named: Readonly<Record<Kind, string>> = {
  document: 'the document',
  script: 'scripts',
  stylesheet: 'style sheets',
  font: 'fonts',
  image: 'images',
  data: 'data',
}

/** How much the public pages load on a phone that has never seen them, with the demo catalogue. */
export const weightPart: BenchPart = {
  name: 'weight',
  title: 'Weight: what a first visit to the public pages loads on a phone',
  async run({ say }) {
    const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(600_000), say })
    await buildSite({ when: 'stale', say })
    const site = await startLoadSite({ databaseUrl: '', seed: 'demo' })
    try {
      const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
      try {
        const measurements: Measurement[] = []
        for (const page of pages) measurements.push(...seen(page, await lookFirst(browser, site.url + page)))
        return measurements
      } finally {
        await browser.close()
      }
    } finally {
      await site.stop()
    }
  },
}

function seen(page: string, look: FirstLook): readonly Measurement[] {
  return [
    {
      ...kilobytes(`${page}: scripts of the first view, gzip`, look.scriptsInGzip),
      target: { atMost: firstViewBudget.scripts / 1000 },
    },
    ...kinds.map((kind) => kilobytes(`${page}: ${named[kind]}, as sent`, look.bytes[kind])),
    { name: `${page}: requests`, value: look.requests, unit: 'count' },
    kilobytes(`${page}: scripts that come while the browser is idle, as sent`, look.laterScripts),
  ]
}

function kilobytes(name: string, bytes: number): Measurement {
  return { name, value: bytes / 1000, unit: 'KB' }
}
