import { randomUUID } from 'node:crypto'

import type { Dialog, Locator, Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { adminSignIn } from './support/steps.ts'

interface ManagedScreen {
  readonly path: string
  readonly title: string
  readonly one: string
  /** The label of the field that a record is called by. */
  readonly nameField: string
  /** What else is typed, and what the table then shows. */
  readonly others: Readonly<Record<string, string>>
  readonly shown: readonly string[]
}

const described = { nameField: 'Name', others: { Description: 'Made by a test' }, shown: ['Made by a test'] }
const named = { nameField: 'Name', others: {}, shown: [] }

const screens: readonly ManagedScreen[] = [
  { path: 'categories', title: 'Categories', one: 'Category', ...described },
  { path: 'subcategories', title: 'Subcategories', one: 'Subcategory', ...described },
  { path: 'industries', title: 'Industry Tags', one: 'Industry Tag', ...named },
  { path: 'doctor-types', title: 'Doctor Type Tags', one: 'Doctor Type Tag', ...named },
  { path: 'themes', title: 'Themes', one: 'Theme', ...described },
  {
    path: 'stats',
    title: 'Stats Blocks',
    one: 'Stat Block',
    nameField: 'Title',
    others: { Value: '10,000+', Description: 'Made by a test', 'Display Order': '77' },
    shown: ['77', '10,000+', 'Made by a test'],
  },
  {
    path: 'client-logos',
    title: 'Client Logos',
    one: 'Client Logo',
    nameField: 'Client Name',
    others: { 'Logo URL': 'http://127.0.0.1:9/no-such-logo.png' },
    shown: ['http://127.0.0.1:9/no-such-logo.png'],
  },
]

/** "Industry tag" of "Industry Tag". */
const sentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase()
const newName = () => `Test ${randomUUID().slice(0, 8)}`

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

/** Saves; the toast goes by itself, so it is looked for while the dialog closes. */
async function save(dialog: Locator, button: 'Create' | 'Update') {
  const verb = button === 'Create' ? 'created' : 'updated'
  const toast = dialog
    .page()
    .getByRole('status')
    .filter({ hasText: `${verb} successfully` })
  const questions = countQuestions(dialog.page())
  await dialog.getByRole('button', { name: button }).click()
  const [said] = await Promise.all([toast.innerText(), expect(dialog).toBeHidden()])
  expect(questions.stop()).toEqual([])
  return said.trim()
}

/** Agrees to every question of the browser, and tells in the end what was asked. */
function countQuestions(page: Page) {
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

test.beforeEach(async ({ page, giftwell }, { title }) => {
  await page.goto(`/admin/${screens.find((screen) => title.startsWith(screen.title))?.path ?? 'categories'}`)
  await adminSignIn(page, giftwell.admin)
  await expect(page.getByRole('heading', { name: /^All .+ \(\d+\)$/ })).toBeVisible()
})

for (const { title, one, nameField, others, shown } of screens) {
  test(`${title} are created, edited, searched and deleted, and each step is said`, async ({ page }) => {
    const [name, changed] = [newName(), newName()]
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const dialog = await add(page, one, nameField, name)
    for (const [label, text] of Object.entries(others)) await dialog.getByLabel(label).fill(text)
    expect(await save(dialog, 'Create')).toBe(`${sentence(one)} created successfully`)
    await expect(rowOf(page, name)).toHaveCount(1)
    for (const text of shown) await expect(rowOf(page, name)).toContainText(text)

    await rowOf(page, name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    const edit = page.getByRole('dialog', { name: `Edit ${one}` })
    await expect(edit.getByLabel(nameField)).toHaveValue(name)
    for (const [label, text] of Object.entries(others)) await expect(edit.getByLabel(label)).toHaveValue(text)
    await edit.getByLabel(nameField).fill(changed)
    expect(await save(edit, 'Update')).toBe(`${sentence(one)} updated successfully`)
    await expect(rowOf(page, name)).toHaveCount(0)

    await page.getByRole('searchbox').fill(changed)
    await expect(page.getByRole('heading', { name: `All ${title} (1)` })).toBeVisible()
    await remove(page, one, changed)
    await expect(
      page.getByRole('status').filter({ hasText: `${sentence(one)} deleted successfully` }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: `All ${title} (0)` })).toBeVisible()
  })
}

test('Subcategories are linked to categories, and the filter keeps the linked ones', async ({ page }) => {
  const name = newName()
  const dialog = await add(page, 'Subcategory', 'Name', name)
  await dialog.getByRole('checkbox', { name: 'Eco Living' }).check()
  await dialog.getByRole('checkbox', { name: 'Bags' }).check()
  await save(dialog, 'Create')
  await expect(rowOf(page, name)).toContainText('Bags, Eco Living')

  const all = await page.getByRole('heading', { name: /^All / }).innerText()
  await page.getByLabel('Filter by Category:').selectOption('Bags')
  await expect(rowOf(page, name)).toBeVisible()
  await page.getByLabel('Filter by Category:').selectOption('Drinkware')
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^All / })).not.toHaveText(all)
  await page.getByLabel('Filter by Category:').selectOption('All categories')
  await expect(page.getByRole('heading', { name: /^All / })).toHaveText(all)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Subcategory' })
  await expect(edit.getByRole('checkbox', { name: 'Eco Living' })).toBeChecked()
  await edit.getByRole('checkbox', { name: 'Eco Living' }).uncheck()
  await edit.getByRole('checkbox', { name: 'Bags' }).uncheck()
  await save(edit, 'Update')
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('-')
  await remove(page, 'Subcategory', name)
})

test('Categories: a name that is taken is said at its field, in the words of the database too', async ({
  page,
}) => {
  const dialog = await add(page, 'Category', 'Name', 'drinkware')
  await dialog.getByLabel('Description').fill('Kept')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('There is another category with this name')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating category' })).toContainText(
    'categories_name_unique',
  )
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue('Kept')
})

test('Themes: two administrators who change one are shown both versions, and neither’s work vanishes', async ({
  page,
  browser,
  giftwell,
}) => {
  const name = newName()
  await save(await add(page, 'Theme', 'Name', name), 'Create')

  const other = await browser.newContext({ baseURL: giftwell.baseUrl })
  const theirs = await other.newPage()
  await theirs.goto('/admin/themes')
  await adminSignIn(theirs, giftwell.admin)
  await theirs.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await theirs.getByRole('dialog').getByLabel('Description').fill('Theirs')
  await save(theirs.getByRole('dialog'), 'Update')
  await other.close()

  const mine = page.getByRole('dialog', { name: 'Edit Theme' })
  await mine.getByLabel('Description').fill('Mine')
  await mine.getByRole('button', { name: 'Update' }).click()
  await expect(mine.getByRole('row', { name: 'Description Mine Theirs' })).toBeVisible()
  await expect(mine.getByRole('alert')).toBeFocused()
  await mine.getByRole('button', { name: 'Save my version' }).click()
  await expect(mine).toBeHidden()
  await expect(rowOf(page, name)).toContainText('Mine')
  await remove(page, 'Theme', name)
})

test('Industry Tags: without a network nothing typed is lost, and the save works when it is back', async ({
  page,
  context,
}) => {
  const name = newName()
  const dialog = await add(page, 'Industry Tag', 'Name', name)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating industry tag' })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await context.setOffline(false)
  await save(dialog, 'Create')
  await remove(page, 'Industry Tag', name)
})

test('Stats Blocks: what is unsaved is asked about, no order but a number is saved, and a stat without one comes last', async ({
  page,
}) => {
  const name = newName()
  const dialog = await add(page, 'Stat Block', 'Title', name)
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await question.dismiss()
    return question.message()
  })
  await page.keyboard.press('Escape')
  expect(await asked).toBe('You have unsaved changes. Discard them?')
  await expect(dialog.getByLabel('Title')).toHaveValue(name)
  await dialog.getByLabel('Value').fill('5')
  // What the browser cannot read as a number it gives out as an empty text.
  const order = dialog.getByLabel('Display Order')
  for (const text of ['-', '3-4']) {
    await order.clear()
    await order.pressSequentially(text)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Display Order must be a whole number')).toBeVisible()
    await expect(order).toBeFocused()
  }
  await order.clear()
  await save(dialog, 'Create')
  await expect(page.getByRole('row').last()).toContainText(name)
  await expect(page.getByRole('row').last().getByRole('cell').first()).toHaveText('-')
  await remove(page, 'Stat Block', name)
})

test('Doctor Type Tags: the browser’s Back closes the dialog, not the screen, and asks about what is unsaved', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Themes' }).click()
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
  const questions = countQuestions(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(questions.stop()).toEqual(['You have unsaved changes. Discard them?'])
  await page.goBack()
  await expect(page).toHaveURL(/themes$/)
})
