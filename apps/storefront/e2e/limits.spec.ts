import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test as base } from './support/giftwell.ts'
import { startDemoSite } from './support/running-site.ts'
import { addToInquiry, fillInquiry, password, signIn } from './support/steps.ts'

/** On a site of its own, since the limits hold for the whole machine. */
const test = base.extend<{ ownSite: RunningSite }>({
  ownSite: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const site = await startDemoSite()
      await use(site)
      await site.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ ownSite }, use) => {
    await use(ownSite.url)
  },
})

/** Calls the API as the public may. */
async function call(request: APIRequestContext, path: string, data: object) {
  const config = await request.get('/config.json')
  // The JSON of config.json.
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  return request.post(path, { headers: { apikey: supabaseKey }, data })
}

const passwordGrant = '/auth/v1/token?grant_type=password'

/** Tries wrong passwords until there were too many for the e-mail address. */
async function guess(request: APIRequestContext, email: string) {
  for (let number = 0; number < 10; number += 1) {
    expect((await call(request, passwordGrant, { email, password: `guess ${number}` })).status()).toBe(400)
  }
}

const lead = (email: string, number: number) => ({
  name: `Buyer ${number}`,
  company: 'Test Company',
  email,
  phone: '+91 98765 43210',
})

/** Sends leads until there were too many for the e-mail address. */
async function inquire(request: APIRequestContext, email: string) {
  for (let number = 0; number < 40; number += 1) {
    expect((await call(request, '/rest/v1/leads', lead(email, number))).status()).toBe(201)
  }
}

const wait = (tooMany: string) =>
  new RegExp(`Too many ${tooMany}\\. Please try again in \\d+ (second|minute)s?\\.`)

async function expectAlert(page: Page, title: string, sentence: RegExp) {
  const alert = page.getByRole('alert').filter({ hasText: title })
  await expect(alert).toContainText(sentence)
}

test('too many wrong passwords show a message in the sign-in dialog, and the input stays', async ({
  page,
  request,
}) => {
  const email = 'often@giftwell.example'
  await guess(request, email)
  await page.goto('/catalogue')
  await signIn(page, email)
  await expectAlert(page, 'Login Failed', wait('attempts'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Business Email' })).toHaveValue(email)
  await expect(dialog.getByLabel(/^Password/)).toHaveValue(password)
})

test(
  'too many e-mails to one address are rejected with a message',
  { tag: '@full' },
  async ({ page, request }) => {
    const email = 'forgets@giftwell.example'
    for (let number = 0; number < 5; number += 1) {
      expect((await call(request, '/auth/v1/recover', { email })).status()).toBe(200)
    }
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Business Email' }).fill(email)
    await dialog.getByRole('button', { name: 'Forgot password?' }).click()
    await dialog.getByRole('button', { name: 'Send Link' }).click()
    await expectAlert(page, 'Email Not Sent', wait('attempts'))
    await expect(dialog.getByRole('textbox', { name: 'Business Email' })).toHaveValue(email)
  },
)

test(
  'too many quote requests and inquiries show a message and keep the input, and other clients are not limited',
  { tag: '@full' },
  async ({ page, request }) => {
    const email = 'eager@company.example'
    await inquire(request, email)
    await page.goto('/')
    const form = page.getByRole('form', { name: 'Get Custom Solutions' })
    const typed = {
      'Full Name': 'Eager Buyer',
      'Company Name': 'Test Company',
      'Email Address': email,
      'Phone Number': '+91 98765 43210',
      Message: 'Two hundred hampers',
    }
    for (const [name, value] of Object.entries(typed)) await form.getByRole('textbox', { name }).fill(value)
    await form.getByRole('button', { name: 'Request a Quote' }).click()
    await expectAlert(page, 'Submission failed', wait('inquiries'))
    for (const [name, value] of Object.entries(typed)) {
      await expect(form.getByRole('textbox', { name })).toHaveValue(value)
    }
    await form.getByRole('textbox', { name: 'Email Address' }).fill('calm@company.example')
    await form.getByRole('button', { name: 'Request a Quote' }).click()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()

    await page.goto('/catalogue')
    await addToInquiry(page, 1)
    const dialog = await fillInquiry(page, {
      name: 'Busy Buyer',
      company: 'Test Company',
      email,
      message: 'Soon',
    })
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expectAlert(page, 'Error', wait('inquiries'))
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Busy Buyer')
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Soon')
    await expect(page.getByRole('dialog', { name: 'Inquiry Basket (1 items)' })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('patient@company.example')
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Inquiry Submitted Successfully!' }),
    ).toBeVisible()
  },
)
