import { readFile } from 'node:fs/promises'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'

test.use({ signedIn: true })

/** Sends a lead as the public site does, and gives its person. */
async function sendLead(request: APIRequestContext, giftwell: Giftwell) {
  // The JSON of config.json.
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const email = giftwell.newAddress('private')
  const message = `Secret of ${email.split('@')[0]}`
  const name = `Person ${email.slice(8, 16)}`
  const response = await request.post('/rest/v1/leads', {
    headers: { apikey: supabaseKey },
    data: { name, company: 'Private Company', email, phone: '+91 98765 43210', message },
  })
  expect(response.status()).toBe(201)
  return { email, message, name }
}

async function openPrivacy(page: Page, search = '') {
  await page.goto(`/admin/privacy${search}`)
  await expect(page.getByRole('heading', { name: 'Privacy Requests', level: 1 })).toBeVisible()
}

test('a request by telephone is counted on the dashboard, answered by an erasure that counts first, and closed', async ({
  page,
  giftwell,
  request,
}) => {
  const { email, message, name } = await sendLead(request, giftwell)
  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('No consent')).toBeVisible()
  const lead = new URL(page.url()).pathname

  await page.getByRole('link', { name: 'Who opened it' }).click()
  const log = page.getByRole('table', { name: 'Access log' })
  await expect(log.getByRole('row').filter({ hasText: giftwell.admin.email })).toContainText('Opened')

  await openPrivacy(page)
  await page.getByRole('button', { name: 'Record a request' }).click()
  const record = page.getByRole('dialog', { name: 'Record a request' })
  await record.getByRole('textbox', { name: 'E-mail of the person' }).fill(email)
  await record.getByRole('combobox', { name: 'Kind' }).selectOption('Erasure')
  await record.getByRole('button', { name: 'Record a request' }).click()
  const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('due in 90 days')

  await page.goto('/admin')
  const waiting = page.getByRole('link', { name: /^Privacy requests \d/ })
  const count = Number(/\d+/.exec(await waiting.innerText())?.[0])
  await waiting.click()
  await expect(page.getByRole('heading', { name: `Requests (${count})` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(count + 1)

  await row.getByRole('button', { name: email }).click()
  const dialog = page.getByRole('dialog', { name: `Erasure, ${email}` })
  await dialog.getByRole('button', { name: 'Show data' }).click()
  await expect(dialog.getByRole('region', { name: 'Stored data' })).toContainText(message)
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  const asked = dialog.getByRole('status').filter({ hasText: 'Would be erased: ' })
  await expect(asked).toContainText('1 lead,')
  const counts = (await asked.innerText()).replace('Would be erased: ', '')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Erased: ' })).toHaveText(`Erased: ${counts}`)
  await expect(dialog.getByRole('button', { name: 'Close request' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Requests' }).getByText(email)).toHaveCount(0)

  await page.goto(lead)
  await expect(page.getByText(/^The details of this person were erased on/)).toBeVisible()
  await expect(page.getByRole('link', { name: /Reply/ })).toHaveCount(0)
  await expect(page.getByText(message)).toHaveCount(0)
  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  await expect(page.getByText('No leads match your search and dates.')).toBeVisible()
})

test(
  'a grievance is closed with its answer, which stays with it',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    const email = giftwell.newAddress('grievance')
    await openPrivacy(page)
    await page.getByRole('button', { name: 'Record a request' }).click()
    const record = page.getByRole('dialog', { name: 'Record a request' })
    await record.getByRole('textbox', { name: 'E-mail of the person' }).fill(email)
    await record.getByRole('combobox', { name: 'Kind' }).selectOption('Grievance')
    await record.getByRole('button', { name: 'Record a request' }).click()
    await page.getByRole('button', { name: email }).click()
    const dialog = page.getByRole('dialog', { name: `Grievance, ${email}` })
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('We have stopped calling.')
    await dialog.getByRole('button', { name: 'Close request' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(email)).toHaveCount(0)
    await page.getByRole('combobox', { name: 'State' }).selectOption('Done')
    await page.getByRole('button', { name: email }).click()
    await expect(dialog.getByText('We have stopped calling.')).toBeVisible()
  },
)

test('an export is in the access log, and a file has what the log has', async ({
  page,
  giftwell,
  request,
}) => {
  const { email } = await sendLead(request, giftwell)
  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  const [leads] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to CSV' }).click(),
  ])
  expect(await readFile(await leads.path(), 'utf8')).toContain(email)
  const reference = /GW-[\dA-F]{8}/.exec(await readFile(await leads.path(), 'utf8'))?.[0] ?? ''

  await openPrivacy(page, '?tab=access')
  await page.getByRole('searchbox', { name: /^Lead/ }).fill(reference)
  const log = page.getByRole('region', { name: 'Access log (1)' })
  await expect(log.getByRole('table').getByRole('row').filter({ hasText: 'Exported' })).toContainText(
    reference,
  )
  // By the address of the contact as well, in any case.
  await page.getByRole('searchbox', { name: /^Lead/ }).fill(email.toUpperCase())
  await expect(page).toHaveURL(/lead=.*(?:%40|@)/)
  await expect(log.getByRole('table').getByRole('row').filter({ hasText: 'Exported' })).toContainText(
    reference,
  )
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(
    `${giftwell.admin.email},Exported,${reference},`,
  )
})

test('a retention is saved after a question, and stays', { tag: '@full' }, async ({ page }) => {
  await openPrivacy(page, '?tab=retention')
  const row = () => page.getByRole('group', { name: 'Lost leads' })
  const days = () => row().getByRole('textbox', { name: 'Days of Lost leads' })
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await days().fill('3650')
  await row().getByRole('button', { name: 'Save Lost leads' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Retention saved' })).toBeVisible()
  expect(questions).toEqual(['Erase lost leads 3,650 days after they were lost? Nothing is that old now.'])
  await page.reload()
  await expect(days()).toHaveValue('3650')
  await expect(row()).toContainText('0 due now.')
  await days().fill('')
  await row().getByRole('button', { name: 'Save Lost leads' }).click()
  await expect(row()).toContainText('They stay until you erase them.')
})

test('a breach finds whose data is of its time, with a text for each', async ({
  page,
  giftwell,
  request,
}) => {
  const { email, name } = await sendLead(request, giftwell)
  await openPrivacy(page, '?tab=breach')
  // In the time zone of the browser.
  const [from = '', to = ''] = await page.evaluate(() =>
    [-1, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toLocaleString('sv').slice(0, 16).replace(' ', 'T'),
    ),
  )
  await page.getByLabel('From').fill(from)
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByLabel('Known since').fill(from)
  await expect(page.getByRole('timer', { name: '72-hour clock' })).toHaveText(/^4[78] hours left:/)
  await page.getByRole('textbox', { name: 'Nature' }).fill('A stolen laptop')
  await page.getByRole('button', { name: 'Find affected people' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill(email)
  const row = page.getByRole('table', { name: 'Affected people' }).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(name)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(`Dear ${name},`)
  expect(csv).toContain('What happened: A stolen laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByRole('status').filter({ hasText: /^Breach (created|updated) successfully/ }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Nature' })).toHaveValue('A stolen laptop')
})

test('a notice in another language becomes a version that visitors are given', async ({ page, request }) => {
  await openPrivacy(page, '?tab=notices')
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Request my data')
  await page.getByRole('textbox', { name: 'Another language' }).fill('ta')
  await page.getByRole('button', { name: 'Add language' }).click()
  await page.getByRole('textbox', { name: 'Text of the notice' }).fill('{site}: உங்கள் தரவு')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Giftwell: உங்கள் தரவு')
  await page.getByRole('button', { name: 'Save as version 1' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Notice saved' })).toBeVisible()
  // The JSON of config.json.
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const given = await request.post('/rest/v1/rpc/privacy_notices_of', {
    headers: { apikey: supabaseKey },
    data: { form: 'data_request' },
  })
  expect(await given.json()).toContainEqual({ language: 'ta', version: 1, text: 'Giftwell: உங்கள் தரவு' })
})
