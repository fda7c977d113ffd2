import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expectNoViolations } from '@giftwell/tooling/browser/expect-no-violations.ts'
import { drawPhoto } from '@giftwell/tooling/browser/test-photos.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/desktop-test.ts'
import { addProduct, connectTo, openScreen, signIn } from './support/first-steps.ts'

/** Drops a file onto the image field; the page itself learns only its name. */
async function drop(page: Page, name: string) {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer()
    data.items.add(new File([], dropped))
    return data
  }, name)
  await page.getByLabel('Product Image').dispatchEvent('drop', { dataTransfer: transfer })
}

test('the page has the bridge and nothing behind it', async ({ startApp, folder }) => {
  const { page } = await startApp(join(folder, 'user data'))
  await expect(page.getByRole('heading', { name: 'Connect to your Giftwell site' })).toBeVisible()
  const found = await page.evaluate(() => ({
    names: ['require', 'process', 'module', 'electron', 'ipcRenderer', 'Buffer'].filter(
      (name) => name in window,
    ),
    isFrozen: Object.isFrozen(window.giftwell),
  }))
  expect(found).toEqual({ names: [], isFrozen: true })
})

test('files that are dropped are read from the disk, and one that is no image is refused in words', async ({
  startApp,
  site,
  folder,
}) => {
  const onDisk = { 'lamp.jpg': join(folder, 'lamp.jpg'), 'prices.jpg': join(folder, 'prices.jpg') }
  const { page } = await startApp(join(folder, 'user data'), onDisk)
  await connectTo(page, site)
  await signIn(page, site)
  const photo = await drawPhoto(page, 'lamp.jpg', { width: 900, height: 600, type: 'image/jpeg' })
  await writeFile(onDisk['lamp.jpg'], photo.buffer)
  await writeFile(onDisk['prices.jpg'], 'Mug, 240 rupees\n')

  await openScreen(page, 'Products')
  const dialog = await addProduct(page, 'A lamp that is dropped')
  await drop(page, 'lamp.jpg')
  await expect(dialog.getByText('lamp.webp')).toBeVisible()
  await drop(page, 'prices.jpg')
  await expect(dialog.getByRole('alert')).toContainText('prices.jpg')
  await expect(dialog.getByText('lamp.webp')).toBeVisible()
})

test('a menu item opens its screen, after asking about unsaved work', async ({ startApp, site, folder }) => {
  const { page, fake } = await startApp(join(folder, 'user data'))
  await connectTo(page, site)
  await signIn(page, site)
  const follow = () => fake.Menu.press('Settings…')
  await openScreen(page, 'Products')
  const dialog = await addProduct(page, 'Half a product')

  const question = () => fake.dialog.asked[0]?.options.message
  follow()
  await expect.poll(question).toBe('You have unsaved changes. Discard them?')
  await fake.dialog.press('Cancel')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a product')

  follow()
  await expect.poll(question).toBe('You have unsaved changes. Discard them?')
  await fake.dialog.press('Discard')
  await expect(page.getByRole('heading', { name: 'This computer', exact: true })).toBeVisible()
})

test('a text is found on the page, and the field for it keeps the focus', async ({
  startApp,
  site,
  folder,
}) => {
  const { page, fake } = await startApp(join(folder, 'user data'))
  await connectTo(page, site)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.focus()

  fake.Menu.press('Find…')
  const field = page.getByRole('textbox', { name: 'Find in page' })
  await expect(field).toBeFocused()
  await page.keyboard.type('admin log')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(field).toBeFocused()
  await expectNoViolations(page)
  // These words are in the field alone.
  await page.keyboard.type(' no more')
  await expect(field).toHaveValue('admin log no more')
  await expect(page.getByText('No matches')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(email).toBeFocused()
})
