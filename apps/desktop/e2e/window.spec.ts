import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { dragFiles } from '@giftwell/tooling/testing/drag-files.ts'
import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'

import { expect, test } from './support/desktop-test.ts'
import { addProduct, connectTo, openScreen, signIn } from './support/first-steps.ts'

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

test('dropped images are read, and a folder or another file is rejected with a message', async ({
  startApp,
  site,
  folder,
}) => {
  const { page } = await startApp(join(folder, 'user data'))
  await connectTo(page, site)
  await signIn(page, site)
  const photo = await drawPhoto(page, 'lamp.jpg', { width: 900, height: 600, type: 'image/jpeg' })
  await writeFile(join(folder, 'lamp.jpg'), photo.buffer)
  await writeFile(join(folder, 'prices.jpg'), 'Mug, 240 rupees\n')
  await openScreen(page, 'Products')
  const dialog = await addProduct(page, 'A lamp that is dropped')
  const dropOnField = async (path: string) => {
    const drop = await dragFiles(page.getByLabel('Product Image'), [path])
    await drop()
  }
  await dropOnField(join(folder, 'lamp.jpg'))
  await expect(dialog.getByText('lamp.webp')).toBeVisible()
  await dropOnField(join(folder, 'prices.jpg'))
  await expect(dialog.getByRole('alert')).toContainText('prices.jpg')
  await dropOnField(folder)
  await expect(dialog.getByRole('alert')).toContainText('is a folder. Drop one image.')
  await expect(dialog.getByText('lamp.webp')).toBeVisible()
})

test(
  'a dropped folder of photos of 295 MB becomes drafts',
  { tag: '@full' },
  async ({ startApp, site, folder }) => {
    const { page } = await startApp(join(folder, 'user data'))
    await connectTo(page, site)
    await signIn(page, site)
    const photo = await drawPhoto(page, 'vase.jpg', { width: 90, height: 60, type: 'image/jpeg' })
    await mkdir(join(folder, 'photos'))
    // Five files of 59 MB that are sparse on the disk.
    for (const number of [1, 2, 3, 4, 5]) {
      await writeFile(join(folder, 'photos', `vase ${number}.jpg`), photo.buffer)
      await truncate(join(folder, 'photos', `vase ${number}.jpg`), 59 * 1024 * 1024)
    }
    await openScreen(page, 'Products')
    const drop = await dragFiles(page.getByRole('heading', { name: 'All Products' }), [
      join(folder, 'photos'),
    ])
    await drop()
    await expect(page.getByText('5 drafts created')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('row', { name: /vase 5/ })).toBeVisible()
  },
)

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

test('find-in-page finds a text, and its field keeps the focus', async ({ startApp, site, folder }) => {
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
