import { randomUUID } from 'node:crypto'

import type { Locator, Page } from '@playwright/test'
import {
  type ChosenFile,
  drawPhoto,
  giganticPng,
  heicPhoto,
  decodeImage,
  withOrientation,
  textNamedJpg,
} from '@giftwell/tooling/testing/test-photos.ts'

import { expect, test } from './support/giftwell.ts'
import { successToast } from './support/product-steps.ts'
import { storedImages } from './support/stored-images.ts'

test.use({ signedIn: true })

const newName = () => `Photographed mug ${randomUUID().slice(0, 8)}`

async function openProducts(page: Page) {
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
}

/** Opens the dialog for a new product and types its name. */
async function addProduct(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Product' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  return dialog
}

/** Chooses a file and waits until it is ready to be saved. */
async function choose(dialog: Locator, file: ChosenFile) {
  await dialog.getByLabel('Product Image').setInputFiles(file)
  await expect(dialog.getByText(file.name.replace(/\.\w+$/, '.webp'))).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
}

/** Presses the dialog's button and waits for the toast that says it is done. */
async function save(page: Page, dialog: Locator, button: 'Create' | 'Update') {
  await dialog.getByRole('button', { name: button, exact: true }).click()
  // The toast of a save before may be leaving below it.
  await expect(successToast(page, `Product ${button.toLowerCase()}d`).first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** An image's name and those of its sizes, in order. */
function namesOf(image: string, widths: readonly number[]): readonly string[] {
  return [...widths.map((width) => image.replace('.', `-${width}.`)), image].toSorted()
}

/** Deletes a product by its row, once the browser's question is answered. */
async function deleteProduct(page: Page, name: string) {
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Product deleted successfully' })).toBeVisible()
}

test('a rotated photo is stored upright, as a WebP with a random number for a name', async ({
  page,
  giftwell,
}) => {
  await openProducts(page)
  const images = await storedImages(page.request, giftwell)
  const photo = await drawPhoto(page, 'mug.jpg', { width: 1200, height: 800, type: 'image/jpeg' })
  const turned = [
    { orientation: 6, width: 800, height: 1200, quarters: ['blue', 'red', 'yellow', 'green'] },
    { orientation: 3, width: 1200, height: 800, quarters: ['yellow', 'blue', 'green', 'red'] },
  ] as const
  for (const { orientation, ...upright } of turned) {
    const name = newName()
    const dialog = await addProduct(page, name)
    await choose(dialog, withOrientation(orientation, photo))
    await save(page, dialog, 'Create')
    const stored = await images.of(name)
    expect(stored.name).toMatch(/^\d+\.webp$/)
    expect(stored.type).toBe('image/webp')
    expect(await decodeImage(page, stored.bytes)).toEqual(upright)
    await deleteProduct(page, name)
  }
})

test(
  'a photo of 40 megapixels is stored with 1600 px, and is seen in the list',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const photo = await drawPhoto(page, 'IMG 0001.jpg', { width: 7296, height: 5472, type: 'image/jpeg' })
    const name = newName()
    const dialog = await addProduct(page, name)
    await choose(dialog, photo)
    await save(page, dialog, 'Create')
    const stored = await images.of(name)
    expect(await decodeImage(page, stored.bytes)).toEqual({
      width: 1600,
      height: 1200,
      quarters: ['red', 'green', 'blue', 'yellow'],
    })
    await expect(page.getByRole('row').filter({ hasText: name }).locator('img')).toBeVisible()
    await deleteProduct(page, name)
  },
)

test(
  'a transparent image stays transparent, and a small one is not enlarged',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const quarters = ['red', 'clear', 'clear', 'yellow'] as const
    const drawing = await drawPhoto(page, 'logo mug.png', {
      width: 640,
      height: 400,
      type: 'image/png',
      quarters,
    })
    const name = newName()
    const dialog = await addProduct(page, name)
    await choose(dialog, drawing)
    await save(page, dialog, 'Create')
    const stored = await images.of(name)
    expect(await decodeImage(page, stored.bytes)).toEqual({ width: 640, height: 400, quarters })
    await deleteProduct(page, name)
  },
)

test(
  'an unusable image file is rejected with a message, and the form keeps its input',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const before = await images.names()
    const photo = await drawPhoto(page, 'mug.jpg', { width: 400, height: 300, type: 'image/jpeg' })
    const name = newName()
    const dialog = await addProduct(page, name)
    await dialog.getByRole('textbox', { name: 'Video URL' }).fill('https://video.example/mug')
    await dialog.getByRole('checkbox', { name: 'Sample Product' }).check()
    await choose(dialog, photo)

    for (const [file, words] of [
      [textNamedJpg, 'price list.jpg cannot be used here. Choose a JPEG, PNG, WebP, AVIF or GIF image.'],
      [heicPhoto, 'Open it in a photo app, export it as JPEG, and choose that file.'],
      [giganticPng, 'poster.png has 400 megapixels. Choose an image of at most 50.'],
      [{ ...photo, name: 'empty.jpg', buffer: Buffer.alloc(0) }, 'empty.jpg is empty.'],
      [{ ...photo, name: 'cut.jpg', buffer: photo.buffer.subarray(0, 300) }, 'cut.jpg is damaged'],
    ] as const) {
      await dialog.getByLabel('Product Image').setInputFiles(file)
      await expect(dialog.getByRole('alert')).toContainText(words)
    }
    // The photo that was chosen before is still the product's, and so is everything else.
    await expect(dialog.getByText('mug.webp')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await expect(dialog.getByRole('textbox', { name: 'Video URL' })).toHaveValue('https://video.example/mug')
    await expect(dialog.getByRole('checkbox', { name: 'Sample Product' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Remove image' }).click()
    await save(page, dialog, 'Create')
    expect(await images.names()).toEqual(before)
    await deleteProduct(page, name)
  },
)

test(
  'an upload that fails offline keeps the form, and works when tried again',
  { tag: '@full' },
  async ({ page, context, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const before = await images.names()
    const photo = await drawPhoto(page, 'mug.jpg', { width: 400, height: 300, type: 'image/jpeg' })
    const name = newName()
    const dialog = await addProduct(page, name)
    await dialog.getByRole('textbox', { name: 'Video URL' }).fill('https://video.example/mug')
    await choose(dialog, photo)

    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('The image was not uploaded')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await expect(dialog.getByRole('textbox', { name: 'Video URL' })).toHaveValue('https://video.example/mug')
    await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()

    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toBeHidden()
    const stored = await images.of(name)
    expect(await images.namesBeside(before)).toEqual(namesOf(stored.name, [320]))
    await deleteProduct(page, name)
  },
)

test(
  'an upload shows its progress, and can be cancelled and restarted',
  { tag: '@full' },
  async ({ page, context, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const before = await images.names()
    const photo = await drawPhoto(page, 'mug.jpg', { width: 1600, height: 1600, type: 'image/jpeg' })
    const name = newName()
    const dialog = await addProduct(page, name)
    await choose(dialog, photo)

    // A network so slow that there is time to cancel the upload.
    const devtools = await context.newCDPSession(page)
    const network = (bytesPerSecond: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      })
    await devtools.send('Network.enable')
    await network(100)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Uploading image' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Remove image' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(dialog.getByRole('progressbar')).toBeHidden()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await expect(dialog.getByRole('alert')).toBeHidden()
    expect(await images.names()).toEqual(before)

    await network(-1)
    await save(page, dialog, 'Create')
    const stored = await images.of(name)
    expect(await images.namesBeside(before)).toEqual(namesOf(stored.name, [320, 480, 960]))
    await deleteProduct(page, name)
  },
)

test(
  'an image that is replaced, removed or deleted with its product stays in storage until the sweep',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const before = await images.names()
    const added = () => images.namesBeside(before)
    const photo = await drawPhoto(page, 'mug.jpg', { width: 400, height: 300, type: 'image/jpeg' })
    const other = { ...photo, name: 'another mug.jpg' }
    const name = newName()
    const edit = async () => {
      await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
      return page.getByRole('dialog', { name: 'Edit Product' })
    }

    const adding = await addProduct(page, name)
    await choose(adding, photo)
    await save(page, adding, 'Create')
    const first = await images.of(name)
    expect(await added()).toEqual(namesOf(first.name, [320]))

    const replacing = await edit()
    await expect(replacing.getByRole('img', { name: 'Preview' })).toBeVisible()
    await choose(replacing, other)
    await save(page, replacing, 'Update')
    const second = await images.of(name)
    expect(second.name).not.toBe(first.name)
    const both = [...namesOf(first.name, [320]), ...namesOf(second.name, [320])].toSorted()
    expect(await added()).toEqual(both)

    const removing = await edit()
    await removing.getByRole('button', { name: 'Remove image' }).click()
    await save(page, removing, 'Update')
    expect(await added()).toEqual(both)

    const again = await edit()
    await choose(again, photo)
    await save(page, again, 'Update')
    await deleteProduct(page, name)
    // Another visit of the screen runs the sweep.
    await page.reload()
    await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
    expect(await added()).toHaveLength(6)
  },
)

test(
  'a card in the catalogue loads the image size that it shows',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const before = await images.names()
    const photo = await drawPhoto(page, 'mug.jpg', { width: 1200, height: 1200, type: 'image/jpeg' })
    const name = newName()
    const dialog = await addProduct(page, name)
    await dialog.getByRole('checkbox', { name: 'Sample Product' }).check()
    await choose(dialog, photo)
    await save(page, dialog, 'Create')
    const stored = await images.of(name)
    expect(await images.namesBeside(before)).toEqual(namesOf(stored.name, [320, 480, 960]))
    // Its centre, which the card shows.
    const sized = await page.request.get(stored.address.replace('.webp', '-320.webp'))
    expect(await decodeImage(page, await sized.body())).toEqual({
      width: 320,
      height: 240,
      quarters: ['red', 'green', 'blue', 'yellow'],
    })

    for (const viewport of [1280, 440]) {
      await page.setViewportSize({ width: viewport, height: 800 })
      await page.goto('/catalogue')
      const picture = page.getByRole('article', { name }).locator('img')
      await expect(picture).toHaveJSProperty('complete', true)
      await expect(picture).toHaveJSProperty('currentSrc', stored.address.replace('.webp', '-320.webp'))
      await expect(picture).toHaveAttribute('loading', 'eager')
      await expect(picture).toHaveAttribute('width', '480')
      await expect(picture).toHaveAttribute('height', '360')
      const shown = (await picture.boundingBox())?.width ?? 0
      expect(shown).toBeGreaterThan(160)
      expect(shown).toBeLessThanOrEqual(320)
    }

    await page.goto('/admin/products')
    await deleteProduct(page, name)
  },
)
