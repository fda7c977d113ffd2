import { randomUUID } from 'node:crypto'

import type { QuotationContent } from '@giftwell/shared/quotations/quotation.ts'
import { siteFolder, weighFirstView } from '@giftwell/tooling/site/build-site.ts'
import type { Browser, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'

/** Calls the API as the administrator, as the back office does. */
async function office(giftwell: Giftwell) {
  const { origins } = await giftwell.adminStorage()
  const { access_token: token } = JSON.parse(origins[0]?.localStorage[0]?.value ?? '{}')
  const { supabaseKey } = await (await fetch(`${giftwell.baseUrl}/config.json`)).json()
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${giftwell.baseUrl}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: supabaseKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    return text && JSON.parse(text)
  }
  return { post, call: (name: string, body: unknown) => post(`rpc/${name}`, body) }
}

const line = {
  product_id: null,
  code: null,
  colour: null,
  note: null,
  group: null,
  option: null,
  hsn: '7323',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
}

/** Sends a quotation of a mug in two quantities, and of a box in two kinds, and opens its page. */
async function sendQuotation(giftwell: Giftwell, email: string) {
  const { post, call } = await office(giftwell)
  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=merge-duplicates' })
  // Acknowledgements of the inquiry go to another address than the quotation's.
  const asking = giftwell.newAddress('asking')
  await post('leads', {
    name: 'Quoted Buyer',
    email: asking,
    phone: '+91 98765 43210',
    company: 'Test Company',
  })
  const [{ id: lead }] = await call('find_leads', { words: asking })
  const quotation = await call('draft_quotation', { lead })
  const { versions } = await call('quotation_details', { quotation })
  const content: QuotationContent = {
    ...versions[0].content,
    buyer: { ...versions[0].content.buyer, email },
    lines: [
      {
        ...line,
        id: randomUUID(),
        name: 'Steel mug',
        quantities: [
          { quantity: 100, price_paise: 50_000 },
          { quantity: 500, price_paise: 45_000 },
        ],
      },
      {
        ...line,
        id: randomUUID(),
        name: 'Card box',
        option: 'Box',
        quantities: [{ quantity: 100, price_paise: 10_000 }],
      },
      {
        ...line,
        id: randomUUID(),
        name: 'Wooden box',
        option: 'Box',
        quantities: [{ quantity: 100, price_paise: 30_000 }],
      },
    ],
  }
  const send = async () => {
    const saves = await call('save_quotation', {
      quotation,
      content,
      valid_until: '2999-12-05',
      saves: (await call('quotation_details', { quotation })).versions[0].saves,
    })
    return call('send_quotation', { quotation, saves, mails: false, rates_checked: true })
  }
  const { number, token } = await send()
  const details = async () => call('quotation_details', { quotation })
  return { quotation, number, token, call, send, details, path: `/q/${token}` }
}

/** A phone that nobody has used before. */
async function phone(browser: Browser, { baseUrl }: Giftwell): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 390, height: 844 } })
  return context.newPage()
}

const kinds = (events: readonly { readonly kind: string }[]) => events.map(({ kind }) => kind)

async function accept(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('textbox', { name: 'Designation' }).fill('Head of purchase')
  await page.getByRole('textbox', { name: 'Purchase order number' }).fill('PO-17')
  await page.getByRole('checkbox', { name: 'I accept this quotation' }).check()
  await page.getByRole('button', { name: 'Confirm acceptance' }).click()
}

test('a quotation is seen on a phone, chosen from, approved by a colleague and accepted', async ({
  browser,
  giftwell,
  request,
}) => {
  const { number, path, details } = await sendQuotation(giftwell, giftwell.newAddress('quoted'))
  const response = await request.get(path)
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(response.headers()['set-cookie']).toBeUndefined()
  const page = await phone(browser, giftwell)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Quotation ${number}`)
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₹70,800.00')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const { scripts } = await weighFirstView(siteFolder, 'q/index.html')
  expect(loaded.filter((name) => name.endsWith('.js'))).toHaveLength(Object.keys(scripts).length)
  expect(
    loaded.filter((name) => /config\.json|open_quotation/.test(name)),
    'its data are in the document',
  ).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  await expect.poll(async () => kinds((await details()).events), 'after two seconds').toContain('seen')

  await page.getByRole('radio', { name: 'Wooden box' }).check()
  await page.getByRole('radio', { name: /^500 ×/ }).check()
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₹3,00,900.00')
  const colleague = giftwell.newAddress('colleague')
  await page.getByRole('button', { name: 'Ask a colleague' }).click()
  await page.getByRole('textbox', { name: "Colleague's e-mail" }).fill(colleague)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('We have sent your colleague a link of their own.')).toBeVisible()

  const other = await phone(browser, giftwell)
  await other.goto(new URL(await giftwell.newestLink(colleague)).pathname)
  await expect(other.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('textbox', { name: 'Your name' }).fill('Test Colleague')
  await other.getByRole('button', { name: 'Approve' }).click()
  // The buyer's page asks again while it is visible.
  await expect(page.getByRole('list', { name: 'Approvals' })).toContainText('approved', { timeout: 15_000 })

  await accept(page, 'Quoted Buyer')
  await expect(page.getByText(/Accepted by Quoted Buyer, Head of purchase on/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Accepted by Quoted Buyer/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₹3,00,900.00')
  await expect(page.getByRole('radio')).toHaveCount(0)
  const { quotation, versions } = await details()
  expect(quotation.state).toBe('accepted')
  expect(versions[0].accepted).toMatchObject({
    purchase_order: 'PO-17',
    by: 'buyer',
    figures: { total: 30_090_000 },
  })
})

test('the second of two who decide reads who was first; what was replaced answers 410 and mails the current one', async ({
  browser,
  giftwell,
}) => {
  const email = giftwell.newAddress('two')
  const { path, call, quotation, send } = await sendQuotation(giftwell, email)
  const [first, second] = [await phone(browser, giftwell), await phone(browser, giftwell)]
  // The second does not ask again by itself.
  await second.addInitScript(() => {
    Object.defineProperty(window, 'setInterval', { value: () => 0 })
  })
  for (const page of [first, second]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('radio', { name: 'Price' }).check()
  }
  await second.getByRole('textbox', { name: 'What you would like to tell us' }).fill('Too dear for us')
  await first.getByRole('button', { name: 'Decline' }).click()
  await expect(first.getByText('You have declined it.')).toBeVisible()
  await second.getByRole('button', { name: 'Decline' }).click()
  await expect(second.getByRole('alert')).toHaveText('Already declined by Quoted Buyer')
  await expect(second.getByRole('textbox', { name: 'What you would like to tell us' })).toHaveValue(
    'Too dear for us',
  )

  await call('revise_quotation', { quotation })
  const revised = await send()
  expect(revised.revision).toBe(2)
  const replaced = await second.goto(path)
  expect(replaced?.status()).toBe(410)
  await expect(second.getByText('This revision was replaced by a newer one.')).toBeVisible()
  await expect(second.getByText('Total')).toHaveCount(0)
  await second.getByRole('button', { name: 'Send me the current one' }).click()
  await expect(second.getByText(/on the way to the address of this quotation/)).toBeVisible()
  await second.goto(new URL(await giftwell.newestLink(email)).pathname)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(/-R2$/)
  const unknown = await second.goto(`/q/${'0'.repeat(64)}`)
  expect(unknown?.status()).toBe(404)
  await expect(second.getByRole('alert')).toContainText('This link does not open a quotation.')
})
