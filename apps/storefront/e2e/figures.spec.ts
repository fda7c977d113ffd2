import { randomUUID } from 'node:crypto'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { Locator, Page } from '@playwright/test'

import { createAdminStorage, expect, type Giftwell, test } from './support/giftwell.ts'
import { office, quotationLine } from './support/quotations.ts'
import { startDemoSite } from './support/running-site.ts'

test.use({ signedIn: true })

/** Calls the API as a visitor's browser does. */
async function visit(giftwell: Giftwell, name: string, body: unknown): Promise<unknown> {
  const { supabaseKey } = await (await fetch(`${giftwell.baseUrl}/config.json`)).json()
  const response = await fetch(`${giftwell.baseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: supabaseKey,
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 Firefox/140.0',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, `${name}: ${text}`).toBe(true)
  return text && JSON.parse(text)
}

interface Product {
  readonly id: string
  readonly name: string
}

/** Three leads for a product: an unanswered one, one lost for the price, and one won. */
async function sell(giftwell: Giftwell, product: Product, unquoted: Product): Promise<void> {
  const { post, call } = await office(giftwell)
  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=merge-duplicates' })
  const ask = async (items: readonly Product[]) => {
    const email = giftwell.newAddress('figures')
    await visit(giftwell, 'send_inquiry', {
      name: 'Figures Buyer',
      company: 'Test Company',
      email,
      phone: '+91 98765 43210',
      items,
    })
    const [{ id }] = await call('find_leads', { words: email })
    return id
  }
  const offer = async (lead: string) => {
    const quotation = await call('draft_quotation', { lead })
    const { versions } = await call('quotation_details', { quotation })
    const line = { ...quotationLine, id: randomUUID(), product_id: product.id, name: product.name }
    const content = {
      ...versions[0].content,
      // The product may cost more.
      price_reason: 'A first order',
      buyer: { ...versions[0].content.buyer, delivery_state: '27' },
      lines: [{ ...line, quantities: [{ quantity: 100, price_paise: 50_000 }] }],
    }
    const saves = await call('save_quotation', {
      quotation,
      content,
      valid_until: '2999-12-05',
      saves: versions[0].saves,
    })
    const { token } = await call('send_quotation', { quotation, saves, mails: false, rates_checked: true })
    return { quotation, token }
  }
  await ask([unquoted])
  const lost = await ask([product])
  const declined = await offer(lost)
  await visit(giftwell, 'decline_quotation', { token: declined.token, reason: 'price' })
  await call('handle_lead', { lead: lost, kind: 'state', value: 'lost' })
  const { quotation } = await offer(await ask([product, unquoted].slice(0, 1)))
  await call('accept_quotation_for_buyer', {
    quotation,
    choice: {},
    name: 'Figures Buyer',
    note: 'By telephone',
  })
  await offer(await ask([product]))
}

/** The figures of the screen that open a list of leads, quotations or products, with their addresses. */
async function listedFigures(page: Page) {
  const links = await page
    .getByRole('main')
    .locator('a[href^="/admin/"]')
    .evaluateAll((all) =>
      all.map((link) => ({
        name: link.getAttribute('aria-label') ?? link.textContent,
        number: Number(/([\d,]+)(?: products?)?$/.exec(link.textContent)?.[1]?.replaceAll(',', '')),
        path: link.getAttribute('href') ?? '',
      })),
    )
  return links.filter(({ path }) =>
    /leads\?|quotations\?|products\?(?:seen_never_asked|asked_never_quoted|quoted_declined)=/.test(path),
  )
}

/** The tabs, each with a table of it. */
const tabs = {
  sales: ['Answer times by weekday', 'Lost leads by reason', 'Open quotations by state'],
  demand: ['Categories', 'Most declined', 'Products'],
  website: ['Visits'],
} as const

async function openTab(page: Page, tab: string, ready: readonly string[]): Promise<void> {
  await page.goto(`/admin/figures/${tab}`)
  await isShown(page, ready)
}

async function isShown(page: Page, ready: readonly string[]): Promise<void> {
  for (const name of ready) await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
}

/** Shows the tables of the plots, all of them or until one has a link. */
async function showTables(page: Page, link?: Locator): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Show as a table' })
  while ((await buttons.count()) > 0 && ((await link?.count()) ?? 0) === 0) await buttons.first().click()
}

/** A full run opens all figures, `npm test` each filter once, whatever its record or days; figures.test.sql has the others. */
const isFullRun = process.env['TEST_FULL'] === '1'
const filtersOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const kindOf = (value: string) => value.replaceAll(/[\da-f-]{36}|\d{4}-\d\d(-\d\d)?/g, '')
  return [...searchParams].map(([name, value]) => `${pathname} ${name}=${kindOf(value)}`)
}

test('each figure opens the list that has as many rows, whose filter is removed by a press', async ({
  browser,
  giftwell: shared,
}) => {
  test.slow()
  // Leads of other tests would count, too.
  await using site = await startDemoSite()
  const giftwell = {
    ...shared,
    baseUrl: site.url,
    admin: site.admin,
    adminStorage: createAdminStorage(site.url, site.admin),
  }
  const page = await browser.newPage({ baseURL: site.url, storageState: await giftwell.adminStorage() })
  const { call } = await office(giftwell)
  const products: readonly Product[] = await call('find_products', { filters: { sample: 'yes' }, size: 3 })
  const [seen, quoted, unquoted] = products.map(({ id, name }) => ({ id, name })) as [
    Product,
    Product,
    Product,
  ]
  const view = { kind: 'seen', key: `product:${seen.id}` }
  for (let part = 0; part < 2; part += 1)
    await visit(giftwell, 'count_events', { events: Array.from({ length: 50 }, () => view) })
  const word = `quokka${randomUUID().replaceAll(/[^a-f]/g, '')}`
  await visit(giftwell, 'report_missed_search', { q: word })
  await sell(giftwell, quoted, unquoted)

  const figures: Awaited<ReturnType<typeof listedFigures>> = []
  const opened = new Set<string>()
  for (const [tab, ready] of Object.entries(tabs)) {
    await openTab(page, tab, ready)
    await expectNoViolations(page)
    for (const plot of await page.getByRole('button', { name: 'Show as a table' }).all())
      await expect(plot).toBeVisible()
    await showTables(page)
    const ofTab = await listedFigures(page)
    figures.push(...ofTab)
    for (const { name, number, path } of ofTab) {
      const filters = isFullRun ? [path] : filtersOf(path)
      if (filters.every((filter) => opened.has(filter))) continue
      for (const filter of filters) opened.add(filter)
      await test.step(`${name}: ${path}`, async () => {
        const link = page.getByRole('main').locator(`a[href="${path}"]`)
        await showTables(page, link)
        await link.first().click()
        await expect(page.getByRole('heading', { name: `(${number.toLocaleString('en')})` })).toBeVisible()
        const rows = page.getByRole('main').getByRole('table').locator('tbody tr')
        await expect(rows).toHaveCount(Math.min(number, 25))
        await page.goBack()
        await isShown(page, ready)
      })
    }
  }
  const asOf = (name: string) => figures.find((figure) => figure.name === name)?.number
  expect(asOf('4 number: Asked')).toBe(4)
  expect(asOf('3 number: Quoted')).toBe(3)
  expect(asOf('1 number: Accepted')).toBe(1)
  expect(asOf('1 leads: Price')).toBe(1)
  expect(asOf('1 quotations: Price')).toBe(1)
  expect(figures.find(({ path }) => path.includes('seen_never_asked'))?.number).toBe(1)
  expect(figures.length).toBeGreaterThan(20)
  expect(asOf(`3 asked: ${quoted.name}`), 'products').toBe(3)
  expect(asOf(`1 declined: ${quoted.name}`)).toBe(1)
  expect(
    figures.some(({ path }) => path.includes('about=category')),
    'categories',
  ).toBe(true)

  await page.goto('/admin/figures/demand')
  const grouped: typeof figures = []
  for (const [group, key] of [
    ['Themes', 'theme'],
    ['Industries', 'industry'],
    ['Budget bands', 'band'],
  ] as const) {
    await page.getByLabel('Group by').selectOption(group)
    await expect(page.getByRole('table', { name: group })).toBeVisible()
    const ofGroup = (await listedFigures(page)).filter(({ path }) => path.includes(`about=${key}`))
    expect(ofGroup.length, group).toBeGreaterThan(3)
    grouped.push(...ofGroup.slice(0, isFullRun ? 4 : 1))
  }
  for (const { name, number, path } of grouped) {
    await test.step(`${name}: ${path}`, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: `(${number})` })).toBeVisible()
    })
  }

  await page.goto('/admin/figures/demand')
  await page.getByRole('link', { name: `3 asked: ${quoted.name}` }).click()
  await expect(page.getByRole('heading', { name: 'All Leads (3)' })).toBeVisible()
  await page.getByRole('button', { name: `Remove Asked for ${quoted.name}` }).click()
  await expect(page.getByRole('heading', { name: 'All Leads (4)' })).toBeVisible()

  await page.goto('/admin/figures/sales')
  await page.getByRole('link', { name: '1 leads: Price' }).click()
  await expect(page.getByRole('heading', { name: 'All Leads (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Lost: Price' }).click()
  await page.getByRole('combobox', { name: 'State' }).selectOption('All states')
  await expect(page.getByRole('heading', { name: 'All Leads (4)' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove Received from/ })).toBeVisible()

  await page.goto('/admin/figures/demand')
  const popular = page.getByRole('table', { name: 'Products' }).getByRole('row', { name: seen.name })
  await expect(popular.getByRole('cell').first()).toHaveText('100')
  await popular.getByRole('link', { name: seen.name }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Product' })).toBeVisible()

  await page.goto('/admin/figures/demand')
  await page.getByRole('link', { name: `Add a word: ${word}` }).click()
  await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue(`${word}, `)
  await page.keyboard.press('Escape')
})

test('a report is saved as it is shown, in the days of the address', async ({ page }) => {
  await page.goto('/admin/figures/demand?from=2025-01-01&to=2025-01-31')
  await expect(page.getByLabel('Period')).toHaveValue('own')
  const funnel = page.getByRole('region', { name: 'Funnel', exact: true })
  await funnel.getByRole('button', { name: 'Show as a table' }).click()
  await expect(funnel.getByRole('row', { name: /^Asked/ })).toContainText('0')
  const file = page.waitForEvent('download')
  await funnel.getByRole('button', { name: 'Export From seen to accepted' }).click()
  await funnel.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^giftwell-from-seen-to-accepted-\d{4}-\d{2}-\d{2}\.xlsx$/)
  await page.getByLabel('Period').selectOption('Last month')
  await expect(page).toHaveURL(/\?period=last-month$/)
})
