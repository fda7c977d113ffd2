import type { Locator, Page } from '@playwright/test'

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

/** Lists, forms and the sign-in with a large catalogue, on a slow processor or a slow network. */
export const backOfficePart: BenchPart = {
  title: `The back office, ${largeCatalogue.products} products and ${largeCatalogue.leads} leads`,
  async run(say) {
    say('filling the database')
    const site = await startBenchSite({ seed: 'empty', fill: fillLargeCatalogue })
    try {
      const withoutPrefetch = await withTracedPage(site.url, say, async (traced) => {
        // A browser that saves data prefetches nothing.
        await traced.page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
        })
        return signInOver4g(traced, site, 'nothing prefetched')
      })
      return await withTracedPage(site.url, say, async (traced) => [
        withoutPrefetch,
        await signInOver4g(traced, site, 'prefetched while the password is typed'),
        ...(await openLists(traced)),
        ...(await typeInFields(traced)),
      ])
    } finally {
      await site.stop()
    }
  },
}

/** "Fast 4G" as the browser's own tools simulate it: 9 Mbit/s and 60 ms, with their corrections. */
const fast4g = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
}
const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

async function signInOver4g(
  { page, session }: TracedPage,
  { admin }: BenchSite,
  how: string,
): Promise<Measurement> {
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  // Typing a password leaves the browser idle.
  await page.waitForLoadState('networkidle')
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast4g)
  await page.evaluate(() => performance.clearResourceTimings())
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByText('Loading dashboard data...').waitFor({ state: 'hidden' })
  const milliseconds = await page.evaluate(() => {
    const ends = (pattern: RegExp) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => pattern.test(name))
        .map(({ responseEnd }) => responseEnd)
    const [answered = Number.NaN] = ends(/\/token\?/)
    return Math.max(0, ...ends(/\/assets\/.*\.js/).map((end) => end - answered))
  })
  await session.send('Network.emulateNetworkConditions', unlimited)
  return atMost(1, `code of the dashboard after signing in, 4G, ${how}`, milliseconds / 1000, 's')
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

async function typeInFields({ page, slowDown }: TracedPage): Promise<Measurement[]> {
  await page.goto('/admin/products')
  await page.locator('tbody tr').first().waitFor()
  const search = page.getByRole('searchbox', { name: 'Search products' })
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  const measurements: Measurement[] = []
  for (const { what, field, text } of [
    { what: 'the search', field: search, text: 'brass lamp' },
    { what: 'the product form', field: name, text: 'A lamp of brass with a wooden foot' },
  ]) {
    if (field === name) await page.getByRole('button', { name: 'Add Product' }).click()
    const { droppedFrames } = await type(page, field, text)
    await field.fill('')
    await slowDown(slower)
    const { slowestKey } = await type(page, field, text)
    await slowDown(1)
    const key = `slowest key in ${what} until it is painted, ${slower} times slower`
    measurements.push(
      atMost(0, `frames dropped while typing into ${what}`, droppedFrames, 'count'),
      atMost(50, key, slowestKey, 'ms'),
    )
  }
  return measurements
}

/**
 * Types a text.
 *
 * @returns the frames that were dropped at 60 a second, and the milliseconds from the slowest key to its paint: the
 *   browser reports steps of 8, from 16 on
 */
async function type(page: Page, field: Locator, text: string) {
  await field.waitFor()
  await page.waitForLoadState('networkidle')
  await field.click()
  const typed = await page.evaluateHandle(() => {
    const seen = { slowestKey: 16, droppedFrames: 0 }
    const observer = new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries())
        if (/^(key|input|beforeinput)/.test(name)) seen.slowestKey = Math.max(seen.slowestKey, duration)
    })
    // The option is not in TypeScript's types.
    const events: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    observer.observe(events)
    let last = performance.now()
    const onFrame = (now: number) => {
      if (now - last > 1.5 * (1000 / 60)) seen.droppedFrames += 1
      last = now
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return seen
  })
  await page.keyboard.type(text, { delay: 60 })
  await page.waitForTimeout(200)
  return typed.jsonValue()
}
