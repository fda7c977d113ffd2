import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import { expect, type Page } from '@playwright/test'

export const addressField = (page: Page) => page.getByRole('textbox', { name: 'Website address' })

/** Connects the app at its first start and waits for the login page. */
export async function connectTo(page: Page, site: RunningSite): Promise<void> {
  await addressField(page).fill(site.url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
}

/** Signs in and waits for the dashboard. */
export async function signIn(page: Page, { admin }: RunningSite): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Clicks a link of the sidebar. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
}

/** Opens the dialog for a new product and fills in its name. */
export async function addProduct(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Product' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  return dialog
}
