import { randomUUID } from 'node:crypto'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import { xlsxWriter } from '@giftwell/back-office/list/xlsx-writer.ts'
import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { openProducts, productSearch, rowOfProduct } from './support/product-steps.ts'

test.use({ signedIn: true })

async function choosePictures(page: Page, files: Parameters<Page['setInputFiles']>[1]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose pictures' }).click()
  await (await chooser).setFiles(files)
  await expect(page.getByText(/\d pictures chosen/)).toBeVisible()
}

test('a workbook with photos is checked, imported, resumed after the window closed, and undone', async ({
  page,
  context,
}) => {
  test.slow()
  const mark = randomUUID().slice(0, 8)
  const writer = xlsxWriter()
  writer.add([
    [`Acme Gifts, price list ${mark}`],
    ['Item code', 'Product name', 'Category', 'Theme', 'Sample', 'Photo'],
    [`A-${mark}`, `Imported mug ${mark}`, 'DRINKWARE', `Spring ${mark}`, 'Yes', 'mug.jpg'],
    [`B-${mark}`, `Imported pen ${mark}`, 'drinkware', '', 'no', 'pen.png'],
    [`C-${mark}`, `Imported cap ${mark}`, 'Nowhere', '', 'perhaps', 'cap.jpg'],
  ])
  const buffer = Buffer.from(await writer.finish().arrayBuffer())
  const workbook = { name: `gifts-${mark}.xlsx`, mimeType: 'application/octet-stream', buffer }
  await openProducts(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
  const photos = [
    await drawPhoto(page, 'mug.jpg', { width: 1800, height: 1200, type: 'image/jpeg' }),
    await drawPhoto(page, 'PEN.png', { width: 400, height: 300, type: 'image/png' }),
  ]

  await page.getByLabel('File to import').setInputFiles(workbook)
  await expect(page.getByRole('combobox', { name: 'Field of Item code' })).toHaveValue('supplier_code')
  await expect(page.getByText(`Left out above the titles: Acme Gifts, price list ${mark}`)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await choosePictures(page, photos)
  await page.getByRole('checkbox', { name: `Spring ${mark}` }).check()
  await expect(page.getByRole('checkbox', { name: 'drinkware' })).toBeHidden()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(
    page.getByText('2 will be created, 0 updated, 0 left as they are, 1 cannot be imported'),
  ).toBeVisible()
  const errors = page.getByRole('table', { name: 'Rows with errors' })
  const notes = page.getByRole('table', { name: 'Rows to look at' })
  await expect(
    notes.getByRole('row', { name: '5 Sample Product "perhaps" is left out. Write Yes or No' }),
  ).toBeVisible()
  await expect(errors.getByRole('row', { name: '5 Category There is no category "Nowhere"' })).toBeVisible()
  await expect(errors.getByRole('row', { name: /cap\.jpg is not among the chosen pictures/ })).toBeVisible()
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the rows to correct' }).click()
  expect((await download).suggestedFilename()).toBe(`to-correct-gifts-${mark}.csv`)

  // The window closes while the pictures of the first batch are being uploaded.
  await page.route('**/storage/v1/object/product-images/*', () => undefined)
  const upload = page.waitForRequest('**/storage/v1/object/product-images/*', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await upload
  const again = await context.newPage()
  await page.close()

  await again.goto('/admin/products/import')
  await again.getByRole('button', { name: `Report of gifts-${mark}.xlsx` }).click()
  await expect(again.getByText('3 not imported yet')).toBeVisible()
  await expect(again.getByText('Choose the pictures again; 2 are missing: mug.jpg, pen.png')).toBeVisible()
  await choosePictures(again, photos)
  await again.getByRole('button', { name: 'Resume' }).click()
  await expect(again.getByText('2 created, 0 updated, 0 left as they were, 1 failed')).toBeVisible({
    timeout: 60_000,
  })

  await openProducts(again)
  await productSearch(again).fill(`a-${mark}`)
  const row = rowOfProduct(again, `Imported mug ${mark}`)
  await expect(row).toContainText(`Spring ${mark}`)
  await expect(row.locator('img').first()).toBeVisible()

  // Next month's list: pictures that are stored need not be chosen again, and are not stored again.
  await again.goto('/admin/products/import')
  for (const chosen of [[], photos]) {
    await again.getByLabel('File to import').setInputFiles(workbook)
    await again.getByRole('button', { name: 'Next' }).click()
    if (chosen.length > 0) await choosePictures(again, chosen)
    await again.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(
      again.getByText('0 will be created, 0 updated, 2 left as they are, 1 cannot be imported'),
    ).toBeVisible()
  }

  await again.getByRole('button', { name: `Report of gifts-${mark}.xlsx` }).click()
  await again.getByText('Products (2)').click()
  await expect(again.getByRole('link', { name: `Imported pen ${mark}` })).toBeVisible()
  const { promise: question, resolve: asked } = Promise.withResolvers<string>()
  again.once('dialog', (dialog) => {
    asked(dialog.message())
    void dialog.accept()
  })
  await again.getByRole('button', { name: 'Undo' }).click()
  expect(await question).toContain('2 products that it created will be deleted')
  await expect(again.getByText('Import undone')).toBeVisible()
  await openProducts(again)
  await productSearch(again).fill(mark)
  await expect(again.getByText('No products match')).toBeVisible()
})

test('a list with colours as rows and price breaks is imported, changed, imported again and undone', async ({
  page,
}) => {
  test.slow()
  const mark = randomUUID().slice(0, 8)
  const colours = ['Red #b3402e', 'Blue', 'Green']
  /** A list of so many products from a number on, each in three rows, at prices that are raised by rupees. */
  const list = (from: number, count: number, raise: number) => ({
    name: `acme-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Item code,Product name,Colour,MOQ,Slabs,Sample,Size (cm)',
        ...Array.from({ length: count }, (_, index) => String(from + index).padStart(2, '0')).flatMap(
          (number) =>
            colours.map(
              (colour) =>
                `${mark}-${number},Gift ${mark} N${number},${colour},50,"100:${200 + raise}; 250:180",Yes,12 x 8 x 4`,
            ),
        ),
      ].join('\n'),
    ),
  })
  async function check(file: ReturnType<typeof list>) {
    await page.getByLabel('File to import').setInputFiles(file)
    await expect(page.getByRole('combobox', { name: 'Field of Slabs' })).toHaveValue('price_breaks')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Supplier of this list' }).fill(`Acme ${mark}`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Join them' }).click()
  }

  /** Of a check or an import, whose two batches take long where all tests share two cores. */
  const expectCounts = async (counts: string) =>
    expect(page.getByText(counts)).toBeVisible({ timeout: 60_000 })

  await page.goto('/admin/products/import')
  await check(list(1, 30, 0))
  await expectCounts('30 will be created, 0 updated, 0 left as they are, 0 cannot')
  await page.getByRole('button', { name: 'Import 30 rows' }).click()
  await expectCounts('30 created, 0 updated, 0 left as they were, 0 failed')
  await page.getByRole('button', { name: 'Import another file' }).click()

  await check(list(3, 30, 20))
  await expectCounts('2 will be created, 28 updated, 0 left as they are, 0 cannot')
  await expect(page.getByText('Prices: 28 up by 10%')).toBeVisible()
  await page.getByText('2 products of the same supplier are not in this file').click()
  await expect(page.getByText(`Gift ${mark} N02 (${mark}-02)`)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('checkbox', { name: 'Turn the 2 published ones to drafts' }).check()
  await page.getByRole('button', { name: 'Import 30 rows' }).click()
  await expectCounts('2 created, 30 updated, 0 left as they were, 0 failed')

  await openProducts(page)
  await productSearch(page).fill(`Gift ${mark} N02`)
  await expect(rowOfProduct(page, `Gift ${mark} N02`)).toContainText('✗')

  await page.goto('/admin/products/import')
  await page
    .getByRole('button', { name: `Report of acme-${mark}.csv` })
    .first()
    .click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('It was undone.')).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await check(list(1, 30, 0))
  await expectCounts('0 will be created, 0 updated, 30 left as they are, 0 cannot')
})

test('a list as its supplier writes it says what it read, and asks once what a slash means', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8)
  const list = (name: string, ...rows: string[]) => ({
    name: `${name}-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Item code,Product name,Photos,Colours,MRP,100 Pcs,250 Pcs,Lead time,Details', ...rows].join('\n'),
    ),
  })
  const first = list(
    'first',
    `S-${mark},Slab mug ${mark},zz.jpg,Red/Blue,499,Rs. 245/-,229,Ex-stock,<p>Steel &amp; <b>glass</b></p>`,
  )
  await page.goto('/admin/products/import')
  await page.getByLabel('File to import').setInputFiles(first)
  for (const [title, field] of [
    ['Photos', 'pictures'],
    ['MRP', 'mrp'],
    ['100 Pcs', 'price_at'],
  ] as const)
    await expect(page.getByRole('combobox', { name: `Field of ${title}` })).toHaveValue(field)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const slash = page.getByRole('checkbox', { name: 'Slash, as in "Red/Blue"' })
  await expect(slash).toBeChecked()
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: 'Supplier of this list' }).fill(`Slab dealer ${mark}`)
  await choosePictures(page, [
    await drawPhoto(page, 'zz.jpg', { width: 600, height: 400, type: 'image/jpeg' }),
  ])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('1 will be created, 0 updated, 0 left as they are, 0 cannot')).toBeVisible()
  await expect(page.getByText('Markup of another program is read as text in 1 cell')).toBeVisible()
  const notes = page.getByRole('table', { name: 'Rows to look at' })
  await expect(notes.getByRole('row', { name: '2 Colours "Red/Blue" is read as 2 values' })).toBeVisible()
  await expect(notes.getByRole('row', { name: /2 Lead time "Ex-stock" is left out/ })).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created, 0 updated, 0 left as they were, 0 failed')).toBeVisible({
    timeout: 60_000,
  })

  await page.getByRole('button', { name: 'Publish this product' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Products updated successfully' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish this product' })).toBeHidden()

  // The same product from another dealer, whose list is probably about it.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page
    .getByLabel('File to import')
    .setInputFiles(list('second', `s-${mark},Slab mug ${mark},zz.jpg,Red/Blue,499,240,229,5,Steel`))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Supplier of this list' }).fill(`Other dealer ${mark}`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { name: '1 row is probably the same as a product' })).toBeVisible()
  await page.getByRole('button', { name: 'Update that product' }).click()
  await expect(page.getByText('0 will be created, 1 updated, 0 left as they are, 0 cannot')).toBeVisible()
  await expect(page.getByText('Prices: 1 down by 2%')).toBeVisible()
})
