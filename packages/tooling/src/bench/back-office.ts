import type { Locator, Page } from '@playwright/test'

import { fillLargeCatalogue, largeCatalogue } from '../site/large-catalogue.ts'
import { paintAfterClick, type TracedPage, withTracedPage } from './bench-browser.ts'
import { type BenchSite, startBenchSite } from './bench-site.ts'
import { type BenchPart, type Measurement, median } from './measurement.ts'

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
      say('signing in over 4G')
      const withoutPrefetch = await withTracedPage(site.url, say, async (traced) => {
        // A browser that saves data prefetches nothing.
        await traced.page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
        })
        return signInOver4g(traced, site, 'nothing prefetched')
      })
      return await withTracedPage(site.url, say, async (traced) => [
        ...withoutPrefetch,
        ...(await signInOver4g(traced, site, 'prefetched while the password is typed')),
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
): Promise<Measurement[]> {
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  // Typing a password leaves the browser idle.
  await page.waitForLoadState('networkidle')
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast4g)
  const began = await page.evaluate(() => performance.now())
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByText('Loading dashboard data...').waitFor({ state: 'hidden' })
  const { code, whole, scripts, bytes } = await page.evaluate((from) => {
    const whole = performance.now() - from
    const entries = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime }) => startTime >= from)
    const answered = entries.find(({ name }) => name.includes('/token?'))?.responseEnd ?? from
    const scripts = entries.filter(({ name }) => /\/assets\/.*\.js/.test(name))
    const code = Math.max(0, ...scripts.map(({ responseEnd }) => responseEnd - answered))
    const bytes = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0)
    return { code, whole, scripts: scripts.length, bytes }
  }, began)
  await session.send('Network.emulateNetworkConditions', unlimited)
  return [
    {
      name: `code of the dashboard after signing in, 4G, ${how}`,
      value: code / 1000,
      unit: 's',
      target: { atMost: 1 },
    },
    { name: `its scripts, ${how}`, value: scripts, unit: 'count' },
    { name: `their size, ${how}`, value: bytes / 1000, unit: 'KB' },
    { name: `sign-in until the counts are shown, 4G, ${how}`, value: whole / 1000, unit: 's' },
  ]
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
    measurements.push({
      name: `${screen}, ${rows}: answer until first rows are painted, ${slower} times slower, median of ${openings}`,
      value: median(times),
      unit: 'ms',
      target: { atMost: 300 },
    })
  }
  return measurements
}

/** When the answer with a screen's first rows had arrived, in the page's milliseconds. */
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
    await field.waitFor()
    await page.waitForLoadState('networkidle')
    const { droppedFrames } = await type(page, field, text)
    await field.fill('')
    await page.waitForLoadState('networkidle')
    await slowDown(slower)
    const { slowestKey } = await type(page, field, text)
    await slowDown(1)
    measurements.push(
      {
        name: `frames dropped while typing into ${what}`,
        value: droppedFrames,
        unit: 'count',
        target: { atMost: 0 },
      },
      {
        name: `slowest key in ${what} until it is painted, ${slower} times slower`,
        value: slowestKey,
        unit: 'ms',
        target: { atMost: 50 },
      },
    )
  }
  return measurements
}

interface Typed {
  /** Milliseconds from the slowest key to its paint; the browser reports steps of 8, from 16 on. */
  readonly slowestKey: number
  /** Frames that were left out at 60 a second. */
  readonly droppedFrames: number
}

async function type(page: Page, field: Locator, text: string): Promise<Typed> {
  await field.click()
  const typed = await page.evaluateHandle(() => {
    const seen = { slowestKey: 16, droppedFrames: 0 }
    const observer = new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries())
        if (/^(key|input|beforeinput)/.test(name)) seen.slowestKey = Math.max(seen.slowestKey, duration)
    })
    // Not in TypeScript's types.
    const keys: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    observer.observe(keys)
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
