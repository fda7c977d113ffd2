import type { Page } from '@playwright/test'

import { fillLargeCatalogue, largeCatalogue } from '../site/large-catalogue.ts'
import { paintAfterClick, type TracedPage, withTracedPage } from './bench-browser.ts'
import { type BenchSite, startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, type Measurement, median } from './measurement.ts'

const slower = 4
const openings = 5
const lists = [
  { screen: 'Products', path: '/rest/v1/products', rows: largeCatalogue.products },
  { screen: 'Leads', path: '/rest/v1/leads', rows: largeCatalogue.leads },
] as const

/** The lists with a large catalogue, on a slow processor. */
export const backOfficePart: BenchPart = {
  title: `The back office, ${largeCatalogue.products} products and ${largeCatalogue.leads} leads`,
  async run(say) {
    say('filling the database')
    const site = await startBenchSite({ seed: 'empty', fill: fillLargeCatalogue })
    try {
      return await withTracedPage(site.url, say, async (traced) => {
        await signIn(traced.page, site)
        return openLists(traced)
      })
    } finally {
      await site.stop()
    }
  },
}

async function signIn(page: Page, { admin }: BenchSite): Promise<void> {
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
}

async function openLists({ page, slowDown }: TracedPage): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { screen, path, rows } of lists) {
    const times: number[] = []
    for (let opening = 0; opening <= openings; opening += 1) {
      await page.goto('/admin')
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
      await page.waitForLoadState('networkidle')
      await slowDown(slower)
      await page.evaluate(() => performance.clearResourceTimings())
      const link = page.getByRole('link', { name: screen, exact: true })
      const { painted } = await paintAfterClick(page, 'body', 'tbody tr', () => link.dispatchEvent('click'))
      // The first opening warms the browser up.
      if (opening > 0) times.push(painted - (await answeredAt(page, path)))
      await slowDown(1)
    }
    const name = `${screen}, ${rows}: answer until first rows are painted, ${slower} times slower, median of ${openings}`
    measurements.push(atMost(300, name, median(times), 'ms'))
  }
  return measurements
}

/** When the response with a screen's first rows had arrived, in the page's milliseconds. */
async function answeredAt(page: Page, path: string): Promise<number> {
  const end = await page.waitForFunction((part) => {
    const entry = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes(part) && name.includes('order='))
    return entry instanceof PerformanceResourceTiming ? entry.responseEnd : undefined
  }, path)
  return (await end.jsonValue()) ?? Number.NaN
}
