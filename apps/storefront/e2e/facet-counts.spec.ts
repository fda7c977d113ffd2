import type { Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'

type Product = Readonly<Record<'Industry' | 'Category' | 'Budget' | 'Theme', readonly string[]>>
type Section = keyof Product
const sections: readonly Section[] = ['Industry', 'Category', 'Budget', 'Theme']
type Choice = Readonly<Record<Section, readonly string[]>>

/** Every product of the catalogue, read from the tables. */
async function readProducts(page: Page, { baseUrl, adminStorage }: Giftwell): Promise<readonly Product[]> {
  const { supabaseKey } = (await (await page.request.get(`${baseUrl}/config.json`)).json()) as {
    supabaseKey: string
  }
  const [stored] = (await adminStorage()).origins[0]?.localStorage ?? []
  const { access_token: token } = JSON.parse(stored?.value ?? '{}') as { access_token: string }
  const products: Product[] = []
  const select =
    'budget,categories(name),product_industry_tags(industry_tags(name)),product_themes(themes(name))'
  for (let offset = 0; ; offset += 1000) {
    const address = `${baseUrl}/rest/v1/products?select=${select}&is_sample=is.true&order=id&limit=1000&offset=${offset}`
    const response = await page.request.get(address, {
      headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
    })
    interface Row {
      readonly budget: string | null
      readonly categories: { readonly name: string } | null
      readonly product_industry_tags: readonly { readonly industry_tags: { readonly name: string } }[]
      readonly product_themes: readonly { readonly themes: { readonly name: string } }[]
    }
    const rows = (await response.json()) as readonly Row[]
    for (const row of rows) {
      products.push({
        Industry: row.product_industry_tags.map((link) => link.industry_tags.name),
        Category: row.categories === null ? [] : [row.categories.name],
        Budget: row.budget === null ? [] : [row.budget],
        Theme: row.product_themes.map((link) => link.themes.name),
      })
    }
    if (rows.length < 1000) return products
  }
}

/** The same choices in every run: none, one or two values of each section. */
function createChoices(products: readonly Product[], count: number): readonly Choice[] {
  let seed = 20_261_123
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const choose = (section: Section) => {
    const values = [...new Set(products.flatMap((product) => product[section]))].toSorted()
    const chosen = Array.from({ length: random(3) }, () => values[random(values.length)] ?? '')
    return [...new Set(chosen)]
  }
  return Array.from({ length: count }, () => ({
    Industry: choose('Industry'),
    Category: choose('Category'),
    Budget: choose('Budget'),
    Theme: choose('Theme'),
  }))
}

function found(products: readonly Product[], choice: Choice, without?: Section): readonly Product[] {
  return products.filter((product) =>
    sections.every(
      (section) =>
        section === without ||
        choice[section].length === 0 ||
        product[section].some((value) => choice[section].includes(value)),
    ),
  )
}

/** The count beside each value. */
async function shownCounts(page: Page, section: Section): Promise<Record<string, string>> {
  return page
    .getByRole('group', { name: section, exact: true })
    .locator('input')
    .evaluateAll((inputs) =>
      Object.fromEntries(
        inputs.map((input) => {
          return [input.getAttribute('value'), input.getAttribute('aria-description') ?? '']
        }),
      ),
    )
}

function described(count: number): string {
  if (count === 0) return 'no products'
  return `${count} ${count === 1 ? 'product' : 'products'}`
}

async function checkCounts(page: Page, giftwell: Giftwell, count: number) {
  const products = await readProducts(page, giftwell)
  expect(products.length).toBeGreaterThan(3200)
  for (const choice of createChoices(products, count)) {
    const address = new URLSearchParams(
      sections.flatMap((section) => choice[section].map((value) => [section.toLowerCase(), value])),
    )
    await page.goto(`/catalogue?${address}`)
    const total = found(products, choice).length
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /products?/ })
        .first(),
    ).toContainText(new RegExp(String.raw`\b${total}\b`))
    for (const section of sections) {
      const others = found(products, choice, section)
      const shown = await shownCounts(page, section)
      const expected = Object.keys(shown).map((value) => [
        value,
        described(others.filter((product) => product[section].includes(value)).length),
      ])
      expect(shown, `${section} beside ${address}`).toEqual(Object.fromEntries(expected))
    }
  }
}

test(
  'a visitor’s filter counts equal those computed from the tables',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await checkCounts(page, giftwell, 4)
  },
)

test(
  'a visitor’s filter counts equal those computed from the tables for fifty choices',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    test.slow()
    await checkCounts(page, giftwell, 50)
  },
)

test.describe('a customer', () => {
  test.use({ signedIn: true })
  test(
    'sees filter counts that equal those computed from the tables',
    { tag: '@full' },
    async ({ page, giftwell }) => {
      await checkCounts(page, giftwell, 3)
    },
  )

  test('sees such counts for fifty choices', { tag: '@full' }, async ({ page, giftwell }) => {
    test.slow()
    await checkCounts(page, giftwell, 50)
  })
})
