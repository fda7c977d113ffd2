import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import { expect, type Page, test } from '@playwright/test'

import type { DesktopApp, StartApp } from './desktop-app.ts'
import { addProduct, addressField, connectTo, openScreen, signIn } from './first-steps.ts'
import { expectHandled, handled, handleLead } from './handle-lead.ts'
import { filesBelow, readableOnDisk } from './readable-on-disk.ts'
import { sendLead, type SentLead } from './send-lead.ts'

const early: SentLead = {
  name: 'Meera Earlybird',
  company: 'Sunrise Textiles',
  email: 'meera@sunrise.example',
  message: 'Two hundred lamps for the festival',
}
const second: SentLead = {
  name: 'Ravi Afternoon',
  company: 'Midday Motors',
  email: 'ravi@midday.example',
  message: 'Fifty bottles with our name',
}
const late: SentLead = {
  name: 'Zoya Nightowl',
  company: 'Evening Press',
  email: 'zoya@evening.example',
  message: 'Notebooks for the whole team',
}

const hidden: SentLead = {
  name: 'Kabir Quietly',
  company: 'Closed Curtains',
  email: 'kabir@curtains.example',
  message: 'Candles for the winter',
}

/** The unanswered leads before the last one is sent. */
const unanswered = 2

/** Longer than any polling interval of the app, in milliseconds. */
const pollingMs = 31_000

export interface Journey {
  readonly start: StartApp
  readonly site: RunningSite
  /** An empty folder for the test. */
  readonly folder: string
  /** Whether the system must encrypt stored texts; without encryption nothing may be stored. */
  readonly isEncrypting: boolean
}

/**
 * Walks through an administrator's use of the app on the real embedded backend: first start, work online and offline,
 * sign-out.
 */
export async function runJourney({ start, site, folder, isEncrypting }: Journey): Promise<void> {
  const userData = join(folder, 'user data')
  await sendLead(site.url, early)
  await sendLead(site.url, second)
  await handleLead(site, early.email)

  const first = await start(userData)
  await rejectWrongAddress(first.page)
  await test.step('the right address leads to the login page, and signing in to the dashboard', async () => {
    await connectTo(first.page, site)
    await signIn(first.page, site)
  })
  await uploadThroughThePicker(first, join(folder, 'evening light.jpg'))
  await readTheLeads(first.page)
  const personal = [
    ...(await tokensOf(first.page)),
    ...[early, second, late, hidden].flatMap(({ name, email, message }) => [name, email, message]),
    handled.note,
    site.admin.email,
    site.admin.password,
  ]
  const isLasting = await first.page.evaluate(() => window.giftwell.isStorageLasting())
  await test.step('no personal data is readable on the disk', async () => {
    if (isEncrypting) expect(isLasting).toBe(true)
    expect((await filesBelow(join(userData, 'encrypted'))).length > 0).toBe(isLasting)
    expect(await readableOnDisk(userData, personal)).toEqual([])
  })
  await first.quit()
  await test.step('Chromium has found its dictionaries', async () => {
    expect(await readFile(join(userData, 'logs', 'giftwell.log'), 'utf8')).not.toContain('The dictionary')
  })
  // Without stored data there is no offline work.
  if (!isLasting) {
    const description = 'This system has no encryption: stored data and offline work were not tested.'
    test.info().annotations.push({ type: 'half the journey', description })
    return
  }

  await site.halt()
  const app = await start(userData)
  await workOffline(app, site, join(folder, 'leads.csv'))
  await returnOnline(app, site)
  await beNotifiedOfALead(app, site)
  await test.step('signing out leaves nothing behind', async () => {
    await app.page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(app.page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await app.quit()
    expect(await filesBelow(join(userData, 'encrypted'))).toEqual([])
    expect(await readableOnDisk(userData, personal)).toEqual([])
  })
}

const leadRow = (page: Page, { name }: SentLead) =>
  page.getByRole('table', { name: 'Leads' }).getByRole('row').filter({ hasText: name })
const offlineNotice = (page: Page) => page.getByText(/^Offline: as of /)

async function rejectWrongAddress(page: Page) {
  await test.step('the first start asks for the site and rejects a wrong address', async () => {
    const other = createServer((_request, response) => response.end('Hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    // A TCP server has an address with a port.
    const wrong = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const field = addressField(page)
    await expect(field).toBeFocused()
    await field.fill(wrong)
    await field.press('Enter')
    await expect(page.getByText('This is not a Giftwell website. Check the address.')).toBeVisible()
    await expect(field).toHaveValue(wrong)
    other.close()
  })
}

async function uploadThroughThePicker(app: DesktopApp, file: string) {
  const { page } = app
  await test.step('a photo from the disk becomes a product’s image', async () => {
    const photo = await drawPhoto(page, 'evening light.jpg', {
      width: 1200,
      height: 900,
      type: 'image/jpeg',
    })
    await writeFile(file, photo.buffer)
    await openScreen(page, 'Products')
    const dialog = await addProduct(page, '000 Evening Lamp')
    await app.choose([])
    await dialog.getByLabel('Product Image').click()
    await expect.poll(() => app.dialogs()).toBe(1)
    await app.choose([file])
    await dialog.getByLabel('Product Image').click()
    await expect(dialog.getByText('evening light.webp')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('row').filter({ hasText: '000 Evening Lamp' })
    const shown = () =>
      row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc)
    await expect.poll(shown).toMatch(/\/\d+-320\.webp$/)
  })
}

async function readTheLeads(page: Page) {
  await test.step('the leads are listed with their messages', async () => {
    await openScreen(page, 'Leads')
    await expect(leadRow(page, second)).toBeVisible()
    await leadRow(page, early).getByRole('button').first().click()
    await expect(page.getByRole('region', { name: 'Request' }).getByText(early.message)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
  })
}

async function workOffline(app: DesktopApp, { admin }: RunningSite, file: string) {
  const { page } = app
  await test.step('offline the app shows the cached leads', async () => {
    await expect(offlineNotice(page)).toBeVisible()
    await expect(leadRow(page, early)).toBeVisible()
    await expect(leadRow(page, second)).toBeVisible()
  })
  await test.step('cached leads have state, assignee, follow-up date and notes', async () => {
    await leadRow(page, early).getByRole('button').first().click()
    await expectHandled(page, admin.email)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
  })
  await test.step('cached leads can be searched and exported', async () => {
    const search = page.getByRole('searchbox', { name: 'Search leads' })
    await search.fill('sunrise')
    await expect(leadRow(page, second)).toHaveCount(0)
    await expect(leadRow(page, early)).toBeVisible()
    await search.fill('')
    const exporting = page.getByRole('button', { name: 'Export to CSV' })
    const before = await app.dialogs()
    await app.saveAs(null)
    await exporting.click()
    await expect.poll(() => app.dialogs()).toBe(before + 1)
    await expect(exporting).toBeVisible()
    await expect(page.getByText(/leads exported/)).toHaveCount(0)
    await app.saveAs(file)
    await exporting.click()
    await expect(page.getByText('2 leads exported')).toBeVisible()
    const saved = await readFile(file, 'utf8')
    expect(saved).toContain(early.name)
    expect(saved).toContain(second.message)
  })
  await test.step('other screens say that they need a connection', async () => {
    await openScreen(page, 'Products')
    await expect(page.getByText(/This screen needs a connection/)).toBeVisible()
    await openScreen(page, 'Leads')
    await expect(leadRow(page, early)).toBeVisible()
  })
}

async function returnOnline({ page, badge, passTime }: DesktopApp, site: RunningSite) {
  await test.step('the app refetches by itself when online again', async () => {
    await site.resume()
    await sendLead(site.url, late)
    await passTime(pollingMs)
    await expect(offlineNotice(page)).toBeHidden({ timeout: 2 * pollingMs })
    await expect(leadRow(page, late)).toBeVisible()
    // The badge is asked for apart from the list.
    await expect.poll(() => badge(), { timeout: 2 * pollingMs }).toBe(unanswered)
  })
}

async function beNotifiedOfALead(app: DesktopApp, site: RunningSite) {
  const { page } = app
  await test.step('a lead that arrives while the window is hidden shows one notification, which opens the leads', async () => {
    const before = (await app.notifications()).length
    await openScreen(page, 'Themes')
    await app.hide()
    await sendLead(site.url, hidden)
    await app.passTime(pollingMs)
    await expect.poll(() => app.badge(), { timeout: 2 * pollingMs }).toBe(unanswered + 1)
    await app.passTime(pollingMs)
    // The badge arrives first, then the lead's details. The previous lead's details may arrive after its list was left.
    await expect
      .poll(async () =>
        (await app.notifications()).slice(before).filter(({ body }) => !body.includes(late.name)),
      )
      .toEqual([{ title: expect.stringContaining('lead'), body: expect.stringContaining(hidden.name) }])
    await app.pressNotification()
    await expect(leadRow(page, hidden)).toBeVisible()
    await page.getByRole('button', { name: hidden.name, exact: true }).click()
    await page.getByRole('combobox', { name: 'State' }).selectOption('Won')
    await expect.poll(() => app.badge()).toBe(unanswered)
    await page.getByRole('button', { name: 'All leads' }).click()
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
  })
}

/** The tokens of the stored session. */
async function tokensOf(page: Page): Promise<readonly string[]> {
  const session = await page.evaluate(() => window.giftwell.getStored('session', 'giftwell-auth'))
  // The format of supabase-js.
  const tokens = JSON.parse(session ?? '') as { access_token: string; refresh_token: string }
  return [tokens.access_token, tokens.refresh_token]
}
