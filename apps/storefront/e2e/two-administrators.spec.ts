import type { Browser, Page } from '@playwright/test'

import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import {
  addProduct,
  anotherAdministrator,
  deleteProduct,
  editProduct,
  newProductName,
  openProducts,
  rowOfProduct,
  saveProduct,
} from './support/product-steps.ts'

test.use({ signedIn: true })

/** Creates a product with a photo and opens its form. */
async function openPictured(page: Page, name: string) {
  await openProducts(page)
  const adding = await addProduct(page, name)
  await adding.getByRole('checkbox', { name: 'Sample Product' }).check()
  await choosePhoto(page, adding, 'first.jpg')
  await saveProduct(adding, 'Create')
  return editProduct(page, name)
}

async function choosePhoto(page: Page, dialog: Awaited<ReturnType<typeof addProduct>>, photo: string) {
  await dialog
    .getByLabel('Product Image')
    .setInputFiles(await drawPhoto(page, photo, { width: 640, height: 480, type: 'image/jpeg' }))
  await expect(dialog.getByText('ready to be saved')).toBeVisible()
}

/** The address of a product's picture, for a visitor with an empty cache. */
async function pictureForVisitor(browser: Browser, giftwell: Giftwell, name: string) {
  const context = await browser.newContext({ baseURL: giftwell.baseUrl })
  const visitor = await context.newPage()
  const failed: string[] = []
  visitor.on('response', (response) => {
    if (response.url().includes('/product-images/') && response.status() >= 400) failed.push(response.url())
  })
  await visitor.goto('/catalogue')
  const picture = visitor.getByRole('article', { name }).locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  expect(failed).toEqual([])
  const shown = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  await context.close()
  return shown
}

test(
  'visitors see a picture whichever version is saved after the photo was replaced concurrently',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    const name = newProductName()
    const mine = await openPictured(page, name)
    const other = await anotherAdministrator(browser, giftwell, '/admin/products')
    const theirs = await editProduct(other, name)
    await theirs.getByRole('textbox', { name: 'Name' }).fill(`${name} theirs`)
    await choosePhoto(other, theirs, 'second.jpg')
    await saveProduct(theirs, 'Update')
    await other.context().close()

    await mine.getByRole('textbox', { name: 'Name' }).fill(`${name} mine`)
    await mine.getByRole('button', { name: 'Update' }).click()
    await mine.getByRole('button', { name: 'Save my version' }).click()
    await expect(mine).toBeHidden()
    await expect(rowOfProduct(page, `${name} mine`)).toBeVisible()
    await pictureForVisitor(browser, giftwell, `${name} mine`)
    await deleteProduct(page, `${name} mine`)
  },
)

test(
  'a product that is deleted concurrently and created again keeps its picture',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    const name = newProductName()
    const mine = await openPictured(page, name)
    const other = await anotherAdministrator(browser, giftwell, '/admin/products')
    await deleteProduct(other, name)
    await other.context().close()

    await mine.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await mine.getByRole('button', { name: 'Update' }).click()
    await mine.getByRole('button', { name: 'Create it again' }).click()
    await expect(mine).toBeHidden()
    await expect(rowOfProduct(page, `${name} again`)).toBeVisible()
    await pictureForVisitor(browser, giftwell, `${name} again`)
    await deleteProduct(page, `${name} again`)
  },
)
