import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

import { browserFlags } from '../browser/browser-flags.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'
import { freePort } from '../database/free-port.ts'
import { startBenchSite } from './bench-site.ts'
import { type BenchPart, type Measurement, median, type Target } from './measurement.ts'

const visits = 5
const mostTries = 3

/** Lighthouse's verdict on the public pages on its phone, with the demo catalogue and its images. */
export const lighthousePart: BenchPart = {
  title: `Lighthouse, mobile: the median of ${visits} visits after a first one`,
  async run(say) {
    const browser = await ensureBrowser({ signal: AbortSignal.timeout(240_000), say })
    const site = await startBenchSite({ seed: 'demo' })
    try {
      const measurements: Measurement[] = []
      for (const page of ['/', '/catalogue']) {
        const results: Result[] = []
        for (let visit = 0; visit <= visits; visit += 1)
          results.push(await visitPage(site.url + page, browser))
        const counted = results.slice(1)
        for (const complaint of new Set(counted.flatMap(complaints))) say(`${page} ${complaint}`)
        measurements.push(...measured(page, counted))
      }
      return measurements
    } finally {
      await site.stop()
    }
  },
}

/** Visits a page in a browser of its own, again when Lighthouse missed the beginning of its own recording. */
async function visitPage(url: string, executablePath: string): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const args = [...browserFlags, `--remote-debugging-port=${port}`]
    const browser = await chromium.launch({ executablePath, args })
    try {
      const answer = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
      if (answer === undefined) throw new Error(`Lighthouse gave no result for ${url}`)
      if (answer.lhr.runtimeError !== undefined) throw new Error(answer.lhr.runtimeError.message)
      return answer.lhr
    } catch (error) {
      if (tries === mostTries || !String(error).includes('run Lighthouse again')) throw error
    } finally {
      await browser.close()
    }
  }
}

function complaints({ audits }: Result): string[] {
  return Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue }) => [title, displayValue].filter(Boolean).join(': '))
}

function measured(page: string, results: readonly Result[]): readonly Measurement[] {
  const points = (name: string, category: string, atLeast: number): Measurement => ({
    name: `${page}: ${name}`,
    value: median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
    unit: 'points',
    target: { atLeast },
  })
  const audit = (
    name: string,
    id: string,
    unit: Measurement['unit'],
    target?: Target,
    divisor = 1,
  ): Measurement => ({
    name: `${page}: ${name}`,
    value: median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)) / divisor,
    unit,
    ...(target && { target }),
  })
  return [
    points('performance', 'performance', 98),
    points('accessibility', 'accessibility', 100),
    points('best practices', 'best-practices', 100),
    points('SEO', 'seo', 100),
    audit('first contentful paint', 'first-contentful-paint', 'ms'),
    audit('largest contentful paint', 'largest-contentful-paint', 'ms', { atMost: 1500 }),
    audit('layout shift', 'cumulative-layout-shift', 'ratio', { atMost: 0.01 }),
    audit('total blocking time', 'total-blocking-time', 'ms', { atMost: 100 }),
    audit('over the network', 'total-byte-weight', 'KB', undefined, 1000),
  ]
}
