import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'

import { dragFiles } from '@giftwell/tooling/testing/drag-files.ts'
import { expectNoViolationsInDialog } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { drawPhoto, heicPhoto } from '@giftwell/tooling/testing/test-photos.ts'

import { expect, test } from './support/giftwell.ts'
import { successToast, openProducts, productRows, rowOfProduct } from './support/product-steps.ts'
import { storedImages } from './support/stored-images.ts'

test.use({ signedIn: true })

test(
  'photos and a folder dropped on the list become drafts, which no customer or visitor sees',
  { tag: '@full' },
  async ({ page, giftwell }, testInfo) => {
    const at = (...names: string[]) => testInfo.outputPath(...names)
    const mark = randomUUID().slice(0, 8)
    await openProducts(page)
    const images = await storedImages(page.request, giftwell)
    const size = { width: 640, height: 480, type: 'image/jpeg' } as const
    await mkdir(at('photos', 'more'), { recursive: true })
    const pen = await drawPhoto(page, `copper_pen_${mark}.jpg`, size)
    const mug = await drawPhoto(page, `steel-mug-${mark}.jpg`, size)
    await writeFile(at(heicPhoto.name), heicPhoto.buffer)
    await writeFile(at('photos', pen.name), pen.buffer)
    await writeFile(at('photos', 'more', mug.name), mug.buffer)
    // Chromium lists a folder of more than 100 files in several parts.
    for (let number = 0; number < 150; number += 1) {
      await writeFile(at('photos', 'more', `notes-${number}.txt`), 'no photo')
    }
    const paths = [at('photos'), at(heicPhoto.name)]
    const drop = await dragFiles(page.getByRole('heading', { name: 'All Products' }), paths)
    await expect(page.getByText('Drop photos here')).toBeVisible()
    await drop()

    const dialog = page.getByRole('dialog', { name: 'Add photos' })
    await expect(dialog.getByText('2 drafts created.')).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByText(/export it as JPEG/)).toBeVisible()
    await expectNoViolationsInDialog(page)
    await dialog.getByRole('button', { name: 'Show drafts' }).click()
    await expect(successToast(page, '2 drafts created')).toBeVisible()
    await expect(page.getByText('To fix: Drafts')).toBeVisible()
    await expect(rowOfProduct(page, `steel mug ${mark}`)).toBeVisible()
    await expect(rowOfProduct(page, `copper pen ${mark}`).locator('img').first()).toBeVisible()
    const stored = await images.of(`steel mug ${mark}`)
    expect(stored.type).toBe('image/webp')

    const found = await page.request.get(`${giftwell.baseUrl}/catalogue?q=${mark}`)
    expect(await found.text()).not.toContain(`steel mug ${mark}`)
  },
)

test('photos are chosen by the button, on the keyboard alone', { tag: '@full' }, async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  await openProducts(page)
  const photo = await drawPhoto(page, `lamp ${mark}.png`, { width: 300, height: 300, type: 'image/png' })
  await page.getByRole('button', { name: 'Add photos' }).press('Enter')
  const chooser = page.waitForEvent('filechooser')
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await chooser).isMultiple()).toBe(true)
  await (await chooser).setFiles([photo])
  await expect(successToast(page, '1 draft created')).toBeVisible({ timeout: 60_000 })
  await expect(productRows(page).nth(1)).toContainText(`lamp ${mark}`)
})
