import type { APIRequestContext, BrowserContextOptions, Page, Request } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, rendered } from './support/steps.ts'

/** The kinds of the events of a request. */
const eventsOf = (request: Request): readonly { kind: string; key: string }[] => request.postDataJSON().events
const isCount = (request: Request) => request.url().endsWith('/rpc/count_events')

/** Waits until the page has loaded what counts, and what that asks for. */
async function idle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/idle-[^/]*\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
}

/** Sends what was counted, as the page does when it is visible again. */
async function sendNow(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

/** What was counted of a kind, by key, as an administrator reads it. */
async function counted(
  request: APIRequestContext,
  giftwell: { adminStorage(): Promise<unknown> },
  kind: string,
): Promise<Record<string, number>> {
  const { supabaseKey } = await (await request.get('/config.json')).json()
  const { origins } = Object(await giftwell.adminStorage())
  const { access_token: token } = JSON.parse(origins[0].localStorage[0].value)
  const response = await request.get(`/rest/v1/daily_counts?kind=eq.${kind}&select=key,number`, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
  })
  const rows: { key: string; number: number }[] = await response.json()
  return Object.fromEntries(rows.map(({ key, number }) => [key, number]))
}

/** A link to a product of the catalogue; each test takes its own. */
async function productLink(request: APIRequestContext, index: number): Promise<string> {
  await rendered(request, '/catalogue')
  const links = [...(await (await request.get('/catalogue')).text()).matchAll(/href="(\/product\/[^"?]+)"/g)]
  return [...new Set(links.map(([, link]) => link ?? ''))][index] ?? ''
}

/** Records the requests that count. */
function countRequests(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => isCount(request) && requests.push(request))
  return requests
}

test('a visit is counted within a minute: the product, its category and the basket', async ({
  page,
  request,
  giftwell,
}) => {
  const before = await counted(request, giftwell, 'seen')
  const addedBefore = await counted(request, giftwell, 'added')
  const sent = page.waitForRequest(isCount, { timeout: 60_000 })
  await page.goto(await productLink(request, 5))
  await page.getByRole('button', { name: 'Add to Inquiry' }).first().click()
  const seen = eventsOf(await sent).find(({ kind }) => kind === 'seen')
  expect(seen?.key).toMatch(/^product:[0-9a-f-]{36}$/)
  const keyed = seen?.key ?? ''
  await expect
    .poll(async () => (await counted(request, giftwell, 'seen'))[keyed])
    .toBe((before[keyed] ?? 0) + 1)
  expect(Object.keys(await counted(request, giftwell, 'seen')).join(' ')).toMatch(/category:.*theme:/)
  await expect
    .poll(async () => {
      await sendNow(page)
      return (await counted(request, giftwell, 'added'))[keyed]
    })
    .toBe((addedBefore[keyed] ?? 0) + 1)
})

test('what was done last is counted when the page is left', async ({
  request,
  giftwell,
  launchOptions,
  playwright,
  userAgent,
}) => {
  // Requests of an unloading page lose the context's user agent, and headless browsers are not counted.
  const args = [...(launchOptions.args ?? []), `--user-agent=${userAgent}`]
  const visitors = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await visitors.newPage({ baseURL: giftwell.baseUrl })
  const first = page.waitForRequest(isCount, { timeout: 60_000 })
  await page.goto(await productLink(request, 6))
  const seen = eventsOf(await first).find(({ kind }) => kind === 'seen')
  const keyed = seen?.key ?? ''
  const before = await counted(request, giftwell, 'added')
  await page.getByRole('button', { name: 'Add to Inquiry' }).first().click()
  await page.goto('about:blank')
  await expect
    .poll(async () => (await counted(request, giftwell, 'added'))[keyed])
    .toBe((before[keyed] ?? 0) + 1)
  await visitors.close()
})

test('a search is counted once, and once that a product was opened from it', async ({
  page,
  request,
  giftwell,
}) => {
  /** How often words were counted, after the page has sent what it counted. */
  async function times(kind: string, words: string) {
    await sendNow(page)
    return (await counted(request, giftwell, kind))[words]
  }
  await page.goto('/catalogue?q=copper')
  await expect.poll(() => times('searched', 'copper')).toBe(1)
  await cards(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\//)
  await expect.poll(() => times('search_chosen', 'copper')).toBe(1)
  await page.goBack()
  await expect(page).toHaveURL(/q=copper/)
  // Words that are searched for later are counted: these would have been counted again before them.
  await page.getByRole('searchbox', { name: 'Search products' }).fill('steel')
  await expect.poll(() => times('searched', 'steel')).toBe(1)
  expect(await times('searched', 'copper')).toBe(1)
  expect(await times('search_chosen', 'copper')).toBe(1)
})

test("words like a person's data are not stored", async ({ page, request, giftwell }) => {
  const sent = countRequests(page)
  await page.goto('/catalogue?q=ravi%40example.com')
  await idle(page)
  await expect
    .poll(async () => {
      await sendNow(page)
      return sent.flatMap(eventsOf).map(({ key }) => key)
    })
    .toContain('ravi@example.com')
  expect(Object.keys(await counted(request, giftwell, 'searched'))).not.toContain('ravi@example.com')
})

/** The tests of the database have all of them (supabase/tests/figures.test.sql); two say that it reads both headers. */
const tag = '@full'
const notCounted: readonly (readonly [string, BrowserContextOptions, { tag?: string }])[] = [
  ['Do Not Track', { extraHTTPHeaders: { dnt: '1' } }, {}],
  ['Global Privacy Control', { extraHTTPHeaders: { 'sec-gpc': '1' } }, { tag }],
  [
    'a search engine',
    { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    {},
  ],
  ['the preview of a link', { userAgent: 'WhatsApp/2.23.20.0 A' }, { tag }],
  ['a prefetch', { extraHTTPHeaders: { purpose: 'prefetch' } }, { tag }],
]
for (const [index, [who, options, details]] of notCounted.entries()) {
  test(`not counted although it is sent: ${who}`, details, async ({ browser, request, giftwell }) => {
    const context = await browser.newContext({ baseURL: giftwell.baseUrl, ...options })
    const page = await context.newPage()
    const before = await counted(request, giftwell, 'seen')
    const answered = page.waitForResponse((response) => isCount(response.request()), { timeout: 60_000 })
    await page.goto(await productLink(request, index))
    await idle(page)
    await sendNow(page)
    expect((await answered).status()).toBe(204)
    await context.close()
    expect(await counted(request, giftwell, 'seen')).toEqual(before)
  })
}

const asking = [
  ['Do Not Track', {}, () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })],
  [
    'Global Privacy Control',
    {},
    () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  ],
  [
    'a page that was never visible, as in a prerendered or hidden tab',
    // As use-visit-counts.test.tsx.
    { tag },
    () => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }),
  ],
] as const
for (const [who, details, script] of asking) {
  test(`nothing is sent with ${who}`, details, async ({ page, request }) => {
    const requests = countRequests(page)
    await page.addInitScript(script)
    await page.goto(await productLink(request, 0))
    await idle(page)
    await sendNow(page)
    expect(requests).toEqual([])
  })
}

test.describe('staff', () => {
  test.use({ signedIn: true })

  test('are not counted', async ({ page, request, giftwell }) => {
    const requests = countRequests(page)
    const before = await counted(request, giftwell, 'seen')
    await page.goto(await productLink(request, 0))
    await expect(page.getByRole('button', { name: 'Add to Inquiry' }).first()).toBeVisible()
    await idle(page)
    await sendNow(page)
    expect(requests).toEqual([])
    expect(await counted(request, giftwell, 'seen')).toEqual(before)
  })

  test('switch it off: nothing is sent, and nothing counted of what is', async ({
    page,
    request,
    browser,
    giftwell,
  }) => {
    await page.goto('/admin/settings')
    await page.getByLabel('Count visits').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'successfully' })).toBeVisible()
    const link = await productLink(request, 1)
    await expect
      .poll(async () => Object((await (await request.get('/config.json')).json()).site).counts)
      .toBe(false)
    const context = await browser.newContext({ baseURL: giftwell.baseUrl })
    const visitor = await context.newPage()
    const requests = countRequests(visitor)
    await expect(async () => {
      requests.length = 0
      await visitor.goto(link)
      await idle(visitor)
      await sendNow(visitor)
      expect(requests).toEqual([])
    }).toPass()
    const before = await counted(request, giftwell, 'seen')
    const { supabaseKey } = await (await request.get('/config.json')).json()
    const forged = await request.post('/rest/v1/rpc/count_events', {
      headers: { apikey: supabaseKey },
      data: {
        events: Object.keys(before)
          .filter((key) => key.startsWith('product:'))
          .map((key) => ({ kind: 'seen', key })),
      },
    })
    expect(forged.status()).toBe(204)
    expect(await counted(request, giftwell, 'seen')).toEqual(before)
    await context.close()
    await page.getByLabel('Count visits').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => Object((await (await request.get('/config.json')).json()).site).counts)
      .toBeUndefined()
  })
})

test('nothing is sent before the page is idle', async ({ page, request }) => {
  const requests = countRequests(page)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(await productLink(request, 0))
  await page.waitForLoadState('networkidle')
  await sendNow(page)
  expect(requests).toEqual([])
})

test('a site whose counting is blocked works as before', async ({ page, request }) => {
  await page.route('**/rpc/count_events', (route) => route.abort('blockedbyclient'))
  const blocked = page.waitForRequest(isCount, { timeout: 60_000 })
  await page.goto(await productLink(request, 0))
  await page.getByRole('button', { name: 'Add to Inquiry' }).first().click()
  await idle(page)
  await sendNow(page)
  await blocked
  await expect(page.getByText('No connection to')).toBeHidden()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experience the Art of Corporate Gifting')
})
