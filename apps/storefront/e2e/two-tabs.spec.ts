import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, adminSignIn, cards, signIn } from './support/steps.ts'

test('two tabs share one basket, also when both change it at once', async ({ page, context }) => {
  const other = await context.newPage()
  await Promise.all([page.goto('/catalogue'), other.goto('/catalogue')])
  const add = (tab: typeof page, index: number) =>
    cards(tab).nth(index).getByRole('button', { name: 'Add to Inquiry' }).click()
  await addToInquiry(page, 1)
  await expect(other.getByRole('button', { name: 'Inquiry Basket' })).toContainText('1')
  await Promise.all([add(page, 1), add(other, 2)])
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Inquiry Basket' })).toContainText('3')
    await tab.reload()
    await expect(tab.getByRole('button', { name: 'Inquiry Basket' })).toContainText('3')
  }
  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear All' }).click()
  await expect(other.getByRole('button', { name: 'Inquiry Basket' })).toBeHidden()
})

test('signing in or out in one tab does so in the other', async ({ page, context, giftwell }) => {
  const other = await context.newPage()
  await Promise.all([page.goto('/catalogue'), other.goto('/catalogue')])
  await signIn(page, giftwell.admin.email, giftwell.admin.password)
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

/** Ends the session on the server alone, and lets the page's token expire. */
async function revokeSession(page: Page) {
  await page.evaluate(async () => {
    const session = JSON.parse(localStorage.getItem('giftwell-auth') ?? '') as { access_token: string }
    const { supabaseKey } = (await (await fetch('/config.json')).json()) as { supabaseKey: string }
    const headers = { apikey: supabaseKey, authorization: `Bearer ${session.access_token}` }
    const ended = await fetch('/auth/v1/logout?scope=global', { method: 'POST', headers })
    if (!ended.ok) throw new Error(`The session was not revoked: ${ended.status}`)
    localStorage.setItem('giftwell-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
  })
}

test(
  'a form survives a revoked session: the same user signs in over it and saves',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/industries')
    await adminSignIn(page, giftwell.admin)
    await page.getByRole('button', { name: 'Add Industry Tag' }).click()
    const form = page.getByRole('dialog', { name: 'Add New Industry Tag' })
    const name = giftwell.newAddress('tag').replace('@example.com', '')
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await revokeSession(page)
    await form.getByRole('button', { name: 'Create', exact: true }).click()

    const cover = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(cover).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(cover.getByRole('textbox', { name: 'Email' })).toHaveValue(giftwell.admin.email)
    await cover.getByLabel('Password', { exact: false }).first().fill(giftwell.admin.password)
    await cover.getByRole('button', { name: 'Sign In' }).click()
    await expect(cover).toBeHidden()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'created successfully' })).toBeVisible()
  },
)

test(
  'the basket and the session work without browser storage',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    })
    await page.goto('/catalogue')
    await addToInquiry(page, 2)
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    await expect(page.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Inquiry Basket' })).toBeHidden()
  },
)
