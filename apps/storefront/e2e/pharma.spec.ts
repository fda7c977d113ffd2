import type { APIRequestContext, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { office } from './support/quotations.ts'

test.use({ signedIn: true })

/** Sends an inquiry of a pharmaceutical company, and opens its lead. */
async function openInquiry(
  page: Page,
  giftwell: Giftwell,
  inquiry: Readonly<Record<string, unknown>>,
): Promise<void> {
  const email = giftwell.newAddress('pharma')
  await callAsVisitor(page.request, {
    name: 'Pharma Buyer',
    company: 'Test Pharma Ltd',
    email,
    phone: '+91 98765 43210',
    ...inquiry,
  })
  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Pharma Buyer' }).first().click()
}

async function callAsVisitor(request: APIRequestContext, data: object): Promise<void> {
  const { supabaseKey } = Object(await (await request.get('/config.json')).json())
  const headers = { apikey: String(supabaseKey) }
  const sent = await request.post('/rest/v1/rpc/send_inquiry', { headers, data })
  expect(sent.ok(), await sent.text()).toBe(true)
}

test('a quotation for a pharmaceutical company hints at what is nothing for a doctor, until it is for another', async ({
  page,
  giftwell,
}) => {
  await openInquiry(page, giftwell, { items: [{ name: 'A test diary' }, { name: 'A test lamp' }] })
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await page.getByRole('textbox', { name: 'Price of A test diary' }).fill('1000')
  await page.getByRole('textbox', { name: 'Price of A test lamp' }).fill('1000.01')
  const hints = page.getByRole('region', { name: 'Legal hints' })
  await expect(hints).toContainText('UCPMP 2024')
  await expect(hints).toContainText('A test diary: not marked as a brand reminder')
  await expect(hints).toContainText('A test lamp: above Rs.1000 each, not marked as a brand reminder')
  await expect(hints).toContainText('not legal or tax advice')
  await page.getByRole('checkbox', { name: 'Pharmaceutical company' }).uncheck()
  await expect(hints).not.toContainText('UCPMP 2024')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Pharmaceutical company' })).not.toBeChecked()
})

test('an inquiry hints at gifts by band and mark, and its quotation has a sheet of evidence that prints alone', async ({
  page,
  giftwell,
}) => {
  test.slow()
  const { call, post } = await office(giftwell)
  const inBand = async (budget: string) => {
    const [{ id, name }] = await call('find_products', { filters: { budget }, size: 1 })
    return { id: String(id), name: String(name) }
  }
  const [low, high] = [await inBand('Rs.500-1000'), await inBand('Rs.2000+')]
  await page.goto(`/admin/products?product=${low.id}`)
  await page.getByRole('checkbox', { name: 'Brand reminder (informational or educational)' }).check()
  await page
    .getByRole('button', { name: /^(?:Save|Update)/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await openInquiry(page, giftwell, { items: [low, high] })
  const request = page.getByRole('region', { name: 'Request' })
  await expect(request).toContainText('UCPMP 2024')
  await expect(request.getByText(`${high.name}: above Rs.1000 each, by its budget band`)).toBeVisible()
  await expect(request.getByText(`${low.name}:`)).toHaveCount(0)

  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=merge-duplicates' })
  const lead = new URL(page.url()).pathname.split('/').at(-1)
  const quotation = await call('draft_quotation', { lead })
  const [draft] = (await call('quotation_details', { quotation })).versions
  const lines = draft.content.lines.map((line: { readonly name: string }, index: number) => ({
    ...line,
    hsn: '7323',
    gst_rate: 1800,
    quantities: [{ quantity: 40, price_paise: index === 0 ? 24_550 : 250_000 }],
  }))
  const content = {
    ...draft.content,
    buyer: { ...draft.content.buyer, delivery_state: '27' },
    price_reason: 'A first order',
    lines,
  }
  const saved = { quotation, content, valid_until: '2999-12-05', saves: draft.saves }
  const saves = await call('save_quotation', saved)
  const { number } = await call('send_quotation', { quotation, saves, mails: false, rates_checked: true })

  await page.goto(`/admin/quotations/${quotation}`)
  await page.getByRole('button', { name: 'Evidence sheet' }).click()
  const sheet = page.getByRole('dialog', { name: `Evidence sheet of ${number}` })
  await expect(sheet).toContainText('Test Pharma Ltd')
  await expect(sheet.getByRole('row').nth(1)).toContainText(
    new RegExp(`₹245.50\\s*40\\s*Brand reminder \\(informational or educational\\)$`),
  )
  await expect(sheet.getByRole('row').nth(1)).toContainText(low.name)
  await expect(sheet.getByRole('row').nth(2)).toContainText(/₹2,500.00\s*40\s*_+$/)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('table')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.locator('#root')).toBeHidden()
})
