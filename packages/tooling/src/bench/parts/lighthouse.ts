import { ensureBrowser } from '../../browser/ensure-browser.ts'
import { startLoadSite } from '../../load/start-load-site.ts'
import { buildSite } from '../../site/build-site.ts'
import type { BenchPart, Measurement } from '../bench-part.ts'
import { type LighthouseVisit, visitWithLighthouse } from './lighthouse/visit-with-lighthouse.ts'

const pages = ['/', '/catalogue']
/** Visits that count, after one that does not. */
const visits = 5
/** Far above what two pages take. */
const longest = 240_000

/** What Lighthouse says of the public pages on its phone, with the demo catalogue and its images. */
export const lighthousePart: BenchPart = {
  name: 'lighthouse',
  title: `Lighthouse, mobile: the median of ${visits} visits after a first one`,
  async run({ say }) {
    const signal = AbortSignal.timeout(longest)
    const browser = await ensureBrowser({ signal, say })
    await buildSite({ when: 'stale', say })
    const site = await startLoadSite({ databaseUrl: '', seed: 'demo' })
    try {
      const measurements: Measurement[] = []
      for (const page of pages) {
        const seen: LighthouseVisit[] = []
        await visitWithLighthouse(site.url + page, browser)
        while (seen.length < visits) seen.push(await visitWithLighthouse(site.url + page, browser))
        for (const complaint of new Set(seen.flatMap(({ complaints }) => complaints)))
          say(`${page} ${complaint}`)
        measurements.push(...measured(page, seen))
      }
      return measurements
    } finally {
      await site.stop()
    }
  },
}

function measured(page: string, visits: readonly LighthouseVisit[]): readonly Measurement[] {
  const median = (name: Exclude<keyof LighthouseVisit, 'complaints'>) =>
    visits.map((visit) => visit[name]).toSorted((one, other) => one - other)[Math.floor(visits.length / 2)] ??
    0
  const points = (name: string, value: number, atLeast: number): Measurement => ({
    name: `${page}: ${name}`,
    value,
    unit: 'points',
    target: { atLeast },
  })
  return [
    points('performance', median('performance'), 98),
    points('accessibility', median('accessibility'), 100),
    points('best practices', median('bestPractices'), 100),
    points('SEO', median('seo'), 100),
    { name: `${page}: first contentful paint`, value: median('firstPaint'), unit: 'ms' },
    {
      name: `${page}: largest contentful paint`,
      value: median('largestPaint'),
      unit: 'ms',
      target: { atMost: 1500 },
    },
    {
      name: `${page}: layout shift`,
      value: median('layoutShift'),
      unit: 'ratio',
      target: { atMost: 0.01 },
    },
    {
      name: `${page}: total blocking time`,
      value: median('blockingTime'),
      unit: 'ms',
      target: { atMost: 100 },
    },
    { name: `${page}: over the network`, value: median('bytes') / 1000, unit: 'KB' },
  ]
}
