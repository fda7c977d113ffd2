import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

import { expect, test } from './support/giftwell.ts'
import { newestMailTo } from './support/mailbox.ts'
import { fillAcceptance, office, phone, quoteInquiry } from './support/quotations.ts'
import { addToInquiry, cards, fillInquiry } from './support/steps.ts'

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><script>window.ranScript = 1</script><rect width="120" height="60" rx="12" fill="#0b6"/><text x="14" y="40" font-size="28" fill="#fff">TEST</text></svg>',
)

/** A PDF of two pages with a green bar each, which an AI file is, too. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R>> endobj
4 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 5 0 R>> endobj
5 0 obj <</Length 31>> stream
0 0.6 0.4 rg 20 20 60 60 re f  
endstream endobj
trailer <</Root 1 0 R>>
`)

const proofs = [
  {
    name: 'Proof.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  { name: 'Proof.pdf', mimeType: 'application/pdf', buffer: pdf },
] as const

/** The colour in the middle of a picture. */
const colourIn = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const drawing = document.createElement('canvas').getContext('2d')
    drawing?.drawImage(image, -image.naturalWidth / 5, -image.naturalHeight / 2)
    return [...(drawing?.getImageData(0, 0, 1, 1).data ?? [])]
  })

const places = [
  ['12 Test Road, Pune', '411001', '120'],
  ['4 Test Street, Delhi', '110001', '60'],
  ['9 Test Lane, Chennai', '600001', '20'],
] as const

test('from a logo on the products to the second order a buyer has one link, and the seller one order', async ({
  browser,
  giftwell,
}) => {
  test.slow()
  const email = giftwell.newAddress('ordering')
  const buyer = await phone(browser, giftwell)
  const context = await browser.newContext({
    baseURL: giftwell.baseUrl,
    storageState: await giftwell.adminStorage(),
    viewport: { width: 1280, height: 900 },
  })
  const desk = await context.newPage()
  const subject = async () => (await newestMailTo(giftwell.mailFolder, email)).subject
  const openMail = async (about: RegExp) => {
    await expect.poll(subject).toMatch(about)
    await buyer.goto(new URL(await giftwell.newestLink(email)).pathname)
  }
  const seen = (page: Page, name: string) =>
    page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

  await test.step('the logo lies on three products, where it was dragged, and nothing is sent', async () => {
    const sent: string[] = []
    buyer.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('artwork')) sent.push(request.url())
    })
    await buyer.goto('/catalogue')
    await expect(cards(buyer).nth(2)).toBeVisible()
    const products = await buyer
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/product/')),
      )
    const [first = '', second = '', third = ''] = [...new Set(products)]
    await buyer.goto(first)
    await buyer.getByRole('button', { name: 'Try your logo' }).click()
    const field = buyer.getByLabel('Your logo')
    await field.setInputFiles({
      name: 'page.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<html>'),
    })
    await expect(buyer.getByRole('alert')).toContainText('A logo is an SVG, PDF, AI, EPS, PNG or JPEG file')
    await field.setInputFiles({ name: 'Logo.svg', mimeType: 'image/svg+xml', buffer: logo })
    const mark = buyer.getByRole('button', { name: 'Your logo. Arrow keys move it.' })
    await expect(mark).toBeVisible()
    await expect(buyer.getByRole('button', { name: 'Remove logo' })).toBeFocused()
    const before = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await buyer.mouse.move(before.x + 20, before.y + 10)
    await buyer.mouse.down()
    await buyer.mouse.move(before.x + 60, before.y - 30, { steps: 4 })
    await buyer.mouse.up()
    const after = (await mark.boundingBox()) ?? before
    expect(Math.round(after.x - before.x)).toBe(40)
    expect(Math.round(after.y - before.y)).toBe(-40)
    await buyer.getByRole('slider', { name: 'Size of the logo' }).fill('50')
    expect((await mark.boundingBox())?.width).toBeGreaterThan(after.width * 1.9)
    await mark.focus()
    await buyer.keyboard.press('ArrowRight')
    await expect(buyer, 'a key moves the logo, and opens no other product').toHaveURL(first)
    for (const path of [second, third]) {
      await buyer.goto(path)
      await expect(mark).toBeVisible()
      await expect
        .poll(() => mark.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }
    await buyer.goto(first)
    await expect(mark).toBeVisible()
    expect((await mark.boundingBox())?.width, 'its place is remembered').toBeGreaterThan(after.width * 1.9)
    await seen(buyer, 'logo')
    expect(sent, 'nothing is sent before the inquiry').toEqual([])
  })

  const gifts = await test.step('it goes with the inquiry, and so does the wish for a sample', async () => {
    await buyer.goto('/catalogue')
    const names = await addToInquiry(buyer, 2)
    const dialog = await fillInquiry(buyer, { name: 'Ordering Buyer', company: 'Test Company', email })
    await expect(dialog.getByRole('group', { name: 'Your logo' })).toContainText('Logo.svg')
    await expect(dialog.getByRole('checkbox', { name: 'Branding wanted' })).toBeChecked()
    await dialog.getByRole('checkbox', { name: `Request a sample of ${names[0]}` }).check()
    const delivery = dialog.getByRole('group', { name: 'Delivery of the samples' })
    await delivery.getByRole('textbox', { name: 'Recipient', exact: true }).fill('Ravi Iyer')
    await delivery.getByRole('textbox', { name: 'Recipient’s phone' }).fill('98765')
    await delivery.getByRole('textbox', { name: 'Address' }).fill('1 Ring Road, Bengaluru')
    await delivery.getByRole('textbox', { name: 'PIN code' }).fill('560001')
    const attached = buyer.waitForResponse((response) => response.url().endsWith('/rpc/attach_artwork'))
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    expect((await attached).status()).toBe(204)
    await buyer.getByRole('link', { name: 'View inquiry' }).click()
    await buyer.getByRole('link', { name: 'Open your inquiry' }).click()
    const section = buyer.getByRole('region', { name: 'Your logo' })
    await expect(section).toContainText('Logo.svg')
    const another = section.getByLabel('Add another file')
    await another.setInputFiles({ name: 'Old.ai', mimeType: '', buffer: Buffer.from('%PDF-1.5 old') })
    await expect(section).toContainText('Old.ai')
    await section.getByRole('button', { name: 'Remove Old.ai' }).click()
    await expect(section).not.toContainText('Old.ai')
    await another.setInputFiles({ name: 'Press.ai', mimeType: '', buffer: pdf })
    await expect(section).toContainText('Press.ai')
    return { branded: names[0] ?? '', plain: names[1] ?? '' }
  })

  await test.step('staff see the logo with the lead, save the original, and agree to the sample', async () => {
    await desk.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
    await desk.getByRole('button', { name: 'Ordering Buyer' }).first().click()
    const picture = desk.getByRole('img', { name: 'Logo.svg' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await desk.evaluate(() => 'ranScript' in window), 'a script in it does not run').toBe(false)
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download Logo.svg' }).click()
    expect((await downloading).suggestedFilename()).toBe('Logo.svg')
    await desk.getByRole('button', { name: 'Show Press.ai' }).click()
    const page = desk.getByRole('img', { name: 'Page 1 of Press.ai' })
    await expect(page).toBeVisible()
    expect(await colourIn(page)).toEqual([0, 153, 102, 255])
    const samples = desk.getByRole('region', { name: 'Samples' })
    await samples.getByRole('button', { name: `Agree: ${gifts.branded}` }).click()
    await expect(samples).toContainText('Agreed')
    await seen(desk, 'lead')
  })

  const number = await quoteInquiry(giftwell, email)
  const { post } = await office(giftwell)
  const couriers = 'Delhivery https://track.example/{number}'
  await post('seller_profile', { couriers }, { prefer: 'resolution=merge-duplicates' })
  await test.step('the quotation is accepted with a purchase order and three delivery places', async () => {
    await openMail(/^Quotation /)
    await expect(buyer.getByRole('region', { name: 'Samples' })).toContainText('We will send it. It is free.')
    for (const [index, [address, pin, quantity]] of places.entries()) {
      if (index > 0) await buyer.getByRole('button', { name: 'Add a place' }).click()
      const of = ` of place ${index + 1}`
      await buyer.getByRole('textbox', { name: `Address${of}` }).fill(address)
      await buyer.getByRole('textbox', { name: `PIN code${of}` }).fill(pin)
      await buyer.getByRole('textbox', { name: `Quantity${of}` }).fill(quantity)
    }
    await expect(buyer.getByText('200 of 200 gifts have a place.')).toBeVisible()
    await buyer.getByRole('button', { name: 'Save details' }).click()
    await expect(buyer.getByText('Your details are saved.')).toBeVisible()
    await buyer
      .getByLabel('Purchase order')
      .setInputFiles({ name: 'PO 17.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 PO') })
    await buyer.getByRole('button', { name: 'Attach' }).click()
    await expect(buyer.getByRole('button', { name: 'Download PO 17.pdf' })).toBeVisible()
    await fillAcceptance(buyer, 'Ordering Buyer')
    await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
    const order = buyer.getByRole('region', { name: /^Your order GW-O/ })
    await expect(order).toContainText('3 delivery places.')
    await expect(order.getByRole('listitem').filter({ hasText: 'Proof' }).first()).toBeVisible()
  })

  const lines = desk.getByRole('region', { name: 'Lines' })
  const history = desk.getByRole('region', { name: 'History' })
  const line = (name: string) => lines.getByRole('listitem').filter({ hasText: name }).first()
  await test.step('the seller has an order with files and places, and a purchase list for each supplier', async () => {
    await desk.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
    await desk.getByRole('row', { name: /GW-O.*Test Company.*Proof/ }).click()
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText(/^Order GW-O\d{4}\/\d{4}$/)
    await expect(history).toContainText('Ordering Buyer began the order')
    await expect(desk.getByRole('button', { name: 'Download PO 17.pdf' })).toBeVisible()
    await expect(desk.getByRole('region', { name: 'Delivery places' })).toContainText(
      '3 places with 200 of 200 gifts',
    )
    await desk.getByRole('button', { name: 'Purchase list' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Purchase list' })
    const lists = dialog.getByRole('region', { name: /^Demo Supplier/ })
    await expect(lists).toHaveCount(2)
    for (const gift of [gifts.branded, gifts.plain]) {
      const list = lists.filter({ hasText: gift })
      const supplier = (await list.getAttribute('aria-label')) ?? 'none'
      const downloading = desk.waitForEvent('download')
      await list.getByRole('button', { name: 'Download PDF' }).click()
      const pdf = await readFile(await (await downloading).path())
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
      const words = text.replaceAll(/\s+/g, ' ')
      expect(words).toContain(supplier)
      expect(words).toContain(gift)
      expect(words).toMatch(/ 100 /)
      expect(words, 'each supplier reads its own').not.toContain(
        gift === gifts.plain ? gifts.branded : gifts.plain,
      )
      expect(words, 'and no address').not.toContain('Test Road')
    }
    await desk.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  const sendProof = async (version: 0 | 1, shown: string) => {
    const choosing = desk.waitForEvent('filechooser')
    await line(gifts.branded)
      .getByRole('button', { name: `Send a proof of ${gifts.branded}` })
      .click()
    await (await choosing).setFiles(proofs[version])
    await expect(line(gifts.branded)).toContainText(shown)
  }
  await test.step('a proof is changed once and then approved', async () => {
    await line(gifts.plain)
      .getByRole('button', { name: `No proof: ${gifts.plain}` })
      .click()
    await line(gifts.branded).getByRole('textbox', { name: 'Note to the buyer' }).fill('One colour')
    await sendProof(0, 'No answer yet')
    await openMail(/^Proof for order GW-O/)
    await expect(buyer.getByText('Proof 1 is waiting for your approval.')).toBeVisible()
    await expect(buyer.getByRole('img', { name: `Proof 1 of ${gifts.branded}` })).toBeVisible()
    await expect(buyer.getByText('One colour')).toBeVisible()
    await buyer.getByRole('button', { name: 'Ask for a change instead' }).click()
    await buyer.getByRole('textbox', { name: 'Your name' }).fill('Ordering Buyer')
    await buyer.getByRole('textbox', { name: /^What to change in the proof/ }).fill('Smaller, please')
    await buyer
      .getByRole('form', { name: 'Ask for a change' })
      .getByRole('button', { name: 'Ask for a change', exact: true })
      .click()
    await expect(buyer.getByText('A change to proof 1 was requested by Ordering Buyer.')).toBeVisible()
    await desk.reload()
    await expect(line(gifts.branded)).toContainText('Smaller, please')
    await lines.getByRole('button', { name: 'Start production' }).click()
    await expect(line(gifts.plain)).toContainText('In production')
    await expect(line(gifts.branded), 'without an approval it is not produced').not.toContainText(
      'In production',
    )
    await sendProof(1, 'Proof 2')
    await buyer.reload()
    await expect(buyer.getByRole('button', { name: 'Approve proof 2' })).toHaveCount(0)
    await buyer.getByRole('button', { name: 'Show proof 2' }).click()
    const page = buyer.getByRole('img', { name: `Page 2 of proof 2 of ${gifts.branded}` })
    await expect(page).toBeVisible()
    expect(await colourIn(page)).toEqual([0, 153, 102, 255])
    await buyer.getByRole('textbox', { name: 'Your name' }).fill('Ordering Buyer')
    await buyer.getByRole('button', { name: 'Approve proof 2' }).click()
    await expect(buyer.getByText('Proof 2 is approved by Ordering Buyer.')).toBeVisible()
    await seen(buyer, 'approved')
    await desk.reload()
    await expect(line(gifts.branded)).toContainText('Approved by Ordering Buyer')
    await lines.getByRole('button', { name: 'Start production' }).click()
    await expect(lines.getByText('In production', { exact: true })).toHaveCount(2)
    await lines.getByRole('button', { name: 'Mark as packed' }).click()
    await expect(lines.getByText('Packed', { exact: true })).toHaveCount(2)
  })

  const dispatch = async (branded: string, plain: string | null, parcel: string) => {
    await lines.getByRole('button', { name: 'Dispatch', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Dispatch' })
    await dialog.getByLabel('Courier').fill('Delhivery')
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill(parcel)
    await dialog.getByRole('textbox', { name: `Quantity of ${gifts.branded}` }).fill(branded)
    if (plain !== null) await dialog.getByRole('textbox', { name: `Quantity of ${gifts.plain}` }).fill(plain)
    await dialog.getByRole('button', { name: 'Dispatch' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await test.step('two dispatches and the delivery are followed on the same page', async () => {
    await dispatch('40', '100', 'T1')
    await expect(line(gifts.branded)).toContainText('40 of 100 dispatched')
    const parcels = buyer.getByRole('list', { name: `Parcels of ${gifts.branded}` })
    // The page reads it by itself.
    await expect(parcels).toContainText('40, dispatched', { timeout: 30_000 })
    await expect(buyer.getByText('40 of 100 dispatched.')).toBeVisible()
    await dispatch('60', null, 'T2')
    await expect(
      desk.getByRole('list', { name: `Parcels of ${gifts.branded}` }).getByRole('listitem'),
    ).toHaveCount(2)
    await lines.getByRole('button', { name: 'Mark as delivered' }).click()
    await expect(lines.getByText('Delivered', { exact: true })).toHaveCount(2)
    await desk.getByRole('button', { name: 'Undo “Delivered”' }).click()
    await expect(lines.getByText('Dispatched', { exact: true })).toHaveCount(2)
    await expect(history).toContainText(`undid “Delivered”: ${gifts.branded}`)
    await seen(desk, 'order')

    await desk.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
    await desk.getByRole('checkbox', { name: /^Select GW-O/ }).check()
    await desk
      .getByRole('toolbar', { name: 'Selected orders' })
      .getByRole('button', { name: 'Mark as delivered' })
      .click()
    await expect(desk.getByRole('row', { name: /Test Company.*Delivered/ })).toBeVisible()
    await seen(desk, 'orders')
    await buyer.reload()
    await expect(parcels.getByRole('listitem')).toHaveCount(2)
    await expect(parcels.getByRole('link', { name: 'Track T2' })).toHaveAttribute(
      'href',
      'https://track.example/T2',
    )
    await expect(
      buyer.getByRole('list', { name: `Steps of ${gifts.branded}` }).locator('[aria-current=step]'),
    ).toHaveText('Delivered')
    await seen(buyer, 'delivered')
  })

  await test.step('and ordered again', async () => {
    await buyer.getByRole('button', { name: 'Order again' }).click()
    await buyer.getByRole('link', { name: 'Open your inquiry basket' }).click()
    const dialog = buyer.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })
    await expect(dialog).toContainText(gifts.branded)
    await expect(dialog).toContainText(gifts.plain)
  })
  await context.close()
})
