import { readFile } from 'node:fs/promises'

import { extractText, getDocumentProxy } from 'unpdf'

import { expect, test } from './support/giftwell.ts'
import { fillAcceptance, phone, sendQuotation } from './support/quotations.ts'

test.use({ signedIn: true })

test('an accepted quotation becomes an order that is produced, leaves in two parcels, arrives, and is taken a step back', async ({
  browser,
  giftwell,
  page,
}) => {
  const { number, path, call, quotation } = await sendQuotation(giftwell, giftwell.newAddress('ordering'))
  const buyer = await phone(browser, giftwell)
  await buyer.goto(path)
  await fillAcceptance(buyer, 'Ordering Buyer')
  await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
  await expect(buyer.getByText(/Accepted by Ordering Buyer/)).toBeVisible()

  await page.goto(`/admin/quotations/${quotation}`)
  const link = page.getByRole('link', { name: /^Order GW-O\d{4}\/\d{4}$/ })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order GW-O\d{4}\/\d{4}$/)
  await expect(page.getByRole('link', { name: `Quotation ${number}` })).toBeVisible()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.getByRole('listitem')).toHaveText([/Steel mug.*Preparing/, /Card box.*Preparing/])
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Ordering Buyer began the order')

  await page.getByRole('button', { name: 'Purchase list' }).click()
  const list = page
    .getByRole('dialog', { name: 'Purchase list' })
    .getByRole('region', { name: 'No supplier' })
  const downloading = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Download PDF' }).click()
  const pdf = await readFile(await (await downloading).path())
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  expect(text).toMatch(/No supplier.*Steel mug 100.*Card box 100/s)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await lines.getByRole('button', { name: 'Start production' }).click()
  await expect(lines.getByText('In production')).toHaveCount(2)
  await expect(history).toContainText('started production: Steel mug, Card box')

  const dispatch = async (mugs: string, boxes: string, courier: string, parcel: string) => {
    await lines.getByRole('button', { name: 'Dispatch', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Dispatch' })
    await dialog.getByLabel('Courier').fill(courier)
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill(parcel)
    await dialog.getByRole('textbox', { name: 'Quantity of Steel mug' }).fill(mugs)
    const ofBoxes = dialog.getByRole('textbox', { name: 'Quantity of Card box' })
    if ((await ofBoxes.count()) > 0) await ofBoxes.fill(boxes)
    await dialog.getByRole('button', { name: 'Dispatch' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await dispatch('40', '100', 'Own van', 'V-1')
  await expect(lines.getByText('40 of 100 dispatched')).toBeVisible()
  await expect(lines.getByText('Dispatched', { exact: true })).toHaveCount(1)
  await dispatch('60', '0', 'Own van', 'V-2')
  await expect(lines.getByText('Dispatched', { exact: true })).toHaveCount(2)
  await expect(lines.getByRole('list', { name: 'Parcels of Steel mug' }).getByRole('listitem')).toHaveCount(2)

  await lines.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(lines.getByText('Delivered', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo “Delivered”' }).click()
  await expect(lines.getByText('Dispatched', { exact: true })).toHaveCount(2)
  await expect(history).toContainText('undid “Delivered”: Steel mug, Card box')

  await page.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
  await expect(page.getByRole('row', { name: /GW-O.*Test Company.*Dispatched/ })).toBeVisible()
  const [row] = await call('find_orders', { words: number })
  await page.getByRole('checkbox', { name: `Select ${row.number}` }).check()
  await page
    .getByRole('toolbar', { name: 'Selected orders' })
    .getByRole('button', { name: 'Mark as delivered' })
    .click()
  await expect(page.getByRole('row', { name: /Test Company.*Delivered/ })).toBeVisible()
})
