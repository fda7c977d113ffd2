import { expect, type Page } from '@playwright/test'

import {
  filledLead as leadName,
  filledProduct as productName,
  largeCatalogue,
} from '@giftwell/tooling/site/fill-catalogue.ts'
import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'

import { test } from './support/large-site.ts'
import { type Traffic, trafficOf, watchRows } from './support/list-traffic.ts'
import { adminSignIn } from './support/steps.ts'

const pageSize = 25
/** The uncompressed size of one page of rows; a whole list would be a thousand times as much. */
const maxBytes = 32 * 1024
const { products, leads } = largeCatalogue

/** Opens a screen by signing in, and returns its traffic. */
async function open(
  page: Page,
  { admin }: RunningSite,
  table: 'products' | 'leads',
  shown: () => Promise<void>,
): Promise<Traffic> {
  await page.goto(`/admin/${table}`)
  return trafficOf(page, table, async () => {
    await adminSignIn(page, admin)
    await shown()
  })
}

function list(page: Page) {
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  return {
    async shows(count: number, first: string) {
      await expect(rows.first()).toContainText(first)
      await expect(rows).toHaveCount(count)
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    },
    /** Digits only: their grouping depends on the locale. */
    async showsRange(range: string) {
      const status = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
      await expect.poll(async () => (await status.innerText()).replaceAll(',', '')).toBe(range)
    },
    go: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    heading: (of: string, count: number) =>
      page.getByRole('heading', { name: `${of} (${count.toLocaleString('en-IN')})`, exact: true }),
  }
}

function expectPage(traffic: Traffic) {
  expect(traffic.pages, 'requests for a page').toBe(1)
  expect(traffic.counts, 'requests for the count').toBeLessThanOrEqual(1)
  expect(traffic.bytes, 'bytes').toBeLessThan(maxBytes)
}

test(
  `opens, pages, sorts and searches ${products} products, a screenful at a time`,
  { tag: '@full' },
  async ({ page, largeSite }) => {
    const maxRows = await watchRows(page)
    const { shows, showsRange, go, heading } = list(page)
    const after = (action: () => Promise<void>) => trafficOf(page, 'products', action)

    const opened = await open(page, largeSite, 'products', async () => {
      await shows(pageSize, productName(products))
      await expect(heading('All Products', products)).toBeVisible()
    })
    expectPage({ ...opened, bytes: 0 })
    expect(opened.bytes, 'bytes, with the lists to choose from').toBeLessThan(2 * maxBytes)

    const next = await after(async () => {
      await go('Next page')
      await shows(pageSize, productName(products - pageSize))
    })
    expectPage(next)
    await showsRange(`${pageSize + 1}–${2 * pageSize} of ${products}`)

    const last = await after(async () => {
      await go('Last page')
      await shows(pageSize, productName(pageSize))
    })
    expectPage(last)
    await showsRange(`${products - pageSize + 1}–${products} of ${products}`)
    await expect(page.getByRole('row').last()).toContainText(productName(1))
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()

    const previous = await after(async () => {
      await go('Previous page')
      await shows(pageSize, productName(2 * pageSize))
    })
    expectPage(previous)

    const sorted = await after(async () => {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name A to Z')
      // The lowest number with the alphabetically first material and thing.
      await shows(pageSize, productName(21))
    })
    expectPage(sorted)
    const end = await after(async () => {
      await go('Last page')
      await expect(page.getByRole('row').last()).toContainText(productName(49_999))
    })
    expectPage(end)

    const found = await after(async () => {
      await page.getByRole('searchbox').fill('NO. 25000')
      await shows(1, productName(25_000))
      await expect(heading('All Products', 1)).toBeVisible()
    })
    expectPage(found)

    const lamps = await after(async () => {
      await page.getByRole('searchbox').fill('lamp')
      await expect(heading('All Products', 7143)).toBeVisible()
      await shows(pageSize, 'lamp')
    })
    expectPage(lamps)
    const lastLamps = await after(async () => {
      await go('Last page')
      await showsRange('7126–7143 of 7143')
      await shows(7143 % pageSize, 'lamp')
    })
    expectPage(lastLamps)

    expect(await maxRows(), 'rows on the page at any moment, with their heading').toBe(pageSize + 1)
  },
)

test(
  `opens, pages, sorts and searches ${leads} leads, a screenful at a time`,
  { tag: '@full' },
  async ({ page, largeSite }) => {
    const maxRows = await watchRows(page)
    const { shows, showsRange, go, heading } = list(page)
    const after = (action: () => Promise<void>) => trafficOf(page, 'leads', action)

    const opened = await open(page, largeSite, 'leads', async () => {
      await shows(pageSize, leadName(leads))
      await expect(heading('All Leads', leads)).toBeVisible()
    })
    expect(opened.bytes, 'bytes').toBeLessThan(maxBytes)
    expect(opened.counts, 'requests for the count').toBe(1)

    const next = await after(async () => {
      await go('Next page')
      await shows(pageSize, leadName(leads - pageSize))
    })
    expectPage(next)

    const last = await after(async () => {
      await go('Last page')
      await shows(pageSize, leadName(pageSize))
    })
    expectPage(last)
    await showsRange(`${leads - pageSize + 1}–${leads} of ${leads}`)
    await expect(page.getByRole('row').last()).toContainText(leadName(1))
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()

    const previous = await after(async () => {
      await go('Previous page')
      await shows(pageSize, leadName(2 * pageSize))
    })
    expectPage(previous)

    const sorted = await after(async () => {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Oldest first')
      await shows(pageSize, leadName(1))
    })
    expectPage(sorted)
    await showsRange(`1–${pageSize} of ${leads}`)
    const end = await after(async () => {
      await go('Last page')
      await shows(pageSize, leadName(leads - pageSize + 1))
    })
    expectPage(end)
    await expect(page.getByRole('row').last()).toContainText(leadName(leads))

    const found = await after(async () => {
      await page.getByRole('searchbox').fill('Person50000@')
      await shows(1, leadName(50_000))
      await expect(heading('All Leads', 1)).toBeVisible()
    })
    expectPage(found)

    const many = await after(async () => {
      await page.getByRole('searchbox').fill('976@ company')
      await expect(heading('All Leads', 100)).toBeVisible()
      await shows(pageSize, leadName(976))
    })
    expectPage(many)
    const manyNewest = await after(async () => {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest first')
      await shows(pageSize, leadName(99_976))
    })
    expectPage(manyNewest)
    const lastOfMany = await after(async () => {
      await go('Last page')
      await showsRange('76–100 of 100')
      await shows(pageSize, leadName(24_976))
    })
    expectPage(lastOfMany)

    await page.getByRole('searchbox').fill('')
    await expect(heading('All Leads', leads)).toBeVisible()
    // The count is cached; the page is requested again.
    await shows(pageSize, leadName(leads))
    const inJanuary = await after(async () => {
      await page.getByLabel('To', { exact: true }).fill('2026-01-31')
      // The day ends at midnight in India, half past six in the evening in London.
      await shows(pageSize, leadName(31 * 24 * 60 - 5.5 * 60 - 1))
      await expect(heading('All Leads', 31 * 24 * 60 - 5.5 * 60 - 1)).toBeVisible()
    })
    expectPage(inJanuary)

    expect(await maxRows(), 'rows on the page at any moment, with their heading').toBe(pageSize + 1)
  },
)
