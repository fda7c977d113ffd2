import { randomUUID } from 'node:crypto'

import { type Browser, expect, type Locator, type Page } from '@playwright/test'

import type { Giftwell } from './giftwell.ts'

/** The rows of the products’ table, its head included. */
export const productRows = (page: Page) => page.getByRole('table', { name: 'Products' }).getByRole('row')
/** The row of a product. */
export const rowOfProduct = (page: Page, name: string) => productRows(page).filter({ hasText: name })
/** The heading, once the products are counted. */
export const productsHeading = (page: Page) =>
  page.getByRole('heading', { name: /^All Products \([\d,]+\)$/ })
/** The search of the list. */
export const productSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
/** A toast that says that something went well. */
export const successToast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** A name that no other product has, and that sorts before all others. */
export const newProductName = () => `000 Test Lamp ${randomUUID().slice(0, 8)}`

/** Opens the products in a browser that is signed in. */
export async function openProducts(page: Page, path = '/admin/products') {
  await page.goto(path)
  await expect(productsHeading(page)).toBeVisible()
}

/** Another administrator, in a browser of their own. */
export async function anotherAdministrator(browser: Browser, giftwell: Giftwell, path: string) {
  const storageState = await giftwell.adminStorage()
  const context = await browser.newContext({ baseURL: giftwell.baseUrl, storageState })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Opens the dialog for a new product and types its name. */
export async function addProduct(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Product' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  return dialog
}

/** Saves what the dialog holds, which closes it. */
export async function saveProduct(dialog: Locator, button: 'Create' | 'Update') {
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the only product of a name, once the list shows no other: a row that moves under the pointer takes no click. */
export async function editProduct(page: Page, name: string) {
  await productSearch(page).fill(name)
  await expect(productsHeading(page)).toHaveText('All Products (1)')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Deletes the one product of a name, with the confirmation that the browser asks for. */
export async function deleteProduct(page: Page, name: string) {
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await question.accept()
    return question.message()
  })
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  expect(await asked).toBe('Are you sure you want to delete this product?')
  // The toast of another deletion may still be there.
  await expect(successToast(page, 'Product deleted successfully').filter({ hasText: name })).toBeVisible()
  await expect(rowOfProduct(page, name)).toHaveCount(0)
}
