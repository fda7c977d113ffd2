import { readFile } from 'node:fs/promises'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { siteFolder, weighFirstView } from '@giftwell/tooling/site/build-site.ts'

import type { Locator } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

import { expect, test } from './support/giftwell.ts'
import { fillAcceptance, office, phone, sendQuotation } from './support/quotations.ts'

const kinds = (events: readonly { readonly kind: string }[]) => events.map(({ kind }) => kind)

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
    loaded.filter(
      (name) => !/\/assets\/(?:index|figtree|fraunces)-|\/see_quotation$|\/favicon\.svg$/.test(name),
    ),
    'its data are in the document, and it loads its script, two fonts and, in a browser with tabs, its icon alone',
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

  await fillAcceptance(page, 'Quoted Buyer')
  await page.getByRole('button', { name: 'Confirm acceptance' }).click()
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
  await expect(second.getByText(/we have sent its link to the address of this quotation/)).toBeVisible()
  await second.goto(new URL(await giftwell.newestLink(email)).pathname)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(/-R2$/)
  const unknown = await second.goto(`/q/${'0'.repeat(64)}`)
  expect(unknown?.status()).toBe(404)
  await expect(second.getByRole('alert')).toContainText('This link does not open a quotation.')
})

test('without scripts a quotation is read whole, and says what needs them', async ({ browser, giftwell }) => {
  const { number, path } = await sendQuotation(giftwell, giftwell.newAddress('scriptless'))
  const context = await browser.newContext({ baseURL: giftwell.baseUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Quotation ${number}`)
  for (const name of ['Steel mug', 'Card box', 'Wooden box'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('per gift, all in')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₹70,800.00')
  await expect(page.getByText('Seventy Thousand Eight Hundred Rupees Only')).toBeVisible()
  await expect(page.getByText('To choose, comment and decide, turn on JavaScript.')).toBeVisible()
  for (const role of ['button', 'radio', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await context.close()
})

test('a quotation is decided by keyboard alone at 320 px, without violations, and its print has no controls', async ({
  browser,
  giftwell,
}) => {
  const { path, details } = await sendQuotation(giftwell, giftwell.newAddress('keyboard'))
  const page = await phone(browser, giftwell)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isWide = async () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await isWide(), 'scrolls sideways').toBe(false)
  await expectNoViolations(page)

  /** Presses Tab until a control has the focus. */
  const tabTo = async (control: Locator): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(control).toBeFocused()
  }
  // A group of radios is one stop, in which arrows choose.
  await tabTo(page.getByRole('radio', { name: /^100 ×/ }).first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^500 ×/ })).toBeChecked()
  await tabTo(page.getByRole('button', { name: 'Accept' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('textbox', { name: 'Your name' }))
  await page.keyboard.type('Keyboard Buyer')
  await tabTo(page.getByRole('textbox', { name: 'Designation' }))
  await page.keyboard.type('Buyer')
  await tabTo(page.getByRole('checkbox', { name: 'I accept this quotation' }))
  await page.keyboard.press('Space')
  await expectNoViolations(page)
  expect(await isWide(), 'scrolls sideways with its form').toBe(false)
  await tabTo(page.getByRole('button', { name: 'Confirm acceptance' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Accepted by Keyboard Buyer/)).toBeVisible()
  await expectNoViolations(page)
  expect((await details()).quotation.state).toBe('accepted')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Total' })).toBeVisible()
  await expect(page.locator('button:visible, input:visible, textarea:visible')).toHaveCount(0)
})

test('a buyer saves the choice as a PDF, whose library loads on the press', async ({ browser, giftwell }) => {
  const { number, path } = await sendQuotation(giftwell, giftwell.newAddress('saved'))
  const page = await phone(browser, giftwell)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(path)
  await page.getByRole('radio', { name: 'Wooden box' }).check()
  expect(loaded.filter((url) => /\.worker-/.test(url))).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`quotation-${number.replace('/', '-')}.pdf`)
  await expect(page.getByText(`Saved as ${file.suggestedFilename()}.`)).toBeVisible()
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(await file.path()))),
  )
  expect(text.join(' ')).toContain('₹94,400.00')
})

test('a buyer gives details and a purchase order, reads what a revision changes, without scripts too, and what happens next', async ({
  browser,
  giftwell,
}) => {
  const { path, call, quotation, details } = await sendQuotation(giftwell, giftwell.newAddress('detailed'))
  const page = await phone(browser, giftwell)
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Your GSTIN' }).fill('29AAPFU0939F1ZR')
  await expect(
    page.getByText('This GSTIN is of Karnataka, and the place of supply is Maharashtra.'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Billing address' }).fill('1 Ring Road, Bengaluru')
  const places = page.getByRole('group', { name: 'Delivery places' })
  await places.getByRole('textbox', { name: 'Address' }).fill('2 Market Street')
  await places.getByRole('textbox', { name: 'PIN code' }).fill('560001')
  await places.getByRole('textbox', { name: 'Quantity' }).fill('60')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('Your details are saved.')).toBeVisible()
  await page.getByLabel('Purchase order').setInputFiles({
    name: 'PO 17.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(3_000_000, '%PDF-1.7 '),
  })
  await page.getByRole('button', { name: 'Attach' }).click()
  await expect(page.getByRole('button', { name: 'Download PO 17.pdf' })).toBeVisible()
  await expectNoViolations(page)

  const staff = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: await giftwell.adminStorage(),
  })
  const desk = await staff.newPage()
  await desk.goto(`/admin/quotations/${quotation}`)
  const given = desk.getByRole('region', { name: 'From the buyer' })
  await expect(given).toContainText('60 to 2 Market Street, 560001')
  await call('revise_quotation', { quotation })
  await desk.reload()
  await given.getByRole('button', { name: 'Use in this draft' }).click()
  await expect(desk.getByRole('region', { name: 'What changed' })).toContainText('1 Ring Road, Bengaluru')
  await expect(desk.getByRole('textbox', { name: "Buyer's GSTIN" })).toHaveValue('29AAPFU0939F1ZR')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await expect(desk.getByText('Draft saved')).toBeVisible()
  const download = desk.waitForEvent('download')
  await given.getByRole('button', { name: 'Download PO 17.pdf' }).click()
  expect((await readFile(await (await download).path())).length).toBe(3_000_000)

  const [{ saves }] = (await details()).versions
  const revised = await call('send_quotation', { quotation, saves, mails: false, rates_checked: true })
  const scriptless = await browser.newContext({ baseURL: giftwell.baseUrl, javaScriptEnabled: false })
  const plain = await scriptless.newPage()
  await plain.goto(`/q/${revised.token}`)
  await expect(plain.getByRole('region', { name: 'What changed' })).toContainText('Delivery address')
  await scriptless.close()

  const { post } = await office(giftwell)
  await post(
    'seller_profile',
    { next_steps: 'A proof within two days.' },
    { prefer: 'resolution=merge-duplicates' },
  )
  await page.goto(`/q/${revised.token}`)
  await expect(page.getByRole('textbox', { name: 'Billing address' })).toHaveValue('1 Ring Road, Bengaluru')
  await fillAcceptance(page, 'Quoted Buyer')
  await page.getByRole('button', { name: 'Confirm acceptance' }).click()
  const next = page.getByRole('region', { name: 'What happens next' })
  await expect(next).toContainText('A proof within two days.')
  await expect(next).toContainText('PO-17')
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText(
    '60 to 2 Market Street, 560001',
  )
  await expect(page.getByRole('region', { name: 'What changed' })).toHaveCount(0)
  await expectNoViolations(page)
  expect((await details()).given.purchase_orders).toHaveLength(1)
})
