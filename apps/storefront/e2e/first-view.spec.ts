import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { siteFolder, weighFirstView } from '@giftwell/tooling/site/build-site.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, rendered } from './support/steps.ts'

test.use({ prefetches: true })

/** The names of the files of a kind that a page has loaded. */
async function loaded(page: Page, extension: '.js' | '.svg' | '.woff2'): Promise<readonly string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return urls.filter((url) => url.endsWith(extension)).map((url) => withoutHash(basename(url)))
}

/** Waits for the last of the idle preloads. */
async function preloaded(page: Page): Promise<void> {
  await expect.poll(() => loaded(page, '.svg')).toContain('offline.svg')
}

const pages = [
  {
    path: '/',
    file: 'index.html',
    content: (page: Page) => page.getByRole('region', { name: 'Featured Products' }).getByRole('article'),
  },
  { path: '/catalogue', file: 'catalogue.html', content: cards },
]

/** The size of a connection's first window: ten packets. One byte more takes another round trip, 150 ms on a slow phone. */
const firstWindow = 10 * 1460

for (const { path, file, content } of pages) {
  test(`the document of ${path} comes with its headers in the first window of a connection`, async ({
    request,
  }) => {
    await rendered(request, path)
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    const headers = answer.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`)
    const body = Number(answer.headers()['content-length'])
    expect(answer.headers()['content-encoding']).toBe('br')
    expect(body + headers.join('').length).toBeLessThanOrEqual(firstWindow)
  })

  test(`the first view of ${path} loads exactly the scripts that its budget counts, and the small fonts`, async ({
    page,
    request,
  }) => {
    await rendered(request, path)
    // A browser that is never idle prefetches nothing.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(path)
    await expect(content(page).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const { scripts } = await weighFirstView(siteFolder, file)
    const weighed = Object.keys(scripts)
    expect([...new Set(await loaded(page, '.js'))].toSorted()).toEqual(weighed.toSorted())
    expect((await loaded(page, '.woff2')).toSorted()).toEqual(['figtree-core.woff2', 'fraunces-core.woff2'])
  })
}

test('the inline script remembers what is pressed before hydration in at most 1 KB', async () => {
  const html = await readFile(join(siteFolder, 'index.html'), 'utf8')
  const [, recorder = ''] = /<script>.*?(const \w+=window\.firstPresses=.*?)<\/script>/s.exec(html) ?? []
  expect(recorder).toContain('addEventListener')
  expect(Buffer.byteLength(recorder)).toBeLessThanOrEqual(1024)
})

test('the first view of a product loads its own scripts alone, at most 125 kB', async ({ page, request }) => {
  await rendered(request, '/catalogue')
  const [, path = ''] =
    /href="(\/product\/[^"?]+)"/.exec(await (await request.get('/catalogue')).text()) ?? []
  await rendered(request, path)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Add to Inquiry' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { scripts } = await weighFirstView(siteFolder, '../dist-server/product.html')
  // And the client of the API, of 5 kB, which reads the neighbours.
  const expected = [...Object.keys(scripts), 'dist.js']
  expect([...new Set(await loaded(page, '.js'))].toSorted()).toEqual(expected.toSorted())
  expect(Object.values(scripts).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(125_000)
})

test('the first view of the terms loads no forms and no dialogs, at most 117 kB', async () => {
  const { scripts } = await weighFirstView(siteFolder, '../dist-server/terms.html')
  expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining(['forms.js']))
  expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining(['dialogs.js']))
  expect(Object.values(scripts).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(117_000)
})

test('after an idle preload, a dialog and the other page open offline', async ({ page, context }) => {
  await page.goto('/catalogue')
  await cards(page).first().getByRole('button', { name: 'Add to Inquiry' }).click()
  await preloaded(page)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Inquiry Basket 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experience the Art of Corporate Gifting')
})

test('the home page of a phone makes few requests, and loads little when it is idle', async ({
  page,
  request,
}) => {
  await rendered(request, '/')
  await page.setViewportSize({ width: 390, height: 844 })
  const { scripts: firstView } = await weighFirstView(siteFolder, 'index.html')
  await page.goto('/')
  await expect
    .poll(() => loaded(page, '.js'))
    .toEqual(expect.arrayContaining(['catalogue-page.js', 'idle.js']))
  // The last of the idle preloads; and in a browser with tabs the icon of the site.
  await expect
    .poll(async () => (await loaded(page, '.svg')).toSorted().join(' '))
    .toMatch(/^(favicon\.svg )?offline\.svg$/)
  const resources = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize }) => ({ name, bytes: transferSize })),
  )
  // With the document.
  expect(resources.length + 1).toBeLessThanOrEqual(30)
  const idle = resources.filter(
    ({ name }) => name.endsWith('.js') && !(withoutHash(basename(name)) in firstView),
  )
  expect(idle.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(90_000)
  const hero = resources.find(({ name }) => name.endsWith('.avif'))
  expect(hero?.bytes).toBeLessThanOrEqual(12_000)
})

function withoutHash(name: string): string {
  return name.replace(/-[\w-]{8}(?=\.\w+$)/, '')
}
