import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/desktop-test.ts'
import { connectTo, openScreen, signIn } from './support/first-steps.ts'
import { asAdministrator } from './support/handle-lead.ts'
import { filesBelow, readableOnDisk } from './support/readable-on-disk.ts'
import { sendLead } from './support/send-lead.ts'

const buyer = {
  name: 'Nandini Quoted',
  company: 'Lakeside Ceramics',
  email: 'nandini@lakeside.example',
  message: 'A hundred planters for our dealers',
}
const plants = { ...buyer, company: 'Draftwood Interiors', email: 'nandini@draftwood.example' }

const owner = { ...buyer, company: 'Hillside Textiles', email: 'nandini@hillside.example' }
const home = '7 Orchard Lane'

/** Sends a quotation, leaves another one as a draft, and has a third one accepted. Gives the numbers of the first and of the order. */
async function quote(site: RunningSite): Promise<readonly [quotation: string, order: string]> {
  const { call } = await asAdministrator(site)
  const rpc = <Result>(name: string, body: object) => call<Result>(`/rest/v1/rpc/${name}`, body)
  await call('/rest/v1/seller_profile', { legal_name: 'Gifts of the Lake', state: '27' })
  const sent: { readonly number: string; readonly token: string; readonly quotation: string }[] = []
  for (const lead of [buyer, plants, owner]) {
    await sendLead(site.url, lead)
    const [{ id } = { id: '' }] = await rpc<{ id: string }[]>('find_leads', { words: lead.email })
    const quotation = await rpc<string>('draft_quotation', { lead: id })
    const { versions } = await rpc<{ versions: { content: object }[] }>('quotation_details', { quotation })
    const missing = ['product_id', 'code', 'colour', 'note', 'group', 'option', 'image_url']
    const line = {
      ...Object.fromEntries(missing.map((name) => [name, null])),
      id: '5f3a9c21-0000-4000-8000-000000000001',
      name: 'Clay planter',
      hsn: '6912',
      gst_rate: 1800,
      is_charge: false,
      quantities: [{ quantity: 100, price_paise: 24_050 }],
    }
    const draft = versions[0]?.content
    const content = { ...draft, buyer: { ...Object(draft)['buyer'], delivery_state: '27' }, lines: [line] }
    const saves = await rpc<number>('save_quotation', {
      quotation,
      content,
      valid_until: '2099-12-31',
      saves: 0,
    })
    if (lead === plants) continue
    sent.push({ ...(await rpc('send_quotation', { quotation, saves, mails: false })), quotation })
  }
  const [first, accepted] = sent
  await rpc('accept_quotation', {
    token: accepted?.token,
    choice: {},
    total_paise: 24_05_000,
    name: owner.name,
    designation: 'Owner',
  })
  const [order] = await call<{ id: string; number: string }[]>('/rest/v1/orders?select=id,number')
  const place = { address: home, pin_code: '411001', quantity: 100 }
  await rpc('save_order_places', { order_id: order?.id, saves: 0, places: [place] })
  return [first?.number ?? '', order?.number ?? '']
}

const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Quotations' }).getByRole('row').filter({ hasText: text })

test('quotations are read and saved as PDFs without a network, and leave nothing behind at sign-out', async ({
  startApp,
  site,
  folder,
}) => {
  test.slow()
  const userData = join(folder, 'user data')
  const [number, order] = await quote(site)
  const personal = [buyer.company, plants.company, owner.company, number, order, 'Clay planter', home]
  const first = await startApp(userData)
  await connectTo(first.page, site)
  await signIn(first.page, site)
  await test.step('a PDF is saved by the system’s dialog', async () => {
    await openScreen(first.page, 'Quotations')
    await row(first.page, number).getByRole('button').first().click()
    await first.saveAs(join(folder, 'online.pdf'))
    await first.page.getByRole('button', { name: 'Download PDF' }).click()
    await expect.poll(() => first.dialogs()).toBe(1)
    expect(first.fake.dialog.savings[0]).toMatchObject({
      defaultPath: expect.stringContaining(`quotation-${number.replace('/', '-')}.pdf`),
    })
    await expect.poll(() => pdfStart(join(folder, 'online.pdf'))).toBe('%PDF-')
  })
  await test.step('the quotations are cached, and not readable on the disk', async () => {
    const cached = () =>
      first.page.evaluate(async () => {
        const keys = await window.giftwell.storedKeys('offline')
        return ['quotations:', 'orders:'].every((name) => keys.some((key) => key.startsWith(name)))
      })
    await expect.poll(cached, { timeout: 30_000 }).toBe(true)
    expect(await readableOnDisk(userData, personal)).toEqual([])
  })
  await first.quit()

  await site.halt()
  const app = await startApp(userData)
  const { page } = app
  const asOf = page.getByText(/^Offline: as of /)
  await test.step('offline they are listed with the time of the fetch', async () => {
    await expect(asOf).toBeVisible()
    await openScreen(page, 'Quotations')
    await expect(row(page, number)).toContainText('₹24,050.00')
    await expect(row(page, plants.company)).toContainText('Draft')
    await expect(asOf).toBeVisible()
  })
  await test.step('one is opened, read and saved as a PDF', async () => {
    await row(page, number).getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: `Quotation ${number}`, level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Quotation' })).toContainText('Clay planter')
    await expect(asOf).toBeVisible()
    await expect(page.getByRole('button', { name: /Revise|Withdraw|Copy link|Send/ })).toHaveCount(0)
    const button = page.getByRole('button', { name: 'Download PDF' })
    await app.saveAs(null)
    await button.click()
    await expect.poll(() => app.dialogs()).toBe(1)
    await expect(button).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.saveAs(join(folder, 'offline.pdf'))
    await button.click()
    await expect.poll(() => pdfStart(join(folder, 'offline.pdf'))).toBe('%PDF-')
    const [online, offline] = await Promise.all(
      ['online.pdf', 'offline.pdf'].map((name) => readFile(join(folder, name))),
    )
    // But for the time at which it was made.
    expect(Math.abs((online?.length ?? 0) - (offline?.length ?? 0))).toBeLessThan(100)
  })
  await test.step('an order is read with its lines, and without the places that it goes to', async () => {
    await openScreen(page, 'Orders')
    await page
      .getByRole('table', { name: 'Orders' })
      .getByRole('row')
      .filter({ hasText: order })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('heading', { name: `Order ${order}`, level: 1 })).toBeVisible()
    await expect(page.getByText('100 pieces')).toBeVisible()
    await expect(page.getByText(home)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /In production|Dispatch|Cancel order/ })).toHaveCount(0)
  })
  await test.step('the lead leads to its quotation', async () => {
    await openScreen(page, 'Leads')
    await page.getByRole('button', { name: buyer.name, exact: true }).last().click()
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { name: `Quotation ${number}`, level: 1 })).toBeVisible()
  })
  await test.step('online again it can be changed', async () => {
    await site.resume()
    await app.passTime(31_000)
    await expect(page.getByRole('button', { name: 'Withdraw quotation' })).toBeVisible({ timeout: 60_000 })
    await expect(asOf).toBeHidden()
  })
  await test.step('signing out leaves nothing behind', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await app.quit()
    expect(await filesBelow(join(userData, 'encrypted'))).toEqual([])
    expect(await readableOnDisk(userData, personal)).toEqual([])
  })
})

const pdfStart = (file: string) =>
  readFile(file, 'latin1').then(
    (text) => text.slice(0, 5),
    () => null,
  )
