import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

import { browserFlags } from '../browser/browser-flags.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'
import { freePort } from '../database/free-port.ts'
import { startBenchSite } from './bench-site.ts'
import { atLeast, atMost, type BenchPart, type Measurement, median } from './measurement.ts'

const visits = 5
const mostTries = 3

/** Lighthouse's verdict on the public pages on its phone, with the demo catalogue and its images. */
export const lighthousePart: BenchPart = {
  title: `Lighthouse, mobile: the median of ${visits} visits after a first one`,
  async run(say) {
    const browser = await ensureBrowser({ signal: AbortSignal.timeout(240_000), say })
    await using site = await startBenchSite({ seed: 'demo' })
    const measurements: Measurement[] = []
    for (const page of ['/', '/catalogue']) {
      const results: Result[] = []
      for (let visit = 0; visit <= visits; visit += 1) results.push(await visitPage(site.url + page, browser))
      measurements.push(...measured(page, results.slice(1)))
    }
    return measurements
  },
}

/** Visits a page in a browser of its own, again when Lighthouse missed the beginning of its own recording. */
async function visitPage(url: string, executablePath: string): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const args = [...browserFlags, `--remote-debugging-port=${port}`]
    const browser = await chromium.launch({ executablePath, args })
    try {
      const outcome = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
      if (outcome === undefined) throw new Error(`Lighthouse gave no result for ${url}`)
      if (outcome.lhr.runtimeError !== undefined) throw new Error(outcome.lhr.runtimeError.message)
      return outcome.lhr
    } catch (error) {
      if (tries === mostTries || !String(error).includes('run Lighthouse again')) throw error
    } finally {
      await browser.close()
    }
  }
}

function measured(page: string, results: readonly Result[]): readonly Measurement[] {
  const points = (category: string) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const audit = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  return [
    atLeast(98, `${page}: performance`, points('performance'), 'points'),
    atLeast(100, `${page}: accessibility`, points('accessibility'), 'points'),
    atLeast(100, `${page}: best practices`, points('best-practices'), 'points'),
    atLeast(100, `${page}: SEO`, points('seo'), 'points'),
    atMost(1500, `${page}: largest contentful paint`, audit('largest-contentful-paint'), 'ms'),
    atMost(0.01, `${page}: layout shift`, audit('cumulative-layout-shift'), 'ratio'),
    atMost(100, `${page}: total blocking time`, audit('total-blocking-time'), 'ms'),
  ]
}
