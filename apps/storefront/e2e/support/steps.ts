import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

import { type Giftwell, hydrated } from './giftwell.ts'

/** The password of every account that tests make. */
export const password = 'marigold garland 7'

/** The open cards of the catalogue. */
export function cards(page: Page) {
  return page.getByRole('list', { name: 'Products' }).getByRole('article')
}

/** Waits until the server has rendered a page: while busy it sends the page without data. */
export async function rendered(request: APIRequestContext, path: string): Promise<void> {
  await expect(async () => {
    expect(await (await request.get(path)).text()).toContain('"served":{')
  }).toPass()
}

/** Waits until an element has another text than before, which is not empty, and returns it. */
export async function changedText(element: Locator, before: string): Promise<string> {
  let text = ''
  await expect(async () => {
    text = await element.innerText()
    expect(text.trim()).not.toBe('')
    expect(text).not.toBe(before)
  }).toPass()
  return text
}

/** Puts the first `count` open products of the page into the basket and returns their names. */
export async function addToInquiry(page: Page, count: number): Promise<string[]> {
  // Pages of other contexts than the test's own do not wait for it.
  await hydrated(page)
  const names: string[] = []
  for (let index = 0; index < count; index += 1) {
    const card = cards(page).nth(index)
    names.push(await card.getByRole('heading').innerText())
    await card.getByRole('button', { name: 'Add to Inquiry' }).click()
    await expect(card.getByRole('button', { name: 'Added to Inquiry' })).toBeDisabled()
  }
  return names
}

/** Opens the basket and types contact details. */
export async function fillInquiry(
  page: Page,
  contact: { name: string; company: string; email: string; message?: string },
) {
  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  const dialog = page.getByRole('dialog', { name: /Inquiry Basket/ })
  await expect(dialog).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(contact.name)
  await dialog.getByRole('textbox', { name: 'Company' }).fill(contact.company)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(contact.email)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+91 98765 43210')
  if (contact.message !== undefined)
    await dialog.getByRole('textbox', { name: 'Message' }).fill(contact.message)
  return dialog
}

/** Creates a customer's account through the header's dialog; it still has to be confirmed. */
export async function signUp(page: Page, email: string) {
  // A page of a context that the test made is not awaited by the fixture.
  await hydrated(page)
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }).click()
  await dialog.getByRole('textbox', { name: 'Business Email' }).fill(email)
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
}

/** Opens the link of an e-mail and presses its button, which signs in. */
export async function openMailLink(page: Page, link: string) {
  await page.goto(link)
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(page).not.toHaveURL(/\/auth\/confirm/)
}

/** Opens the link of an invitation and accepts it. */
export async function acceptInvitation(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao')
  await page.getByLabel(/^New Password/).fill(password)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Signs a customer in through the header's dialog. */
export async function signIn(page: Page, email: string, secret = password) {
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('textbox', { name: 'Business Email' }).fill(email)
  await dialog.getByLabel(/^Password/).fill(secret)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Types into the back office's login page. */
export async function adminSignIn(page: Page, { email, password: secret }: Giftwell['admin']) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
