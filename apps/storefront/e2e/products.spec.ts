import { randomUUID } from 'node:crypto'

import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'

import { expect, test } from './support/giftwell.ts'
import {
  addProduct,
  anotherAdministrator,
  deleteProduct,
  editProduct,
  successToast,
  newProductName,
  openProducts,
  productRows,
  productSearch,
  rowOfProduct,
  saveProduct,
} from './support/product-steps.ts'

test.use({ signedIn: true })

test('a product with all fields is created, shown to the public, changed and deleted', async ({ page }) => {
  await openProducts(page)
  const name = newProductName()
  const dialog = await addProduct(page, name)
  await expect(dialog.getByText('Fill in the details to create a new product.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Drinkware')
  await dialog.getByRole('combobox', { name: 'Subcategory' }).selectOption('Bottles & Flasks')
  await dialog.getByRole('combobox', { name: 'Budget' }).selectOption('Rs.500-1000')
  await dialog.getByRole('textbox', { name: 'Video URL' }).fill('https://example.com/lamp')
  await dialog
    .getByLabel('Product Image')
    .setInputFiles(await drawPhoto(page, 'lamp.jpg', { width: 640, height: 480, type: 'image/jpeg' }))
  await expect(dialog.getByText('lamp')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Doctor Types' })).toBeHidden()
  await dialog.getByRole('checkbox', { name: 'Pharmaceutical' }).check()
  await dialog.getByRole('checkbox', { name: 'Retail' }).check()
  const doctorTypes = dialog.getByRole('group', { name: 'Doctor Types' })
  await doctorTypes.getByRole('button', { name: 'Select All', exact: true }).click()
  await doctorTypes.getByRole('checkbox', { name: 'Psychiatrist' }).uncheck()
  await doctorTypes.getByRole('button', { name: 'Deselect All' }).click()
  await doctorTypes.getByRole('checkbox', { name: 'Dentist' }).check()
  await dialog.getByRole('checkbox', { name: 'Diwali' }).check()
  await dialog.getByRole('checkbox', { name: 'Sample Product' }).check()
  await dialog.getByRole('checkbox', { name: 'Featured Product' }).check()
  const fetched: string[] = []
  page.on('request', (request) => request.method() === 'GET' && fetched.push(request.url()))
  await saveProduct(dialog, 'Create')
  await expect(successToast(page, 'Product created successfully')).toBeVisible()

  await expect(productRows(page).nth(1).getByRole('cell')).toHaveText([
    '',
    '',
    name,
    'Drinkware',
    'Rs.500-1000',
    'Pharmaceutical, Retail',
    'Diwali',
    'Dentist',
    '✓',
    '✓',
    '',
  ])
  const picture = productRows(page).nth(1).locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc))
    .toMatch(/\/\d+-320\.webp$/)
  // The form has the file, and a browser with the original in its cache shows it instead of a smaller size.
  expect(fetched.filter((url) => /\/\d+\.webp$/.test(url))).toEqual([])

  const visitor = await page.context().newPage()
  await visitor.goto('/catalogue?industry=Pharmaceutical&doctor-type=Dentist&theme=Diwali&category=Drinkware')
  await expect(visitor.getByRole('article', { name })).toBeVisible()
  await visitor.close()

  const change = await editProduct(page, name)
  await expect(change.getByText('Update the product details below.')).toBeVisible()
  await expect(change.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(
    change.getByRole('combobox', { name: 'Category', exact: true }).locator('option:checked'),
  ).toHaveText('Drinkware')
  await expect(change.getByRole('combobox', { name: 'Subcategory' }).locator('option:checked')).toHaveText(
    'Bottles & Flasks',
  )
  await expect(change.getByRole('combobox', { name: 'Budget' })).toHaveValue('Rs.500-1000')
  await expect(change.getByRole('textbox', { name: 'Video URL' })).toHaveValue('https://example.com/lamp')
  await expect(change.getByRole('img', { name: 'Preview' })).toBeVisible()
  await expect(change.getByRole('checkbox', { checked: true })).toHaveCount(6)
  await change.getByRole('combobox', { name: 'Category', exact: true }).selectOption('None')
  await expect(change.getByRole('combobox', { name: 'Subcategory' })).toHaveValue('')
  await change.getByRole('combobox', { name: 'Budget' }).selectOption('None')
  await change.getByRole('checkbox', { name: 'Pharmaceutical' }).uncheck()
  await change.getByRole('checkbox', { name: 'Featured Product' }).uncheck()
  await change.getByRole('button', { name: 'Remove image' }).click()
  await saveProduct(change, 'Update')
  await expect(successToast(page, 'Product updated successfully')).toBeVisible()
  await expect(rowOfProduct(page, name).getByRole('cell')).toHaveText([
    '',
    '',
    name,
    '-',
    '-',
    'Retail',
    'Diwali',
    '-',
    '✓',
    '✗',
    '',
  ])
  await expect(rowOfProduct(page, name).locator('img')).toHaveCount(0)
  await deleteProduct(page, name)
})

test(
  'saving with a category that was deleted meanwhile shows an error and keeps the input',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    const category = `Test Category ${randomUUID().slice(0, 8)}`
    const other = await anotherAdministrator(browser, giftwell, '/admin/categories')
    await other.getByRole('button', { name: 'Add Category' }).click()
    await other.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(category)
    await other.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(other.getByRole('row').filter({ hasText: category })).toBeVisible()

    await openProducts(page)
    const name = newProductName()
    const dialog = await addProduct(page, name)
    const choice = dialog.getByRole('combobox', { name: 'Category', exact: true })
    await choice.selectOption(category)
    other.on('dialog', (question) => void question.accept())
    await other.getByRole('button', { name: `Delete ${category}` }).click()
    await expect(other.getByRole('row').filter({ hasText: category })).toHaveCount(0)
    await other.context().close()

    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Error creating product' })).toContainText(
      'The chosen category no longer exists',
    )
    await expect(dialog.getByText('The chosen category no longer exists')).toBeVisible()
    await choice.selectOption('None')
    await saveProduct(dialog, 'Create')
    await deleteProduct(page, name)
  },
)

test(
  'the conflict dialog shows both versions when another administrator changed the product',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await openProducts(page)
    const name = newProductName()
    await saveProduct(await addProduct(page, name), 'Create')
    const mine = await editProduct(page, name)

    const other = await anotherAdministrator(browser, giftwell, '/admin/products')
    const theirs = await editProduct(other, name)
    await theirs.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Bags')
    await theirs.getByRole('checkbox', { name: 'Retail' }).check()
    await saveProduct(theirs, 'Update')
    await other.context().close()

    await mine.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Drinkware')
    await mine.getByRole('checkbox', { name: 'Diwali' }).check()
    await mine.getByRole('button', { name: 'Update' }).click()
    await expect(mine.getByRole('row', { name: 'Category Drinkware Bags' })).toBeVisible()
    await expect(mine.getByRole('row', { name: /^Themes/ })).toBeHidden()
    await mine.getByRole('button', { name: 'Show all fields' }).click()
    // Only the other administrator changed the industries, and only this one the themes.
    await expect(mine.getByRole('row', { name: 'Industries Retail Retail' })).toBeVisible()
    await expect(mine.getByRole('row', { name: 'Themes Diwali -' })).toBeVisible()
    await mine.getByRole('button', { name: 'Save my version' }).click()
    await expect(mine).toBeHidden()
    await expect(rowOfProduct(page, name).getByRole('cell').nth(3)).toHaveText('Drinkware')
    await expect(rowOfProduct(page, name).getByRole('cell').nth(5)).toHaveText('Retail')
    await expect(rowOfProduct(page, name).getByRole('cell').nth(6)).toHaveText('Diwali')
    await deleteProduct(page, name)
  },
)

test(
  'a product is created by keyboard in at most forty keys, and the next one in at most thirty',
  { tag: '@full' },
  async ({ page }) => {
    await openProducts(page)
    let keys = 0
    const press = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key)
      keys += pressed.length
    }
    const type = async (text: string) => {
      await page.keyboard.type(text)
      keys += text.length
    }
    const dialog = page.getByRole('dialog', { name: 'Add New Product' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    const first = randomUUID().slice(0, 15)
    await press('n')
    await expect(name).toBeFocused()
    await type(first)
    // Category, subcategory and budget by their first letters.
    await press('Tab', 'D', 'r', 'Tab', 'B', 'Tab', 'R')
    // Past video, picture, code and the buttons of the industries.
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'F', 'Space')
    await press('Tab', 'Tab', 'Tab', 'D', 'Space', 'Tab', 'Space')
    await press('Control+Enter')
    await expect(successToast(page, 'Product created successfully')).toBeVisible()
    expect(keys).toBeLessThanOrEqual(40)

    keys = 0
    const second = randomUUID().slice(0, 15)
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
    await type(second)
    await press('Control+Enter')
    expect(keys).toBeLessThanOrEqual(30)
    for (const made of [first, second]) {
      const cells = rowOfProduct(page, made).getByRole('cell')
      await expect(cells.nth(3)).toHaveText('Drinkware')
      await expect(cells.nth(5)).toHaveText('FMCG')
      await expect(cells.nth(6)).toHaveText('Diwali')
    }
    await page.keyboard.press('Escape')
    for (const made of [first, second]) await deleteProduct(page, made)
  },
)

test('on a phone each product is a card, and the form fills the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openProducts(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Product' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(360)
  await dialog.getByRole('checkbox', { name: 'Featured Product' }).scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: 'Create', exact: true })).toBeInViewport({ ratio: 1 })
})

test(
  'after a delete by keyboard, and after Undo, the next row’s Delete has the focus',
  { tag: '@full' },
  async ({ page }) => {
    await openProducts(page)
    const word = newProductName()
    for (const number of [1, 2]) await saveProduct(await addProduct(page, `${word} ${number}`), 'Create')
    await productSearch(page).fill(word)
    await expect(page.getByRole('heading', { name: 'All Products (2)' })).toBeVisible()
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: `Delete ${word} 2` }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOfProduct(page, `${word} 2`)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused()

    await page.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOfProduct(page, `${word} 2`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused()
  },
)
