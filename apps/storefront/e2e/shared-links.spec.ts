import { inflateRawSync } from 'node:zlib'

import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { APIRequestContext, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { addToInquiry, cards } from './support/steps.ts'

test.use({ signedIn: true })

/** Products that visitors do not see: neither the newest nor those of the home page. */
const beyondPreview = '/catalogue?theme=Onboarding&sort=name'
/** A browser without an account: otherwise a new one begins with the session of the test's own. */
const noSession = { cookies: [], origins: [] }

interface Item {
  readonly id: string
  readonly key: string
}

/** What a shared link carries. */
function itemsOf(link: string): readonly Item[] {
  const content = inflateRawSync(Buffer.from(link.split('#')[1] ?? '', 'base64url'))
  // The JSON of `shortlistFragment`.
  return (JSON.parse(content.toString()) as { items: readonly Item[] }).items
}

/** Calls functions as a visitor; `admin` changes a product as the administrator. */
async function api(request: APIRequestContext, giftwell: Giftwell) {
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const apikey = { apikey: supabaseKey }
  const { origins } = (await giftwell.adminStorage()) as { origins: { localStorage: { value: string }[] }[] }
  const session = JSON.parse(origins[0]?.localStorage[0]?.value ?? '{}') as { access_token: string }
  return {
    opened: async (items: readonly Item[]) => {
      const response = await request.post('/rest/v1/rpc/shared_products', {
        headers: apikey,
        data: { items },
      })
      const products = (await response.json()) as { id: string; name: string; similar?: unknown }[]
      return { status: response.status(), response, products }
    },
    product: async (id: string, share: string) => {
      const response = await request.get('/rest/v1/rpc/product_page', {
        headers: apikey,
        params: { product: id.replaceAll('-', ''), share },
      })
      return {
        headers: response.headers(),
        body: (await response.json()) as { name: string; similar: unknown } | null,
      }
    },
    publish: async (id: string, isPublished: boolean) => {
      const response = await request.patch(`/rest/v1/products?id=eq.${id}`, {
        headers: { ...apikey, authorization: `Bearer ${session.access_token}` },
        data: { is_sample: isPublished },
      })
      expect(response.ok()).toBe(true)
    },
  }
}

async function shareBasket(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  const basket = page.getByRole('dialog', { name: /Inquiry Basket/ })
  await basket.getByRole('button', { name: 'Share basket' }).click()
  await basket.getByRole('textbox', { name: 'Message to your colleagues' }).fill('Which of these?')
  await expect(basket.getByText('Press “Share basket” again', { exact: false })).toBeVisible()
  await basket.getByRole('button', { name: 'Share basket' }).click()
  return basket.getByRole('textbox', { name: 'Link to this basket' }).inputValue()
}

test('a colleague without an account sees the five shared products, answers, and the answer opens; nothing else does', async ({
  page,
  browser,
  giftwell,
  request,
}) => {
  await page.goto(beyondPreview)
  const names = await addToInquiry(page, 5)
  const [first = '', second = '', third = ''] = names
  const link = await shareBasket(page)

  const context = await browser.newContext({ baseURL: giftwell.baseUrl, storageState: noSession })
  const colleague = await context.newPage()
  await colleague.goto(link)
  await expect(colleague.getByText('Which of these?')).toBeVisible()
  await expect(colleague.getByRole('article')).toHaveCount(5)
  for (const name of names) await expect(colleague.getByRole('article', { name, exact: true })).toBeVisible()
  await expect(colleague.getByRole('button', { name: /Premium Product/ })).toBeHidden()
  await colleague.getByRole('link', { name: first, exact: true }).click()
  await expect(colleague.getByRole('dialog', { name: first, exact: true })).toBeVisible()
  await expect(colleague).toHaveURL(/\/product\/[a-z0-9-]+\?share=[\w-]{22}$/)
  const shared = await colleague.reload()
  expect(shared?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await expect(colleague.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Next product' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await colleague.goto(link)
  const answer = (name: string) => colleague.getByRole('group', { name, exact: true })
  await answer(first).getByRole('button', { name: 'Looks good' }).click()
  await answer(first).getByRole('textbox').fill('In red')
  await answer(second).getByRole('button', { name: 'Not this one' }).click()
  await expectNoViolations(colleague)
  await colleague.getByRole('button', { name: 'Send your answer' }).click()
  const reply = await colleague.getByRole('textbox', { name: 'Link to your answer' }).inputValue()
  await context.close()

  await page.goto(reply)
  await expect(page.getByText('The answer: 1 looks good, 1 is not wanted, 3 have no answer.')).toBeVisible()
  await expect(page.getByRole('article', { name: first, exact: true })).toContainText('“In red”')
  await expect(page.getByRole('article', { name: second, exact: true })).toContainText('Not this one')
  await expectNoViolations(page)

  const { opened, product, publish } = await api(request, giftwell)
  const items = itemsOf(link)
  const [one, two] = items
  if (!one || !two) throw new Error('The link has five products')
  const right = await opened(items)
  expect(right.products.map(({ name }) => name)).toEqual(names)
  expect(right.products.some((found) => found.similar !== undefined)).toBe(false)
  expect(right.response.headers()['cache-control']).toContain('no-store')
  const unknown = { ...one, id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }
  const changed = one.key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const wrong of [
    unknown,
    { ...one, key: two.key },
    { ...one, key: '' },
    { ...one, key: changed.replace(/^./, '_') },
  ])
    expect((await opened([wrong])).products).toEqual([])
  const many = await opened(Array.from({ length: 51 }, () => one))
  expect(many.status).toBe(400)

  const whole = await product(one.id, one.key)
  expect(whole.body).toMatchObject({ name: first, similar: [] })
  expect(whole.headers['cache-control']).toBe('no-store')
  expect((await product(two.id, one.key)).body).toBeNull()
  expect((await product(unknown.id, one.key)).body).toBeNull()
  const addresses = [
    { ...one, name: first, share: two.key },
    { ...unknown, name: first, share: one.key },
  ]
  const answers = await Promise.all(
    addresses.map((at) => request.get(`${productPath(at)}?share=${at.share}`)),
  )
  expect(answers.map((response) => response.status())).toEqual([404, 404])
  expect(await answers[0]?.text()).toBe(await answers[1]?.text())

  await publish(items[2]?.id ?? '', false)
  expect((await opened(items)).products.map(({ name }) => name)).not.toContain(third)
  await page.goto(link)
  await page.reload()
  await expect(
    page.getByText('1 product of the list is no longer available.', { exact: false }),
  ).toBeVisible()
  await publish(items[2]?.id ?? '', true)
})

test('products are compared side by side, and whoever gets the link sees them', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto(beyondPreview)
  const names: string[] = []
  for (const place of [0, 1, 2]) {
    const card = cards(page).nth(place)
    await card.hover()
    names.push(await card.getByRole('heading').innerText())
    await card.getByRole('checkbox', { name: /^Compare / }).check()
  }
  const bar = page.getByRole('complementary', { name: 'Comparison' })
  await expect(bar).toContainText('3 of 4')
  await bar.getByRole('link', { name: 'Compare' }).click()
  const heads = page.getByRole('table').getByRole('columnheader')
  await expect(heads).toHaveText(names)
  await expect(page.getByRole('rowheader', { name: 'Category', exact: true })).toBeVisible()
  await expectNoViolations(page)
  const address = page.url()
  expect(address).toMatch(/\/compare\?products=([\da-f]{12},?){3}&keys=([\w-]{22},?){3}$/)

  const context = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: noSession,
    viewport: { width: 320, height: 700 },
    colorScheme: 'dark',
  })
  const colleague = await context.newPage()
  await colleague.goto(address)
  await expect(colleague.getByRole('table').getByRole('columnheader')).toHaveText(names)
  await expect(colleague.getByRole('columnheader').nth(1)).toBeInViewport({ ratio: 0.95 })
  await expectNoViolations(colleague)
  await colleague.getByRole('button', { name: `Remove ${names[0]}` }).click()
  await expect(colleague.getByRole('columnheader')).toHaveText(names.slice(1))
  await colleague.goto(address.replace(/&keys=.*/, ''))
  await expect(colleague.getByText('3 products are not shown', { exact: false })).toBeVisible()
  await context.close()
})
