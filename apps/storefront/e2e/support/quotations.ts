import { randomUUID } from 'node:crypto'

import type { QuotationContent } from '@giftwell/shared/quotations/quotation.ts'
import type { Browser, Page } from '@playwright/test'

import { expect, type Giftwell } from './giftwell.ts'

/** A site, and what its administrator can do with it. */
type Site = Pick<Giftwell, 'baseUrl' | 'adminStorage' | 'newAddress'>

/** Calls the API as the administrator, as the back office does. */
export async function office(giftwell: Site) {
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

/** A line of a quotation without its id, its name and its quantities. */
export const quotationLine = {
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

/** Mails the buyer of an inquiry a quotation of its products, a hundred each, and returns its number. */
export async function quoteInquiry(giftwell: Site, email: string): Promise<string> {
  const { post, call } = await office(giftwell)
  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=ignore-duplicates' })
  const [{ id: lead }] = await call('find_leads', { words: email })
  const quotation = await call('draft_quotation', { lead })
  const { versions } = await call('quotation_details', { quotation })
  const { content, saves: before }: { readonly content: QuotationContent; readonly saves: number } =
    versions[0]
  const saves = await call('save_quotation', {
    quotation,
    content: {
      ...content,
      buyer: { ...content.buyer, delivery_state: '27' },
      lines: content.lines.map((line) => ({
        ...line,
        hsn: '7323',
        gst_rate: 1800,
        // Above the cost of every demo product.
        quantities: [{ quantity: 100, price_paise: 5_000_000 }],
      })),
    },
    valid_until: '2999-12-05',
    saves: before,
  })
  return (await call('send_quotation', { quotation, saves, mails: true, rates_checked: true })).number
}

/** Sends a quotation of a mug in two quantities, and of a box in two kinds, and opens its page. */
export async function sendQuotation(giftwell: Site, email: string, validUntil = '2999-12-05') {
  const { post, call } = await office(giftwell)
  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=ignore-duplicates' })
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
    buyer: { ...versions[0].content.buyer, email, delivery_state: '27' },
    lines: [
      {
        ...quotationLine,
        id: randomUUID(),
        name: 'Steel mug',
        quantities: [
          { quantity: 100, price_paise: 50_000 },
          { quantity: 500, price_paise: 45_000 },
        ],
      },
      {
        ...quotationLine,
        id: randomUUID(),
        name: 'Card box',
        option: 'Box',
        quantities: [{ quantity: 100, price_paise: 10_000 }],
      },
      {
        ...quotationLine,
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
      valid_until: validUntil,
      saves: (await call('quotation_details', { quotation })).versions[0].saves,
    })
    return call('send_quotation', { quotation, saves, mails: false, rates_checked: true })
  }
  const { number, token } = await send()
  const details = async () => call('quotation_details', { quotation })
  return { quotation, number, token, call, send, details, path: `/q/${token}` }
}

/** A new phone. */
export async function phone(
  browser: Browser,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  timezoneId = 'Asia/Kolkata',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 390, height: 844 },
    timezoneId,
  })
  return context.newPage()
}

/** Fills in the form of an acceptance. */
export async function fillAcceptance(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('textbox', { name: 'Designation' }).fill('Head of purchase')
  await page.getByRole('textbox', { name: 'Purchase order number' }).fill('PO-17')
  await page.getByRole('checkbox', { name: 'I accept this quotation' }).check()
}
