import { randomUUID } from 'node:crypto'

import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { Dialog, Locator, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'

test.use({ signedIn: true })

const newName = () => `Test ${randomUUID().slice(0, 8)}`

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

/** Saves. The toast disappears by itself, so it is read while the dialog closes; the previous one may still be there. */
async function save(dialog: Locator, button: 'Create' | 'Update') {
  const verb = button === 'Create' ? 'created' : 'updated'
  const toast = dialog
    .page()
    .getByRole('status')
    .filter({ hasText: `${verb} successfully` })
  const dialogs = acceptDialogs(dialog.page())
  await dialog.getByRole('button', { name: button, exact: true }).click()
  const [text] = await Promise.all([toast.first().innerText(), expect(dialog).toBeHidden()])
  expect(dialogs.stop()).toEqual([])
  return text.trim()
}

/** Accepts every dialog of the browser, and returns their messages in the end. */
function acceptDialogs(page: Page) {
  const asked: string[] = []
  const agree = (question: Dialog) => {
    asked.push(question.message())
    void question.accept()
  }
  page.on('dialog', agree)
  return {
    stop() {
      page.off('dialog', agree)
      return asked
    },
  }
}

async function add(page: Page, one: string, nameField: string, name: string) {
  await page.getByRole('button', { name: `Add ${one}` }).click()
  const dialog = page.getByRole('dialog', { name: `Add New ${one}` })
  await dialog.getByLabel(nameField).fill(name)
  return dialog
}

/** Deletes a record, whose name only one has, with the confirmation that the browser asks for. */
async function remove(page: Page, one: string, name: string) {
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await question.accept()
    return question.message()
  })
  await rowOf(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  expect(await asked).toBe(`Are you sure you want to delete this ${one.toLowerCase()}?`)
  await expect(rowOf(page, name)).toHaveCount(0)
}

test('a stat block is created, edited, searched and deleted, each with a toast', async ({ page }) => {
  const typed = { Value: '10,000+', Description: 'Made by a test', 'Display Order': '77' }
  const [name, changed] = [newName(), newName()]
  await page.goto('/admin/stats')
  const dialog = await add(page, 'Stat Block', 'Title', name)
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text)
  expect(await save(dialog, 'Create')).toBe('Stat block created successfully')
  await expect(rowOf(page, name)).toHaveCount(1)
  for (const text of Object.values(typed)) await expect(rowOf(page, name)).toContainText(text)

  await rowOf(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit Stat Block' })
  for (const [label, text] of Object.entries(typed)) await expect(edit.getByLabel(label)).toHaveValue(text)
  await edit.getByLabel('Title').fill(changed)
  expect(await save(edit, 'Update')).toBe('Stat block updated successfully')
  await expect(rowOf(page, name)).toHaveCount(0)

  await page.getByRole('searchbox').fill(changed)
  await expect(page.getByRole('heading', { name: 'All Stats Blocks (1)' })).toBeVisible()
  await remove(page, 'Stat Block', changed)
  await expect(page.getByRole('status').filter({ hasText: 'Stat block deleted successfully' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Stats Blocks (0)' })).toBeVisible()
})

test(
  'a name that is taken shows a message at its field and in the toast',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/categories')
    const dialog = await add(page, 'Category', 'Name', 'drinkware')
    await dialog.getByLabel('Description').fill('Kept')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog.getByText('There is another category with this name')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Error creating category' })).toContainText(
      'There is another category with this name',
    )
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog.getByLabel('Description')).toHaveValue('Kept')
  },
)

test(
  'a client logo is uploaded, and the address of the stored image is saved',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/client-logos')
    const name = newName()
    const dialog = await add(page, 'Client Logo', 'Client Name', name)
    await dialog
      .getByLabel('Or upload a logo')
      .setInputFiles(await drawPhoto(page, 'logo.png', { width: 300, height: 100, type: 'image/png' }))
    const address = /\/storage\/v1\/object\/public\/product-images\/\d+\.webp$/
    await expect(dialog.getByRole('textbox', { name: 'Logo URL' })).toHaveValue(address)
    expect(await save(dialog, 'Create')).toBe('Client logo created successfully')
    const logo = rowOf(page, name).getByRole('img', { name })
    await expect(logo).toHaveJSProperty('complete', true)
    await expect(logo).toHaveAttribute('src', address)
    await remove(page, 'Client Logo', name)
  },
)

test(
  'the browser’s Back closes the dialog, not the screen, and asks about unsaved changes',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/themes')
    await page.getByRole('link', { name: 'Doctor Types' }).click()
    await page.getByRole('button', { name: 'Add Doctor Type Tag' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/doctor-types$/)

    await add(page, 'Doctor Type Tag', 'Name', 'Unsaved')
    page.once('dialog', (question) => void question.dismiss())
    await page.goBack()
    await expect(dialog.getByLabel('Name')).toHaveValue('Unsaved')
    page.once('dialog', (question) => void question.accept())
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/doctor-types$/)

    await add(page, 'Doctor Type Tag', 'Name', 'Unsaved')
    const dialogs = acceptDialogs(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(dialogs.stop()).toEqual(['You have unsaved changes. Discard them?'])
    await page.goBack()
    await expect(page).toHaveURL(/themes$/)
  },
)

test(
  'the focus stays in the list when its row is deleted or no longer listed',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/doctor-types')
    const word = newName()
    for (const number of [1, 2, 3])
      await save(await add(page, 'Doctor Type Tag', 'Name', `${word} ${number}`), 'Create')
    await page.getByRole('searchbox').fill(word)
    await expect(page.getByRole('heading', { name: 'All Doctor Type Tags (3)' })).toBeVisible()

    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: `Delete ${word} 2` }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, `${word} 2`)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused()

    // Back from the toast after it, too, while the controls of the list are disabled for a moment.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, `${word} 2`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused()
    await page.getByRole('button', { name: 'Close notification' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused()
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: `Delete ${word} 2` }).click()
    await expect(rowOf(page, `${word} 2`)).toHaveCount(0)

    await page.getByRole('button', { name: `Edit ${word} 3` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(newName())
    await save(dialog, 'Update')
    await expect(rowOf(page, `${word} 3`)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Edit ${word} 1` })).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog.getByLabel('Name').fill(newName())
    await save(dialog, 'Update')
    await expect(page.getByRole('heading', { name: 'All Doctor Type Tags (0)' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  },
)
