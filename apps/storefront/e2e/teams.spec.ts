import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { Browser, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { newestMailTo, linkIn } from './support/mailbox.ts'
import { office } from './support/quotations.ts'
import { addToInquiry, password } from './support/steps.ts'

// A buyer's company: colleagues who share, their repeated orders, and the staff's actions.

/** A client of the API with a session, or without one. */
async function api(giftwell: Giftwell, token?: string) {
  const { supabaseKey } = Object(await (await fetch(`${giftwell.baseUrl}/config.json`)).json())
  return async (path: string, body: unknown) => {
    const response = await fetch(`${giftwell.baseUrl}/${path}`, {
      method: 'POST',
      headers: {
        apikey: String(supabaseKey),
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    return text === '' ? null : JSON.parse(text)
  }
}

/** An account whose address is proven: a client of the API, and the page of a browser in which it is signed in. */
async function signedUp(giftwell: Giftwell, browser: Browser, email: string) {
  const visitor = await api(giftwell)
  await visitor('auth/v1/signup', { email, password })
  const link = new URL(linkIn(await newestMailTo(giftwell.mailFolder, email)))
  const session = await visitor('auth/v1/verify', {
    token_hash: link.searchParams.get('token_hash'),
    type: link.searchParams.get('type'),
  })
  const localStorage = [{ name: 'giftwell-auth', value: JSON.stringify(session) }]
  const context = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: { cookies: [], origins: [{ origin: giftwell.baseUrl, localStorage }] },
  })
  return { call: await api(giftwell, session.access_token), page: await context.newPage(), context }
}

/** A domain that no other test uses. */
const newDomain = (giftwell: Giftwell) => `${giftwell.newAddress('team').replace('@example.com', '')}.example`

const myInquiries = async (page: Page) => {
  await page.goto('/account/inquiries')
  await expect(page.getByRole('heading', { name: 'My inquiries' })).toBeVisible()
}

test('two colleagues share, a quotation too, and the one who leaves sees nothing more', async ({
  browser,
  giftwell,
}) => {
  const domain = newDomain(giftwell)
  const asha = await signedUp(giftwell, browser, `asha@${domain}`)
  const ravi = await signedUp(giftwell, browser, `ravi@${domain}`)
  const stranger = await signedUp(giftwell, browser, `noor@${newDomain(giftwell)}`)
  for (const { call } of [asha, stranger]) await call('rest/v1/rpc/share_with_colleagues', { shares: true })

  // Asha sends one for the company, and one alone.
  await asha.page.goto('/catalogue')
  for (const isShared of [true, false]) {
    await addToInquiry(asha.page, 1)
    await asha.page.getByRole('button', { name: 'Inquiry Basket' }).click()
    const basket = asha.page.getByRole('dialog', { name: /Inquiry Basket/ })
    const box = basket.getByRole('checkbox', { name: 'Share with my company' })
    await expect(box).toBeChecked()
    await box.setChecked(isShared)
    for (const [label, value] of [
      ['Name', 'Asha Rao'],
      ['Company', 'Acme'],
      ['Phone', '+91 98765 43210'],
      ['Message', isShared ? 'For all of us' : 'A surprise for Ravi'],
    ] as const)
      await basket.getByRole('textbox', { name: label }).fill(value)
    if (isShared) {
      await basket.getByRole('button', { name: 'Share basket', exact: true }).click()
      await basket.getByRole('button', { name: 'Share basket with my company' }).click()
      await expect(basket.getByText(`Your colleagues at ${domain} see this basket`)).toBeVisible()
      await expectNoViolations(asha.page)
    }
    await basket.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expect(basket).toBeHidden()
  }

  // Its quotation is sent.
  const { post, call } = await office(giftwell)
  const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
  await post('seller_profile', seller, { prefer: 'resolution=merge-duplicates' })
  const leads = await call('find_leads', { words: `asha@${domain}` })
  const shared = leads.find((lead: { message: string }) => lead.message === 'For all of us')
  const quotation = await call('draft_quotation', { lead: shared.id })
  const { versions } = await call('quotation_details', { quotation })
  const [latest] = versions
  const saves = await call('save_quotation', {
    quotation,
    content: {
      ...latest.content,
      buyer: { ...latest.content.buyer, delivery_state: '27' },
      lines: latest.content.lines.map((line: object) => ({
        ...line,
        hsn: '7323',
        gst_rate: 1800,
        quantities: [{ quantity: 100, price_paise: 5_000_000 }],
      })),
    },
    valid_until: '2999-12-05',
    saves: latest.saves,
  })
  const { number } = await call('send_quotation', { quotation, saves, mails: false, rates_checked: true })

  // Ravi is asked, and reads it. A company of another domain has nothing.
  await myInquiries(ravi.page)
  await ravi.page.getByRole('button', { name: 'Share with colleagues' }).click()
  const theirs = ravi.page.getByRole('article').filter({ hasText: 'Sent by Asha Rao' })
  await expect(theirs).toContainText('For all of us')
  await expect(ravi.page.getByRole('article')).toHaveCount(1)
  await expectNoViolations(ravi.page)
  const baskets = (page: Page) => page.getByRole('region', { name: 'Shared baskets' })
  await expect(baskets(ravi.page)).toContainText(`1 productShared by asha@${domain}`)
  await baskets(ravi.page).getByRole('button', { name: 'Open basket' }).click()
  await expect(ravi.page.getByRole('heading', { name: 'Shortlist' })).toBeVisible()
  await expect(ravi.page.getByRole('button', { name: 'Add all to my basket' })).toBeVisible()
  await myInquiries(ravi.page)
  await myInquiries(stranger.page)
  await expect(baskets(stranger.page)).toHaveCount(0)
  await expect(stranger.page.getByText(/^Nothing yet\./)).toBeVisible()
  await ravi.page.getByRole('button', { name: 'Open quotation' }).click()
  await expect(ravi.page.getByRole('heading', { name: `Quotation ${number}` })).toBeVisible()
  await expect(
    ravi.page.getByText('Asha Rao shares it with your company, to read.', { exact: false }),
  ).toBeVisible()
  await expect(ravi.page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expectNoViolations(ravi.page)
  const quotationPage = ravi.page.url()

  await ravi.page.goto('/account/company')
  await ravi.page.getByRole('button', { name: 'Leave the company' }).click()
  const leaving = ravi.page.getByRole('dialog', { name: `Stop sharing with ${domain}?` })
  await leaving.getByRole('button', { name: 'Leave the company' }).click()
  await expect(ravi.page.getByRole('button', { name: 'Share with colleagues' })).toBeVisible()
  await myInquiries(ravi.page)
  await expect(ravi.page.getByText(/^Nothing yet\./)).toBeVisible()
  await expect(baskets(ravi.page)).toHaveCount(0)
  expect((await ravi.page.goto(quotationPage))?.status()).toBe(404)
  await Promise.all([asha, ravi, stranger].map(({ context }) => context.close()))
})

test('what a colleague sent is ordered again, without a product that is gone', async ({
  browser,
  giftwell,
}) => {
  const { post, call } = await office(giftwell)
  const word = giftwell.newAddress('again').replace('@example.com', '')
  const returning = { prefer: 'return=representation' }
  const [mug, lamp] = await Promise.all(
    ['Mug', 'Lamp'].map(async (name) => {
      const row = { name: `${name} ${word}`, is_sample: true, min_quantity: 50 }
      return (await post('products', row, returning))[0]
    }),
  )
  const asha = await signedUp(giftwell, browser, `asha@${newDomain(giftwell)}`)
  const items = [mug, lamp].map(({ id, name }) => ({ id, name, quantity: 60, note: 'Gift wrap' }))
  const sender = { name: 'Asha Rao', company: 'Acme', phone: '+91 98765 43210' }
  await asha.call('rest/v1/rpc/send_inquiry', { ...sender, email: giftwell.newAddress('asha'), items })
  await call('delete_records', { entity: 'products', ids: [lamp.id] })

  await myInquiries(asha.page)
  const inquiry = asha.page.getByRole('article').filter({ hasText: mug.name })
  await inquiry.getByRole('button', { name: 'Order again' }).click()
  await expect(inquiry.getByRole('status')).toContainText('1 product added to your inquiry basket.')
  await expect(inquiry.getByRole('status')).toContainText(`No longer in the catalogue: ${lamp.name}.`)
  await asha.page.getByRole('button', { name: 'Inquiry Basket 1' }).click()
  const basket = asha.page.getByRole('dialog', { name: /Inquiry Basket/ })
  await expect(basket.getByRole('spinbutton', { name: `Quantity of ${mug.name}` })).toHaveValue('60')
  await expect(basket.getByRole('textbox', { name: `Note for ${mug.name}` })).toHaveValue('Gift wrap')
  await asha.context.close()
})

test.describe('as an administrator', () => {
  test.use({ signedIn: true })

  test('forty open things of a company are handed over in one go', async ({ page, giftwell }) => {
    const { post, call } = await office(giftwell)
    const domain = newDomain(giftwell)
    for (let index = 0; index < 20; index += 1)
      await post('leads', {
        name: `Buyer ${index}`,
        company: 'Forty Things',
        email: `buyer-${index}@${domain}`,
        phone: '+91 98765 43210',
      })
    const [lead] = await call('find_leads', { words: domain })
    const quotation = await call('draft_quotation', { lead: lead.id })
    for (let index = 0; index < 18; index += 1) await call('duplicate_quotation', { quotation })
    const [company] = await call('find_companies', { words: domain })
    expect([company.open_leads, company.open_quotations]).toEqual([20, 19])

    await page.goto(`/admin/companies/${company.id}`)
    await page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand over' })
    await expect(dialog).toContainText('20 open leads, 19 open quotations and 1 company.')
    await dialog.getByLabel('To').selectOption('Me')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(
      page.getByText('20 open leads, 19 open quotations and 1 company', { exact: true }),
    ).toBeVisible()
    const staff: { readonly id: string; readonly email: string }[] = await call('administrators', {})
    const me = staff.find(({ email }) => email === giftwell.admin.email)
    const mine = { words: domain, size: 50, filters: { assigned: me?.id } }
    expect(await call('find_leads', mine)).toHaveLength(20)
    const [owned] = await call('find_companies', { words: domain })
    expect(owned.owner_email).toBe(giftwell.admin.email)
  })

  test('two spellings of a company are merged by a press, and parted again', async ({ page, giftwell }) => {
    const { post, call } = await office(giftwell)
    const word = giftwell.newAddress('merge').replace('@example.com', '').replaceAll('-', '')
    for (const [name, domain] of [
      [`${word} Pvt Ltd`, `${word}.example`],
      [`${word.toUpperCase()} Private Limited`, `${word}-gifts.example`],
    ] as const)
      await post('leads', { name: 'Buyer', company: name, email: `a@${domain}`, phone: '+91 98765 43210' })
    await page.goto(`/admin/companies?search=${word}`)
    await expect(page.getByRole('heading', { name: 'All Companies (2)' })).toBeVisible()
    const proposals = page.getByRole('region', { name: 'Possible duplicates' })
    const more = proposals.getByRole('button', { name: /^Show all/ })
    if (await more.isVisible()) await more.click()
    await proposals.getByRole('button', { name: new RegExp(`^Merge ${word}`) }).click()
    await expect(page.getByRole('heading', { name: 'All Companies (1)' })).toBeVisible()
    const [merged] = await call('find_companies', { words: word })
    expect(merged).toMatchObject({ people: 2, domains: [`${word}.example`, `${word}-gifts.example`] })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'All Companies (2)' })).toBeVisible()
    const parted = await call('find_companies', { words: word })
    expect(parted.map(({ people }: { people: number }) => people)).toEqual([1, 1])
  })
})
