import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { dayInIndia, startInIndia, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { type APIRequestContext, devices, type Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { addToInquiry, cards, fillInquiry } from './support/steps.ts'

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
  const asAdministrator = { ...apikey, authorization: `Bearer ${session.access_token}` }
  return {
    saved: async (product: object) => {
      const response = await request.post('/rest/v1/rpc/save_product', {
        headers: asAdministrator,
        data: { product, industry_tag_ids: [], theme_ids: [], doctor_type_tag_ids: [] },
      })
      expect(response.ok(), await response.text()).toBe(true)
    },
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
        headers: asAdministrator,
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
  await colleague.getByRole('button', { name: 'Make a link with my answer' }).click()
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

test('products are compared side by side, and everyone with the link sees them', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto(beyondPreview)
  const names: string[] = []
  for (const index of [0, 1, 2, 3]) {
    const card = cards(page).nth(index)
    await card.hover()
    names.push(await card.getByRole('heading').innerText())
    const box = card.getByRole('checkbox', { name: /^Compare / })
    // What it does is loaded when the page is idle.
    await box.click()
    await expect(box).toBeChecked()
  }
  const bar = page.getByRole('complementary', { name: 'Comparison' })
  await expect(bar).toContainText('4 of 4')
  await bar.getByRole('link', { name: 'Compare' }).click()
  const heads = page.getByRole('table').getByRole('columnheader')
  await expect(heads).toHaveText(names)
  await expect(page.getByRole('rowheader', { name: 'Category', exact: true })).toBeVisible()
  await expectNoViolations(page)
  const paper = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
  expect(paper.numPages).toBe(1)
  const address = page.url()
  expect(address).toMatch(/\/compare\?products=([\da-f]{12},?){4}&keys=([\w-]{22},?){4}$/)

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
  // The table scrolls, and not the page.
  expect(await colleague.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNoViolations(colleague)
  await colleague.getByRole('button', { name: `Remove ${names[0]}`, exact: true }).click()
  await expect(colleague.getByRole('columnheader')).toHaveText(names.slice(1))
  await colleague.goto(address.replace(/&keys=.*/, ''))
  await expect(colleague.getByText('4 products are not shown', { exact: false })).toBeVisible()
  await context.close()
})

test.describe('on a phone', () => {
  const { userAgent, viewport, hasTouch, isMobile } = devices['Pixel 7']
  test.use({ userAgent, viewport, hasTouch, isMobile })

  test('five gifts for 300 in three weeks, red among them, are found by filters, compared, shared, answered and sent with their colours', async ({
    page,
    browser,
    giftwell,
    request,
  }) => {
    const { saved } = await api(request, giftwell)
    const run = `Gift${randomUUID().slice(0, 8)}`
    const [bottle, lamp] = [`${run} Bottle`, `${run} Lamp`]
    const facts = {
      budget: 'Rs.500-1000',
      is_sample: true,
      min_quantity: 100,
      lead_days_from: 5,
      lead_days_to: 10,
      colours: [
        { name: 'Red', hex: '#b3402e' },
        { name: 'Blue', hex: '#2e5fb3' },
      ],
    }
    await saved({ ...facts, name: bottle })
    await saved({ ...facts, name: lamp, min_quantity: 500, lead_days_from: 20, lead_days_to: 30 })
    const others = ['Mug', 'Diary', 'Tray'].map((name) => `${run} ${name}`)
    for (const name of others) await saved({ ...facts, name })
    await saved({ ...facts, name: `${run} Pen`, colours: [{ name: 'Blue' }] })
    await saved({ ...facts, name: `${run} Clock`, min_quantity: 1000 })
    await saved({ ...facts, name: `${run} Lantern`, lead_days_to: 45 })
    await saved({ ...facts, name: `${run} Watch`, budget: 'Rs.2000+' })

    await page.goto(`/catalogue?q=${run}`)
    await page.getByRole('button', { name: 'Show Filters' }).click()
    for (const [title, value] of [
      ['Budget', 'Rs.500-1000'],
      ['Minimum quantity', 'Up to 500 pieces'],
      ['Lead time', 'Up to 30 working days'],
      ['Colour', 'Red'],
    ] as const) {
      const group = page.getByRole('group', { name: title, exact: true })
      if (title !== 'Budget') await group.getByRole('button', { name: title, exact: true }).click()
      await group.getByRole('radio', { name: value, exact: true }).check()
    }
    await page.getByRole('button', { name: 'Show 5 products' }).click()
    await expect(page).toHaveURL(/budget=Rs\.500-1000.*&moq=500&lead=30&colour=Red/)
    await expect(page.getByRole('list', { name: 'Products' }).getByRole('article')).toHaveCount(5)
    await page.getByRole('link', { name: bottle }).click()
    const product = page.getByRole('dialog', { name: bottle })
    await product.getByRole('group', { name: 'Colours' }).getByText('Red').click()
    await product.getByRole('button', { name: 'Add to Inquiry' }).click()
    await page.keyboard.press('Escape')
    for (const name of [lamp, ...others])
      await page.getByRole('article', { name }).getByRole('button', { name: 'Add to Inquiry' }).click()

    await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    const basket = page.getByRole('dialog', { name: /Inquiry Basket/ })
    await expect(basket.getByText('In Red')).toBeVisible()
    for (const name of [bottle, lamp]) await basket.getByRole('checkbox', { name: `Compare ${name}` }).check()
    await basket.getByRole('link', { name: 'Compare' }).click()
    await expect(page.getByRole('rowheader', { name: 'Minimum quantity' })).toHaveAccessibleDescription(
      'differs',
    )

    await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    await basket.getByRole('button', { name: 'Add quantities' }).click()
    await basket.getByRole('spinbutton', { name: `Quantity of ${bottle} in Red` }).fill('200')
    await basket.getByRole('spinbutton', { name: `Quantity of ${bottle} in Blue` }).fill('100')
    await expect(basket.getByRole('spinbutton', { name: `Quantity of ${bottle}`, exact: true })).toHaveValue(
      '300',
    )
    await basket.getByRole('spinbutton', { name: `Quantity of ${lamp}`, exact: true }).fill('300')
    const neededBy = dayInIndia(startInIndia(todayInIndia(), 21))
    await basket.getByLabel('Needed by').fill(neededBy)
    await expect(basket.getByText('The minimum quantity is 500.')).toBeVisible()
    await expect(basket.getByText(/^It takes 20 to 30 working days; 1\d are left\.$/)).toBeVisible()
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )
    await basket.getByRole('button', { name: 'Share basket' }).click()
    const link = await basket.getByRole('textbox', { name: 'Link to this basket' }).inputValue()

    const context = await browser.newContext({ baseURL: giftwell.baseUrl, storageState: noSession })
    const colleague = await context.newPage()
    await colleague.goto(link)
    await expect(colleague.getByRole('article', { name: bottle })).toContainText('Red (200), Blue (100)')
    await expect(colleague.getByRole('article', { name: lamp })).toContainText('The minimum quantity is 500.')
    for (const name of [bottle, lamp])
      await colleague.getByRole('group', { name }).getByRole('button', { name: 'Looks good' }).click()
    await colleague.getByRole('button', { name: 'Make a link with my answer' }).click()
    const reply = await colleague.getByRole('textbox', { name: 'Link to your answer' }).inputValue()
    await context.close()

    await page.goto(reply)
    await expect(page.getByText('The answer: 2 look good, 3 have no answer.')).toBeVisible()
    await expect(page.getByRole('article', { name: bottle })).toContainText('Red (200), Blue (100)')
    const email = giftwell.newAddress('pharma')
    const form = await fillInquiry(page, { name: run, company: 'Test Company', email })
    await form.getByRole('button', { name: 'Submit Inquiry' }).click()
    await page.getByRole('link', { name: 'View inquiry' }).click()
    await expect(page.getByRole('article', { name: bottle })).toContainText('Red (200), Blue (100)')
    const { text } = await giftwell.newestMail(email)
    expect(text).toContain(`- 300 × ${bottle} in Red (200), Blue (100)\n`)
    expect(text).toContain(`- 300 × ${lamp}\n`)
    await page.getByRole('link', { name: 'Open your inquiry' }).click()
    await expect(page.getByRole('article', { name: bottle })).toContainText('Red (200), Blue (100)')

    await page.goto(`/admin/leads?search=${run}`)
    await page.getByRole('button', { name: run, exact: true }).click()
    const lines = page.getByRole('region', { name: 'Request' }).getByRole('listitem')
    await expect(lines).toHaveText([
      `300 × ${bottle} in Red (200), Blue (100)`,
      new RegExp(
        `^300 × ${lamp}The minimum quantity is 500\\.It takes 20 to 30 working days; 1\\d are left\\.$`,
      ),
      ...others,
    ])
  })
})
