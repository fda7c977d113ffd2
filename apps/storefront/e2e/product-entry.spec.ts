import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { Locator, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import {
  anotherAdministrator,
  deleteProduct,
  editProduct,
  newProductName,
  openProducts,
  productSearch,
  rowOfProduct,
  saveProduct,
  successToast,
} from './support/product-steps.ts'

test.use({ signedIn: true })

/** Presses what has the focus, or a control that a key reaches. */
async function press(control: Locator) {
  await control.focus()
  await control.press('Enter')
}

/** Opens a section and types what its fields hold. */
async function fillSection(page: Page, dialog: Locator, title: string, values: Record<string, string>) {
  const head = dialog.getByRole('button', { name: title, exact: true })
  if ((await head.getAttribute('aria-expanded')) === 'false') await press(head)
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByLabel(label, { exact: true }).focus()
    await page.keyboard.type(value)
  }
}

test('a product with all facts is created by keyboard, edited, merged in a conflict and undone', async ({
  page,
  browser,
  giftwell,
}) => {
  test.slow()
  await page.goto('/admin/branding-methods')
  const method = `Gilding ${newProductName().slice(-8)}`
  await expect(page.getByRole('heading', { name: /^All Branding Methods \(/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(method)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: method })).toBeVisible()

  await openProducts(page)
  const name = newProductName()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Product' })
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await fillSection(page, dialog, 'Pictures', {})
  const photos = ['front', 'side', 'top'].map((photo) =>
    drawPhoto(page, `${photo}.jpg`, { width: 320, height: 240, type: 'image/jpeg' }),
  )
  // The browser's own dialog takes no keys of a test.
  await dialog.getByLabel('More pictures').setInputFiles(await Promise.all(photos))
  await expect(dialog.getByText('3 of 8')).toBeVisible()
  await fillSection(page, dialog, 'Pictures', {
    'Alternative text of picture 1': 'Front',
    'Alternative text of picture 3': 'Top',
  })
  await press(dialog.getByRole('button', { name: 'Move Top up' }))
  await expect(dialog.getByLabel('Alternative text of picture 2')).toHaveValue('Top')
  await fillSection(page, dialog, 'Facts', {
    Code: name.slice(-8),
    Description: 'A lamp.',
    Material: 'Brass',
    'Length (mm)': '1,200',
    'Minimum quantity': '50',
    'Lead time from (days)': '10',
    'Lead time to (days)': '15',
  })
  await fillSection(page, dialog, 'Branding and packaging', { Packaging: 'Gift box' })
  await press(dialog.getByRole('button', { name: 'Add branding method' }))
  await page.keyboard.press('G')
  await fillSection(page, dialog, 'Branding and packaging', { 'Area of branding method 1': '30 x 20 mm' })
  await fillSection(page, dialog, 'Colours', {})
  for (const colour of ['Red', 'Blue']) {
    await press(dialog.getByRole('button', { name: 'Add colour' }))
    await page.keyboard.type(colour)
  }
  await dialog.getByRole('combobox', { name: 'Picture of colour 1' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await fillSection(page, dialog, 'In the set', {})
  await press(dialog.getByRole('button', { name: 'Add part' }))
  await page.keyboard.type('Bulb')
  await fillSection(page, dialog, 'In the set', { 'Quantity of part 1': '2' })
  await fillSection(page, dialog, 'Purchasing (staff only)', {
    Supplier: 'Demo supplier',
    'Cost (Rs.)': '99.9',
    HSN: '9405',
    'GST rate (%)': '18',
  })
  await press(dialog.getByRole('button', { name: 'Add price' }))
  await page.keyboard.type('100')
  await fillSection(page, dialog, 'Purchasing (staff only)', { 'Price (Rs.) of price 1': '120.05' })
  await page.keyboard.press('Enter')
  await expect(successToast(page, 'Product created successfully')).toBeVisible()

  const mine = await editProduct(page, name)
  await expect(mine.getByLabel('Alternative text of picture 2')).toHaveValue('Top')
  await expect(mine.getByLabel('Length (mm)')).toHaveValue('1200')
  await expect(mine.getByLabel('Method of branding method 1').locator('option:checked')).toHaveText(method)
  await expect(mine.getByLabel('Picture of colour 1').locator('option:checked')).toHaveText('Picture 2')
  await expect(mine.getByLabel('Cost (Rs.)')).toHaveValue('99.90')
  await expect(mine.getByLabel('Price (Rs.) of price 1')).toHaveValue('120.05')

  const other = await anotherAdministrator(browser, giftwell, '/admin/products')
  const theirs = await editProduct(other, name)
  await press(theirs.getByRole('button', { name: 'Remove Blue' }))
  await theirs.getByLabel('Material').fill('Copper')
  await saveProduct(theirs, 'Update')
  await other.context().close()
  await press(mine.getByRole('button', { name: 'Move Blue up' }))
  await mine.getByLabel('Care', { exact: true }).fill('Wipe')
  await press(mine.getByRole('button', { name: 'Update' }))
  await expect(mine.getByRole('row', { name: /^Colours Blue, Red Red$/ })).toBeVisible()
  await press(mine.getByRole('button', { name: 'Save my version' }))
  await expect(mine).toBeHidden()

  // A row shows its former version until the list is read again.
  await openProducts(page)
  const changed = await editProduct(page, name)
  await expect(changed.getByLabel('Material')).toHaveValue('Copper')
  await expect(changed.getByLabel('Care', { exact: true })).toHaveValue('Wipe')
  await press(changed.getByRole('button', { name: 'History' }))
  await expect(changed.getByText('Red → Blue, Red')).toBeVisible()
  await press(changed.getByRole('button', { name: /^Restore Colours as it was/ }).first())
  await press(changed.getByRole('button', { name: 'Update' }))
  await expect(changed).toBeHidden()
  const saved = page.waitForResponse((response) => response.url().includes('/rpc/save_product'))
  await press(successToast(page, 'Product updated successfully').getByRole('button', { name: 'Undo' }))
  await saved
  await openProducts(page)
  const undone = await editProduct(page, name)
  await expect(undone.getByLabel('Name of colour 1')).toHaveValue('Blue')
  await page.keyboard.press('Escape')

  await productSearch(page).fill(name.slice(-8))
  await expect(rowOfProduct(page, name)).toBeVisible()
  await deleteProduct(page, name)
})
