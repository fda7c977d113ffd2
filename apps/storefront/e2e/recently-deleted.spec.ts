import { randomUUID } from 'node:crypto'

import { expect, test } from './support/giftwell.ts'
import {
  addProduct,
  deleteProduct,
  newProductName,
  rowOfProduct,
  saveProduct,
} from './support/product-steps.ts'
import { adminSignIn } from './support/steps.ts'

test('deleting a category shows its number of products, and Undo or Restore gives it back to them', async ({
  page,
  giftwell,
}) => {
  const category = `Test Category ${randomUUID().slice(0, 8)}`
  const name = newProductName()
  const row = page.getByRole('row').filter({ hasText: category })
  await page.goto('/admin/categories')
  await adminSignIn(page, giftwell.admin)
  await page.getByRole('button', { name: 'Add Category' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(category)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(row).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  const adding = await addProduct(page, name)
  await adding.getByRole('combobox', { name: 'Category', exact: true }).selectOption(category)
  await saveProduct(adding, 'Create')
  const categoryOfProduct = rowOfProduct(page, name).getByRole('cell').nth(3)
  await expect(categoryOfProduct).toHaveText(category)

  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.message())
    void question.accept()
  })
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await page.getByRole('button', { name: `Delete ${category}` }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Category deleted successfully' })
  await expect(toast).toContainText(`${category}: 1 product had it`)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Category restored successfully' })).toBeVisible()
  await expect(row).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(categoryOfProduct).toHaveText(category)

  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await page.getByRole('button', { name: `Delete ${category}` }).click()
  await expect(row).toHaveCount(0)
  expect(asked).toEqual(Array(2).fill('Are you sure you want to delete this category?'))
  await page.getByRole('link', { name: 'Recently deleted' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  await expect(row.getByRole('cell').nth(1)).toHaveText('Category')
  await expect(row.getByRole('cell').nth(2)).toHaveText('1')
  await page.getByRole('button', { name: `Restore ${category}` }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(categoryOfProduct).toHaveText(category)

  page.removeAllListeners('dialog')
  await deleteProduct(page, name)
})
