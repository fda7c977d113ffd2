import { readdir, readFile } from 'node:fs/promises'

import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

import { expect, test } from './support/giftwell.ts'
import { linkIn } from './support/mailbox.ts'
import { office } from './support/quotations.ts'
import { addToInquiry, adminSignIn, cards, fillInquiry, openMailLink, signUp } from './support/steps.ts'

/** Opens the basket's fields for quantities. */
async function openQuantities(page: Page) {
  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  const dialog = page.getByRole('dialog', { name: /Inquiry Basket/ })
  await dialog.getByRole('button', { name: 'Add quantities' }).click()
  return dialog
}

/** In India, as in the browser. */
const thisYear = Number(todayInIndia().slice(0, 4))
/** A day next year, as an ISO date. */
const day = `${thisYear + 1}-12-12`

test('quantities, a note and a date reach the leads screen and the export, and the buyer gets the lead’s reference', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto('/catalogue')
  const [first = '', second = ''] = await addToInquiry(page, 2)
  let dialog = await openQuantities(page)
  await dialog.getByRole('spinbutton', { name: `Quantity of ${first}` }).fill('400')
  await dialog.getByRole('spinbutton', { name: `Quantity of ${second}` }).fill('12')
  await dialog.getByRole('textbox', { name: `Note for ${second}` }).fill('For the board')
  await dialog.getByLabel('Needed by').fill(day)
  await dialog.getByRole('textbox', { name: 'Delivery city' }).fill('Pune')
  await page.reload()
  await expect(page.getByRole('dialog', { name: /Inquiry Basket/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const email = giftwell.newAddress('asking')
  dialog = await fillInquiry(page, { name: 'Asking Buyer', company: 'Test Company', email })
  await expect(dialog.getByRole('spinbutton', { name: `Quantity of ${first}` })).toHaveValue('400')
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).dblclick()
  const toast = page.getByRole('status').filter({ hasText: 'Inquiry Submitted Successfully!' })
  await toast.getByRole('link', { name: 'View inquiry' }).click()
  await expect(page).toHaveURL(/\/inquiry\/sent$/)
  await expect(page.getByRole('heading', { name: 'Inquiry sent' })).toBeFocused()
  const reference = await page.getByText(/^GW-[\dA-F]{8}$/).innerText()
  await expect(page.getByRole('article', { name: first })).toContainText('Quantity 400')
  const { subject, text } = await giftwell.newestMail(email)
  expect(subject).toBe(`Your inquiry ${reference}`)
  expect(text).toMatch(/- 400 × .+\n {2}http.+\n- 12 × .+\n {2}For the board\n/)
  expect(text).toContain('Delivery city: Pune')

  const context = await browser.newContext({ baseURL: giftwell.baseUrl })
  const office = await context.newPage()
  await office.goto(`/admin/leads?search=${reference}`)
  await adminSignIn(office, giftwell.admin)
  await expect(office.getByRole('heading', { name: 'All Leads (1)' })).toBeVisible()
  const lead = office.getByRole('row').filter({ hasText: email })
  await expect(lead).toContainText(`400 × ${first}`)
  await lead.getByRole('button', { name: 'Asking Buyer' }).click()
  const details = office.getByRole('region', { name: 'Asking Buyer' })
  await expect(details.getByRole('region', { name: 'Request' }).getByRole('listitem')).toHaveText([
    `400 × ${first}`,
    `12 × ${second}For the boardThe minimum quantity is 50.`,
  ])
  await expect(details.getByRole('term').filter({ hasText: 'Needed by' })).toBeVisible()
  await expect(details).toContainText('Pune')
  await expect(details).toContainText(reference)
  await expect(details).toContainText(`Acknowledgement to ${email} sent`)
  const mails = (await readdir(giftwell.mailFolder)).filter((name) => name.includes(email))
  expect(mails, 'a double click makes one e-mail').toHaveLength(1)
  await details.getByRole('button', { name: 'All leads' }).click()
  const downloading = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Export to CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(`${first}; ${second}`)
  expect(csv).toContain(`400 × ${first}; 12 × ${second} (For the board)`)
  expect(csv).toContain(`,${day},,Pune,,${reference}`)
  await context.close()
})

test('an inquiry without quantities has a reference, too', { tag: '@full' }, async ({ page, giftwell }) => {
  await page.goto('/catalogue')
  await addToInquiry(page, 1)
  const sending = page.waitForRequest((request) => request.url().endsWith('/rest/v1/leads'))
  const email = giftwell.newAddress('plain')
  const dialog = await fillInquiry(page, { name: 'Plain Buyer', company: 'Test Company', email })
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  const { email: sentTo, ...others } = (await sending).postDataJSON() as Record<string, unknown>
  expect(sentTo).toBe(email)
  const notice = ['notice_version', 'notice_language']
  expect(Object.keys(others)).toEqual(['name', 'company', 'phone', 'message', 'selected_products', ...notice])
  await page.getByRole('link', { name: 'View inquiry' }).click()
  await expect(page.getByText(/^GW-[\dA-F]{8}$/)).toBeVisible()
})

test('a buyer follows, adds to and withdraws an inquiry by its link, and finds it in a new account', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto('/catalogue')
  const [first = ''] = await addToInquiry(page, 1)
  const email = giftwell.newAddress('following')
  const dialog = await fillInquiry(page, { name: 'Following Buyer', company: 'Test Company', email })
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await expect(page.getByRole('link', { name: 'View inquiry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^We have sent an e-mail/)).toBeVisible()
  await page.getByRole('link', { name: 'Open your inquiry' }).click()
  const heading = page.getByRole('heading', { name: /^Inquiry GW-/ })
  await expect(heading).toBeFocused()
  const reference = (await heading.innerText()).replace('Inquiry ', '')
  await expect(page.getByRole('article', { name: first })).toBeVisible()

  // Another browser opens the link of the e-mail.
  const link = linkIn(await giftwell.newestMail(email))
  const context = await browser.newContext({ baseURL: giftwell.baseUrl })
  const buyer = await context.newPage()
  const answer = await buyer.goto(link)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  await buyer.getByRole('button', { name: 'Add to this inquiry' }).click()
  await expect(buyer.getByText(/^Adding to/)).toContainText(reference)
  await cards(buyer).nth(1).getByRole('button', { name: 'Add to Inquiry' }).click()
  const second = await cards(buyer).nth(1).getByRole('heading').innerText()
  await buyer.getByRole('button', { name: 'Inquiry Basket' }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Add quantities' }).click()
  await buyer.getByRole('spinbutton', { name: `Quantity of ${second}` }).fill('25')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Submit Inquiry' }).click()
  await buyer.getByRole('link', { name: 'View inquiry' }).click()
  await expect(buyer.getByRole('article', { name: second })).toContainText('Quantity 25')
  await expect(buyer.getByRole('article', { name: first })).toBeVisible()
  await buyer.getByRole('button', { name: 'Withdraw inquiry' }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Withdraw inquiry' }).click()
  await expect(buyer.getByText('You have withdrawn this inquiry.', { exact: false })).toBeVisible()

  await buyer.goto('/')
  await signUp(buyer, email)
  await expect(buyer.getByRole('status').filter({ hasText: 'Welcome to' })).toBeVisible()
  await openMailLink(buyer, linkIn(await giftwell.newestMail(email)))
  await buyer.goto('/account/inquiries')
  const own = buyer.getByRole('article', { name: reference })
  await expect(own).toContainText('Withdrawn')
  await own.getByRole('link', { name: reference }).click()
  await expect(buyer.getByRole('heading', { name: `Inquiry ${reference}` })).toBeVisible()
  await context.close()
})

test(
  'a shared basket opens in another browser, which sees all of its products and sends them',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await page.goto('/catalogue')
    const names = await cards(page).getByRole('heading').allInnerTexts()
    const seen = new RegExp(names.map((name) => name.replaceAll(/\W/g, '.')).join('|'))
    const [open = ''] = await addToInquiry(page, 1)
    // Found by a filter, so that another visitor's preview does not show it.
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Diwali' }).check()
    await expect(page.getByRole('button', { name: 'Added to Inquiry' })).toBeHidden()
    const other = cards(page).filter({ hasNot: page.getByRole('heading').filter({ hasText: seen }) })
    const hidden = await other.first().getByRole('heading').innerText()
    await other.first().getByRole('button', { name: 'Add to Inquiry' }).click()
    const dialog = await openQuantities(page)
    await dialog.getByRole('spinbutton', { name: `Quantity of ${open}` }).fill('25')
    await dialog.getByRole('button', { name: 'Share basket' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link to this basket' }).inputValue()
    expect(link).toMatch(/\/shortlist#[\w-]+$/)

    const context = await browser.newContext({ baseURL: giftwell.baseUrl })
    const colleague = await context.newPage()
    await colleague.goto(link)
    await expect(colleague.getByRole('article', { name: open })).toContainText('Quantity 25')
    await expect(colleague.getByRole('article', { name: hidden })).toBeVisible()
    await expect(colleague.getByRole('button', { name: /Premium Product/ })).toBeHidden()
    await colleague.getByRole('button', { name: 'Send inquiry' }).click()
    const basket = colleague.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })
    await expect(basket.getByRole('spinbutton', { name: `Quantity of ${open}` })).toHaveValue('25')
    await context.close()
  },
)

for (const format of ['A4', 'Letter']) {
  const tag = format === 'A4' ? [] : ['@full']
  test(`the basket prints on ${format} as a shortlist, three to a row`, { tag }, async ({ page }) => {
    // The browser would hand the page to the machine's printers, and refuse to print it for the test meanwhile.
    const printing = Promise.withResolvers<void>()
    await page.exposeFunction('print', printing.resolve)
    await page.goto('/catalogue')
    const names = await addToInquiry(page, 8)
    const dialog = await openQuantities(page)
    const note = 'A note that needs more than one line on paper: engraved, in a box, with a card. '.repeat(2)
    for (const name of names)
      await dialog.getByRole('spinbutton', { name: `Quantity of ${name}` }).fill('1400')
    await dialog.getByRole('textbox', { name: `Note for ${names[0]}` }).fill(note)
    await dialog.getByLabel('Needed by').fill(day)
    await dialog.getByRole('button', { name: 'Print' }).click()
    await printing.promise
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
    const { text: pages } = await extractText(pdf)
    const plain = (text: string) => text.replaceAll(/\s+/g, '')
    const text = plain(pages.join(''))
    for (const name of names) expect(text).toContain(plain(name))
    expect(text).toContain(plain(note))
    expect(text).toContain('Giftwell,')
    expect(text).toContain(String(thisYear))
    expect(text).toContain('Neededby12December')
    expect(text).toContain('Rs.')
    expect(text).not.toContain('SubmitInquiry')
    for (const [index, words] of pages.entries()) {
      expect(plain(words)).toContain(`Page${index + 1}of${pages.length}`)
    }
    expect(pages.length).toBeLessThanOrEqual(2)
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const offsets = items.flatMap((item) =>
      'str' in item && item.str.startsWith('Quantity') ? [Math.round(Number(item.transform[4]))] : [],
    )
    expect(new Set(offsets).size).toBe(3)
  })
}

test('what led to a visit goes with its inquiry, unless the browser asks not to be tracked, and nothing is stored before', async ({
  browser,
  giftwell,
}) => {
  const { call } = await office(giftwell)
  async function inquire(isTracked: boolean, waits = true) {
    const context = await browser.newContext({ baseURL: giftwell.baseUrl })
    const page = await context.newPage()
    if (!isTracked) {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      )
    }
    const campaign = 'utm_source=LinkedIn&utm_medium=cpc&utm_campaign=diwali26&gclid=a-person'
    await page.goto(`/?${campaign}`, { referer: 'https://www.linkedin.com/feed/?a=person' })
    if (waits) await page.locator('html[data-hydrated]').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue' }).click()
    await expect(page).toHaveURL(/\/catalogue$/)
    await page.locator('html[data-hydrated]').waitFor()
    await addToInquiry(page, 1)
    const stored = await page.evaluate(() =>
      [
        document.cookie,
        ...[localStorage, sessionStorage].flatMap((each) => Object.values<string>(each)),
      ].join(),
    )
    expect(stored).not.toMatch(/linkedin|diwali26|a-person/i)
    const email = giftwell.newAddress('campaign')
    const dialog = await fillInquiry(page, { name: 'Campaign Buyer', company: 'Test Company', email })
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Inquiry Submitted Successfully!' }),
    ).toBeVisible()
    await context.close()
    const [lead] = await call('find_leads', { words: email })
    return [lead.source, lead.medium, lead.campaign, lead.referrer, lead.landing_page]
  }
  expect(await inquire(true)).toEqual(['linkedin', 'cpc', 'diwali26', 'linkedin.com', '/'])
  const [source, medium, campaign, , landingPage] = await inquire(true, false)
  expect([source, medium, campaign, landingPage], 'a link that is pressed at once').toEqual([
    'linkedin',
    'cpc',
    'diwali26',
    '/',
  ])
  expect(await inquire(false)).toEqual([null, null, null, null, null])
})
