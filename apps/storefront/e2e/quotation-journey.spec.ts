import { readFile } from 'node:fs/promises'

import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { extractText, getDocumentProxy } from 'unpdf'

import { createAdminStorage, expect, test } from './support/giftwell.ts'
import { newestMailTo } from './support/mailbox.ts'
import { fillAcceptance, office, phone, sendQuotation } from './support/quotations.ts'
import { startDemoSite } from './support/running-site.ts'

test.describe('signed in', () => {
  test.use({ signedIn: true })

  test('a lead is quoted, its buyer asks for a change, reads the answer, and accepts the revision with a code', async ({
    browser,
    page,
    giftwell,
  }) => {
    test.slow()
    const email = giftwell.newAddress('journey')
    const { post } = await office(giftwell)
    const seller = { legal_name: 'Demo Gifts', gstin: '27AAPFU0939F1ZV', state: '27' }
    const setCode = (needsCode: boolean) =>
      post('seller_profile', { ...seller, needs_code: needsCode }, { prefer: 'resolution=merge-duplicates' })
    await setCode(true)
    try {
      const number = await test.step('staff quote the lead and mail the quotation', async () => {
        const lead = { name: 'Quoted Buyer', company: 'Test Company', email, phone: '+91 98765 43210' }
        await post('leads', { ...lead, selected_products: ['A journey mug'] })
        await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
        await page.getByRole('button', { name: 'Quoted Buyer' }).first().click()
        await page.getByRole('button', { name: 'Quote', exact: true }).click()
        await page.getByRole('textbox', { name: 'Price of A journey mug' }).fill('240')
        await page.getByRole('textbox', { name: 'Quantity of A journey mug' }).fill('100')
        await page.getByRole('textbox', { name: 'HSN of A journey mug' }).fill('6912')
        await page.getByRole('textbox', { name: 'GST rate of A journey mug' }).fill('18')
        await page.getByRole('combobox', { name: 'Place of supply' }).selectOption('Maharashtra')
        await send()
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toHaveText(/^Quotation GW\d{4}\/\d{4}$/)
        return (await heading.innerText()).replace('Quotation ', '')
      })

      const buyer = await phone(browser, giftwell)
      await test.step('the buyer opens the link of the e-mail and asks for a change', async () => {
        await expect.poll(subject).toBe(`Quotation ${number}`)
        await buyer.goto(new URL(await giftwell.newestLink(email)).pathname)
        await expect(buyer.getByRole('region', { name: 'Total' })).toContainText('₹28,320.00')
        await buyer.getByRole('button', { name: 'Ask for a change' }).click()
        await buyer.getByRole('textbox', { name: 'What should be different' }).fill('Can they be blue?')
        await buyer.getByRole('button', { name: 'Ask for a change' }).click()
        await expect(
          buyer.getByText('We have your request and will answer with a new revision.'),
        ).toBeVisible()
      })

      await test.step('staff read it, answer, and the answer is mailed', async () => {
        const history = page.getByRole('region', { name: 'History' })
        await expect(history).toContainText('Can they be blue?', { timeout: 30_000 })
        await expect(page.getByText('Change asked')).toBeVisible()
        await history.getByRole('textbox', { name: 'Answer to the buyer' }).fill('Yes, at 250.')
        await history.getByRole('button', { name: 'Send answer' }).click()
        await expect(history.getByRole('textbox', { name: 'Answer to the buyer' })).toHaveValue('')
        await expect.poll(subject).toBe(`Our answer on quotation ${number}`)
        const { text, html } = await newestMailTo(giftwell.mailFolder, email)
        expect(text).toContain('Yes, at 250.')
        expect(html).toContain('Yes, at 250.')
        await buyer.goto(new URL(await giftwell.newestLink(email)).pathname)
        await expect(buyer.getByText('Yes, at 250.')).toBeVisible()
      })

      await test.step('a revision replaces it', async () => {
        await page.getByRole('button', { name: 'Revise' }).click()
        await page.getByRole('textbox', { name: 'Price of A journey mug' }).fill('250')
        await send()
        await expect.poll(subject).toBe(`Quotation ${number}-R2`)
        await expect(buyer.getByText('This revision was replaced by a newer one.')).toBeVisible({
          timeout: 30_000,
        })
        await buyer.goto(new URL(await giftwell.newestLink(email)).pathname)
        await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(`Quotation ${number}-R2`)
      })

      await test.step('it is accepted with the code that was mailed, and not with another one', async () => {
        await fillAcceptance(buyer, 'Quoted Buyer')
        await buyer.getByRole('button', { name: 'Send me a code' }).click()
        await expect(buyer.getByText('We have sent a code to the address of this quotation.')).toBeVisible()
        await expect.poll(subject).toBe(`Your code for quotation ${number}-R2`)
        const { text } = await newestMailTo(giftwell.mailFolder, email)
        const code = /^([\dA-F]{4}) ([\dA-F]{4})$/m.exec(text)?.[0] ?? ''
        await buyer.getByRole('textbox', { name: 'Code', exact: true }).fill('0000 0000')
        await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
        await expect(buyer.getByRole('alert')).toContainText('This code is wrong or has expired.')
        await expect(buyer.getByRole('textbox', { name: 'Purchase order number' })).toHaveValue('PO-17')
        await buyer.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
        await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
        await expect(buyer.getByText(/Accepted by Quoted Buyer, Head of purchase on/)).toBeVisible()
        await expect.poll(subject).toBe(`Quotation ${number}-R2 is accepted`)
      })

      await test.step('staff see that it is accepted, and save the PDF of what was', async () => {
        await expect(page.getByText('Accepted by Quoted Buyer')).toBeVisible({ timeout: 30_000 })
        const downloading = page.waitForEvent('download', { timeout: 60_000 })
        await page.getByRole('button', { name: 'Download PDF' }).click()
        const download = await downloading
        expect(download.suggestedFilename()).toBe(`quotation-${number.replace('/', '-')}-R2.pdf`)
        const file = await getDocumentProxy(new Uint8Array(await readFile(await download.path())))
        const { text } = await extractText(file, { mergePages: true })
        for (const words of [`${number}-R2`, 'A journey mug', '₹29,500.00', 'Accepted by Quoted Buyer'])
          expect(text).toContain(words)
        await page.getByRole('link', { name: /^Lead GW-/ }).click()
        await expect(page.getByText(`${number}: Accepted`)).toBeVisible()
        await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('won')
      })
    } finally {
      await setCode(false)
    }

    async function subject(): Promise<string> {
      return (await newestMailTo(giftwell.mailFolder, email)).subject
    }
    async function send() {
      await page.getByRole('button', { name: 'Send quotation' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send quotation' })
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(dialog).toBeHidden()
    }
  })
})

/** Code that a process of Node runs first: its clock is ahead by a setting. */
const movedClock = `
  const { now } = Date
  const time = () => now() + Number(process.env.CLOCK_AHEAD_MS)
  globalThis.Date = new Proxy(Date, {
    construct: (of, args, made) => Reflect.construct(of, args.length === 0 ? [time()] : args, made),
    get: (of, name) => (name === 'now' ? time : Reflect.get(of, name)),
  })
`

test('a quotation expires at midnight in India, wherever server and buyer are, and is accepted once it is extended', async ({
  browser,
  giftwell,
}) => {
  test.skip(process.env['E2E_DATABASE'] === 'postgres', 'the clock of a PostgreSQL server stays')
  test.slow()
  const day = todayInIndia()
  const midnight = Date.parse(`${day}T24:00:00+05:30`)
  const clock = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(movedClock)}`,
    CLOCK_AHEAD_MS: String(midnight - 10 * 60_000 - Date.now()),
    TZ: 'America/Los_Angeles',
  }
  await using site = await startDemoSite(clock)
  const own = {
    baseUrl: site.url,
    adminStorage: createAdminStorage(site.url, site.admin),
    newAddress: giftwell.newAddress,
  }
  const { number, path, call, quotation } = await sendQuotation(own, giftwell.newAddress('midnight'), day)
  const expired = async () =>
    Object(await call('find_quotations', { filters: { state: 'expired' } })).map(
      (row: { readonly number: string }) => row.number,
    )

  // There it is the next day already.
  const buyer = await phone(browser, own, 'Pacific/Kiritimati')
  // The page does not ask again by itself.
  await buyer.addInitScript(() => Object.defineProperty(window, 'setInterval', { value: () => 0 }))
  await buyer.goto(path)
  await expect(buyer.getByText('Please accept it by then, or tell us what to change.')).toBeVisible()
  await fillAcceptance(buyer, 'Late Buyer')
  expect(await expired()).toEqual([])

  await site.halt()
  await site.resume({ CLOCK_AHEAD_MS: String(midnight - Date.now()) })
  await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
  await expect(buyer.getByRole('alert')).toHaveText(
    /^This quotation was valid until \d+ \w+ \d{4}\. Ask for a change, and we can extend it\.$/,
  )
  await expect(buyer.getByText(/^Valid until .* It expired on .*\. Ask us for a new one\.$/)).toBeVisible()
  await expect(buyer.getByRole('textbox', { name: 'Your name' })).toHaveValue('Late Buyer')
  await expect(buyer.getByRole('button', { name: 'Confirm acceptance' })).toHaveCount(0)

  expect(await expired()).toEqual([number])
  const context = await browser.newContext({ baseURL: site.url, storageState: await own.adminStorage() })
  const staff = await context.newPage()
  await staff.goto('/admin/quotations')
  const row = staff.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Expired')
  await row.getByRole('button').first().click()
  await expect(staff.getByText(/Expired, valid until/)).toBeVisible()

  await call('extend_quotation', { quotation, valid_until: '2999-12-31' })
  await buyer.goto(path)
  await fillAcceptance(buyer, 'Late Buyer')
  await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
  await expect(buyer.getByText(/Accepted by Late Buyer/)).toBeVisible()
})
