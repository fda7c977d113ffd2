import type { Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { acceptInvitation, adminSignIn, password } from './support/steps.ts'

test.use({ signedIn: true })

/** Invites a person for sales as the administrator, and opens the link of the e-mail in another browser. */
async function inviteSeller(page: Page, giftwell: Giftwell, seller: Page): Promise<string> {
  const email = giftwell.newAddress('seller')
  await page.goto('/admin/people')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Sales')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Sales')

  await acceptInvitation(seller, await giftwell.newestLink(email))
  return email
}

test('an invited seller chooses a name and a password, handles leads and only reads the catalogue, until the access is revoked', async ({
  page,
  browser,
  giftwell,
}) => {
  const elsewhere = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: { cookies: [], origins: [] },
  })
  const seller = await elsewhere.newPage()
  const email = await inviteSeller(page, giftwell, seller)

  await page.reload()
  await expect(page.getByRole('combobox', { name: `Role of ${email}` })).toHaveValue('sales')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Asha Rao')
  await expect(page.getByText('No open invitations.')).toBeVisible()

  const links = seller.getByRole('navigation', { name: 'Back office' })
  await expect(links.getByRole('link', { name: 'People' })).toHaveCount(0)
  await links.getByRole('link', { name: 'Leads' }).click()
  await expect(seller.getByRole('heading', { name: /^All Leads/ })).toBeVisible()
  await links.getByRole('link', { name: 'Themes' }).click()
  await expect(seller.getByText('Only administrators can change this list.')).toBeVisible()
  await expect(seller.getByRole('button', { name: /^(Add|Edit|Delete) / })).toHaveCount(0)
  await seller.goto('/admin/people')
  await expect(seller.getByText(/^Only administrators can open this screen\./)).toBeVisible()

  // Sales may add a second factor to their own account.
  await seller.getByRole('link', { name: `Your account: signed in as ${email}` }).click()
  await expect(seller.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
  await seller.goto('/admin/leads')
  await expect(seller.getByRole('heading', { name: /^All Leads/ })).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: `Revoke ${email}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Access revoked' })).toBeVisible()
  await seller.goto('/admin/leads')
  await expect(seller.getByText('This account has no access to the back office')).toBeVisible()
  await elsewhere.close()
})

test(
  'the open leads of a person whose access is revoked go to another one',
  { tag: '@full' },
  async ({ page, browser, giftwell, request }) => {
    const elsewhere = await browser.newContext({
      baseURL: giftwell.baseUrl,
      storageState: { cookies: [], origins: [] },
    })
    const email = await inviteSeller(page, giftwell, await elsewhere.newPage())
    await elsewhere.close()
    const { supabaseKey } = Object(await (await request.get('/config.json')).json())
    const buyer = giftwell.newAddress('handed-over')
    const sent = await request.post('/rest/v1/leads', {
      headers: { apikey: String(supabaseKey) },
      data: { name: 'Handed Over', company: 'Test Company', email: buyer, phone: '+91 98765 43212' },
    })
    expect(sent.ok(), await sent.text()).toBe(true)
    await page.goto(`/admin/leads?search=${buyer}`)
    await page.getByRole('button', { name: 'Handed Over' }).click()
    const assignee = page.getByRole('combobox', { name: 'Assigned to' })
    const seller = assignee.getByRole('option', { name: 'Asha Rao' }).last()
    await assignee.selectOption((await seller.getAttribute('value')) ?? '')
    await expect(page.getByRole('article').filter({ hasText: 'assigned it to' })).toBeVisible()
    const address = page.url()

    await page.goto('/admin/people')
    await page.getByRole('button', { name: `Revoke ${email}` }).click()
    const question = page.getByRole('dialog', { name: `Revoke ${email}` })
    await expect(question).toContainText('1 open lead needs someone else.')
    await question.getByRole('combobox', { name: 'Hand them over to' }).selectOption(giftwell.admin.email)
    await question.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Access revoked' })).toBeVisible()
    await page.goto(address)
    await expect(assignee.locator('option:checked')).toHaveText(giftwell.admin.email)
  },
)

test(
  'unknown, used and foreign invitations get the same response and a message',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    const elsewhere = await browser.newContext({
      baseURL: giftwell.baseUrl,
      storageState: { cookies: [], origins: [] },
    })
    const seller = await elsewhere.newPage()
    const email = await inviteSeller(page, giftwell, seller)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: `Revoke ${email}` }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Access revoked' })).toBeVisible()

    const { supabaseKey } = Object(await (await seller.request.get('/config.json')).json())
    const token = await seller.evaluate(() =>
      String(JSON.parse(localStorage.getItem('giftwell-auth') ?? '{}').access_token),
    )
    const responseTo = async (guess: string) => {
      const response = await seller.request.post('/rest/v1/rpc/accept_invitation', {
        headers: { apikey: String(supabaseKey), authorization: `Bearer ${token}` },
        data: { token: guess, new_password: password },
      })
      return [response.status(), await response.json()]
    }
    const guesses = ['0'.repeat(64), 'f'.repeat(64), '', 'x', "' or true --"]
    const responses = await Promise.all(guesses.map(responseTo))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(responses[0]?.[1]).toMatchObject({
      message: expect.stringContaining('This invitation no longer works'),
    })

    await seller.goto(`/admin/login#invitation=${'0'.repeat(64)}`)
    await expect(
      seller.getByRole('alert').filter({ hasText: 'This invitation no longer works' }),
    ).toBeVisible()
    await seller.getByRole('button', { name: 'Sign Out' }).click()
    await adminSignIn(seller, { email, password })
    await expect(seller.getByText('This account has no access to the back office')).toBeVisible()
    await elsewhere.close()
  },
)
