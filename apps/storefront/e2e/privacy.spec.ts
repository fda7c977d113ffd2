import { readFile } from 'node:fs/promises'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { addToInquiry, fillInquiry, openMailLink, signUp } from './support/steps.ts'

/** What the administrator reads of the leads of an address. */
async function leadsOf(giftwell: Giftwell, email: string) {
  const { origins } = await giftwell.adminStorage()
  const { access_token: token } = JSON.parse(origins[0]?.localStorage[0]?.value ?? '')
  // The JSON of config.json.
  const config = (await (await fetch(`${giftwell.baseUrl}/config.json`)).json()) as { supabaseKey: string }
  const columns = 'name,message,notice_version,notice_language,notice_at,marketing_consent'
  const answer = await fetch(`${giftwell.baseUrl}/rest/v1/leads?email=eq.${email}&select=${columns}`, {
    headers: { apikey: config.supabaseKey, authorization: `Bearer ${token}` },
  })
  return answer.json() as Promise<readonly Record<string, unknown>[]>
}

async function sendInquiry(page: Page, email: string, message = 'For the board') {
  await page.goto('/catalogue')
  const [product = ''] = await addToInquiry(page, 1)
  const dialog = await fillInquiry(page, { name: 'Private Buyer', company: 'Test Company', email, message })
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.getByRole('link', { name: 'View inquiry' }).click()
  await page.getByRole('link', { name: 'Open your inquiry' }).click()
  await expect(page.getByRole('heading', { name: /^Inquiry GW-/ })).toBeVisible()
  return product
}

test('a notice is read in Hindi, its version is stored with the inquiry, and the details are saved and deleted in two presses', async ({
  page,
  giftwell,
}) => {
  const email = giftwell.newAddress('private')
  await page.goto('/catalogue')
  await addToInquiry(page, 1)
  const contact = { name: 'Private Buyer', company: 'Test Company', email, message: 'For the board' }
  const dialog = await fillInquiry(page, contact)
  const note = dialog.getByRole('note', { name: 'Privacy notice' })
  await note.getByText('Privacy notice').click()
  await note.getByRole('button', { name: 'हिन्दी (Hindi)' }).click()
  await expect(
    note
      .locator('[lang=hi]')
      .filter({ hasText: /[\u0900-\u097f]{3}/ })
      .last(),
  ).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Marketing consent' })).not.toBeChecked()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.getByRole('link', { name: 'View inquiry' }).click()
  await expect(page.getByText(/download your details, or delete them/)).toBeVisible()
  expect(await leadsOf(giftwell, email)).toEqual([
    {
      name: 'Private Buyer',
      message: 'For the board',
      notice_version: 2,
      notice_language: 'hi',
      notice_at: expect.stringMatching(/^\d{4}-/),
      marketing_consent: false,
    },
  ])
  await page.getByRole('link', { name: 'Open your inquiry' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my details' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^GW-[\dA-F]{8}\.json$/)
  const saved = await readFile(await file.path(), 'utf8')
  for (const own of [email, 'Private Buyer', 'For the board']) expect(saved).toContain(own)
  await expect(page.getByText(email)).toBeVisible()

  const address = page.url()
  await page.getByRole('button', { name: 'Delete my details' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeFocused()
  await expectNoViolations(page)
  expect(await leadsOf(giftwell, email)).toEqual([])
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeVisible()
  await expect(page.getByText('For the board')).toBeHidden()
})

test('a consent to offers is stored when it is ticked, also with quantities, and taken back in one press', async ({
  page,
  giftwell,
}) => {
  const email = giftwell.newAddress('willing')
  await page.goto('/catalogue')
  await addToInquiry(page, 1)
  const dialog = await fillInquiry(page, { name: 'Willing Buyer', company: 'Test Company', email })
  await dialog.getByRole('textbox', { name: 'Delivery city' }).fill('Pune')
  await dialog.getByRole('checkbox', { name: 'Marketing consent' }).check()
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await expect(page.getByRole('link', { name: 'View inquiry' })).toBeVisible()
  expect(await leadsOf(giftwell, email)).toEqual([
    expect.objectContaining({ notice_version: 2, notice_language: 'en', marketing_consent: true }),
  ])
  await page.getByRole('link', { name: 'View inquiry' }).click()
  await page.getByRole('link', { name: 'Open your inquiry' }).click()
  await page.getByRole('button', { name: 'Withdraw marketing consent' }).click()
  await expect(page.getByText('We no longer write to you about offers.')).toBeVisible()
  expect(await leadsOf(giftwell, email)).toEqual([expect.objectContaining({ marketing_consent: false })])
})

test('what is stored of an address is asked for by e-mail, opened, saved and deleted, with its account', async ({
  page,
  browser,
  giftwell,
}) => {
  const email = giftwell.newAddress('leaving')
  await sendInquiry(page, email)
  await page.goto('/')
  await signUp(page, email)
  await expect(page.getByRole('status').filter({ hasText: 'Welcome to' })).toBeVisible()
  await openMailLink(page, await giftwell.newestLink(email))
  // The account opens its own inquiries by their references.
  await sendInquiry(page, email, 'For the canteen')
  await page.goto('/account/inquiries')
  const own = page.getByRole('article').filter({ hasText: 'For the canteen' })
  await own.getByRole('link', { name: /^GW-/ }).click()
  await page.getByRole('button', { name: 'Delete my details' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeFocused()
  expect((await leadsOf(giftwell, email)).map(({ message }) => message)).toEqual(['For the board'])

  const context = await browser.newContext({ baseURL: giftwell.baseUrl })
  const reader = await context.newPage()
  await reader.goto('/privacy')
  await reader.getByText('When you ask for your data').click()
  const form = reader.getByRole('form', { name: 'Request my data' })
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await form.getByRole('button', { name: 'Send me a link' }).click()
  await expect(form.getByText(/^If we store anything about/)).toBeVisible()
  // What the header covers counts as small.
  await reader.evaluate(() => window.scrollTo(0, 0))
  await expectNoViolations(reader)

  await expect.poll(() => giftwell.newestLink(email)).toContain('/privacy/data#')
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  const answer = await reader.goto(await giftwell.newestLink(email))
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const open = reader.getByRole('button', { name: 'Open my data' })
  await expect(open).toBeVisible()
  expect(
    asked.filter((url) => url.includes('my_data')),
    'nothing is opened before a press',
  ).toEqual([])
  await open.click()
  await expect(
    reader.getByText(`This is everything that we store about ${email}.`, { exact: false }),
  ).toBeVisible()
  await expect(reader.getByText('For the board').first()).toBeVisible()
  const downloading = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('For the board')
  await expectNoViolations(reader)

  const question = reader.getByRole('form', { name: 'Ask about your data' })
  await question.getByRole('radio', { name: 'Complain' }).check()
  await question.getByRole('textbox', { name: 'Your request' }).fill('You called me at home.')
  await question.getByRole('button', { name: 'Send request' }).click()
  await expect(question.getByText(/^We have your request/)).toBeVisible()

  await reader.getByRole('button', { name: 'Delete everything' }).click()
  await reader.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
  await expect(reader.getByRole('heading', { name: 'Your details are deleted' })).toBeFocused()
  await expect(reader.getByText(/1 inquiry/)).toBeVisible()
  expect(await leadsOf(giftwell, email)).toEqual([])
  await reader.reload()
  await reader.getByRole('button', { name: 'Open my data' }).click()
  await expect(reader.getByText('For the board')).toBeHidden()
  await context.close()
})

test('the accessibility statement is a page of the footer without violations, at 320 px too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility statement' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoViolations(page)
})
