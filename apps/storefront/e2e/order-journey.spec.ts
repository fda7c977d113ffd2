import { expect, test } from './support/giftwell.ts'
import { newestMailTo } from './support/mailbox.ts'
import { fillAcceptance, phone, sendQuotation } from './support/quotations.ts'
import { addToInquiry, cards, fillInquiry } from './support/steps.ts'

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><script>window.ranScript = 1</script><rect width="120" height="60" rx="12" fill="#0b6"/><text x="14" y="40" font-size="28" fill="#fff">TEST</text></svg>',
)

test('a buyer sees the own logo on three products, sends it with an inquiry, and staff open it', async ({
  browser,
  giftwell,
}) => {
  const buyer = await phone(browser, giftwell)
  const email = giftwell.newAddress('logo')
  await test.step('the logo lies on three products, where it was dragged', async () => {
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
    await buyer
      .getByLabel('Your logo')
      .setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<html>') })
    await expect(buyer.getByRole('alert')).toContainText('A logo is an SVG, PDF, AI, EPS, PNG or JPEG file')
    await buyer
      .getByLabel('Your logo')
      .setInputFiles({ name: 'Logo.svg', mimeType: 'image/svg+xml', buffer: logo })
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
    await buyer.screenshot({ path: test.info().outputPath('logo.png') })
    await mark.focus()
    await buyer.keyboard.press('ArrowRight')
    await expect(buyer, 'a key moves the logo, and opens no other product').toHaveURL(first)
    for (const path of [second, third]) {
      await buyer.goto(path)
      await expect(mark).toBeVisible()
    }
    await buyer.goto(first)
    await expect(mark).toBeVisible()
    expect((await mark.boundingBox())?.width, 'its place is remembered').toBeGreaterThan(after.width * 1.9)
    expect(sent, 'nothing is sent before the inquiry').toEqual([])
  })

  await test.step('it goes with the inquiry', async () => {
    await buyer.goto('/catalogue')
    await addToInquiry(buyer, 1)
    const dialog = await fillInquiry(buyer, { name: 'Logo Buyer', company: 'Test Company', email })
    await expect(dialog.getByRole('group', { name: 'Your logo' })).toContainText('Logo.svg')
    await expect(dialog.getByRole('checkbox', { name: 'Branding wanted' })).toBeChecked()
    await dialog.getByRole('group', { name: 'Your logo' }).scrollIntoViewIfNeeded()
    await buyer.screenshot({ path: test.info().outputPath('basket.png') })
    const attached = buyer.waitForResponse((response) => response.url().endsWith('/rpc/attach_artwork'))
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    expect((await attached).status()).toBe(204)
    await buyer.getByRole('link', { name: 'View inquiry' }).click()
    await buyer.getByRole('link', { name: 'Open your inquiry' }).click()
    const section = buyer.getByRole('region', { name: 'Your logo' })
    await expect(section).toContainText('Logo.svg')
    await section
      .getByLabel('Add another file')
      .setInputFiles({ name: 'Press.ai', mimeType: '', buffer: Buffer.from('%PDF-1.5 press') })
    await expect(section).toContainText('Press.ai')
    await section.getByRole('button', { name: 'Remove Press.ai' }).click()
    await expect(section).not.toContainText('Press.ai')
  })

  await test.step('staff see it with the lead, and save the original', async () => {
    const context = await browser.newContext({
      baseURL: giftwell.baseUrl,
      storageState: await giftwell.adminStorage(),
      viewport: { width: 1280, height: 900 },
    })
    const office = await context.newPage()
    await office.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
    await office.getByRole('button', { name: 'Logo Buyer' }).first().click()
    const picture = office.getByRole('img', { name: 'Logo.svg' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await office.evaluate(() => 'ranScript' in window), 'a script in it does not run').toBe(false)
    const downloading = office.waitForEvent('download')
    await office.getByRole('button', { name: 'Download Logo.svg' }).click()
    expect((await downloading).suggestedFilename()).toBe('Logo.svg')
    await office.screenshot({ path: test.info().outputPath('lead.png') })
    await context.close()
  })
})

/** A picture of one pixel, with a byte that tells versions apart. */
const picture = (version: number) =>
  `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg${version}=`

test('from the acceptance to the delivery a buyer decides and follows everything by one link', async ({
  browser,
  giftwell,
}) => {
  test.slow()
  const email = giftwell.newAddress('ordering')
  const { path, call, number } = await sendQuotation(giftwell, email)
  const buyer = await phone(browser, giftwell)
  const subject = async () => (await newestMailTo(giftwell.mailFolder, email)).subject

  await test.step('it is accepted with a purchase order and three delivery places', async () => {
    await buyer.goto(path)
    const places = [
      ['12 Test Road, Pune', '411001', '120'],
      ['4 Test Street, Delhi', '110001', '60'],
      ['9 Test Lane, Chennai', '600001', '20'],
    ]
    for (const [index, [address = '', pin = '', quantity = '']] of places.entries()) {
      await buyer.getByRole('button', { name: 'Add a place' }).click()
      const of = ` of place ${index + 1}`
      await buyer.getByRole('textbox', { name: `Address${of}` }).fill(address)
      await buyer.getByRole('textbox', { name: `PIN code${of}` }).fill(pin)
      await buyer.getByRole('textbox', { name: `Quantity${of}` }).fill(quantity)
    }
    await buyer.getByRole('button', { name: 'Save details' }).click()
    await expect(buyer.getByText('Your details are saved.')).toBeVisible()
    await fillAcceptance(buyer, 'Quoted Buyer')
    await buyer.getByRole('button', { name: 'Confirm acceptance' }).click()
    const order = buyer.getByRole('region', { name: /^Your order GW-O/ })
    await expect(order).toContainText('3 delivery places.')
    await expect(order.getByRole('listitem').filter({ hasText: 'Preparing' }).first()).toBeVisible()
  })
  const [{ id: order }] = await call('find_orders', { words: number })
  const details = async () => call('order_details', { order_id: order })
  const [mug, box] = (await details()).lines as { id: string; name: string }[]
  if (!mug || !box) throw new Error('The order has two lines')
  const move = async (state: string, from: string) =>
    call('move_order_lines', { lines: [mug, box].map(({ id }) => ({ id, state: from })), state })

  await test.step('a proof is changed once and then approved', async () => {
    await call('add_proof', { line: mug.id, name: 'Mug.png', content: picture(0), note: 'One colour' })
    await expect.poll(subject).toMatch(/^Proof for order GW-O/)
    await buyer.goto(new URL(await giftwell.newestLink(email)).pathname)
    await expect(buyer.getByText('Proof 1 waits for your approval.')).toBeVisible()
    await expect(buyer.getByRole('img', { name: 'Proof 1 of Steel mug' })).toBeVisible()
    await buyer.getByRole('button', { name: 'Ask for a change instead' }).click()
    await buyer.getByRole('textbox', { name: 'Your name' }).fill('Quoted Buyer')
    await buyer.getByRole('textbox', { name: /^What to change in the proof/ }).fill('Smaller, please')
    await buyer
      .getByRole('form', { name: 'Ask for a change' })
      .getByRole('button', { name: 'Ask for a change', exact: true })
      .click()
    await expect(buyer.getByText('A change to proof 1 was requested by Quoted Buyer.')).toBeVisible()
    expect((await move('production', 'preparing')).refused).toHaveLength(1)
    await call('add_proof', { line: mug.id, name: 'Mug.png', content: picture(1) })
    await buyer.getByRole('button', { name: 'Approve proof 2' }).click({ timeout: 30_000 })
    await expect(buyer.getByText('Proof 2 is approved by Quoted Buyer.')).toBeVisible()
    await buyer.screenshot({ path: test.info().outputPath('approved.png'), fullPage: true })
    expect(
      (await call('move_order_lines', { lines: [{ id: mug.id, state: 'preparing' }], state: 'production' }))
        .moved,
    ).toBe(1)
    await move('packed', 'production')
  })

  await test.step('two dispatches and the delivery are followed on the same page', async () => {
    const parcel = (quantity: number | null, tracking_number: string, dispatched: number) =>
      call('dispatch_order_lines', {
        parcels: [{ id: mug.id, state: 'packed', quantity, dispatched }],
        courier: 'Test Courier',
        tracking_number,
      })
    await parcel(60, 'T1', 0)
    const parcels = buyer.getByRole('list', { name: 'Parcels of Steel mug' })
    await expect(parcels).toContainText('60, dispatched', { timeout: 30_000 })
    await expect(buyer.getByText('60 of 100 dispatched.')).toBeVisible()
    await parcel(null, 'T2', 60)
    await expect(parcels).toContainText('40, dispatched', { timeout: 30_000 })
    const { dispatches } = (await details()) as { dispatches: readonly { id: string }[] }
    await call('deliver_dispatches', { dispatches: dispatches.map(({ id }) => id) })
    await expect(
      buyer.getByRole('list', { name: 'Steps of Steel mug' }).locator('[aria-current=step]'),
    ).toHaveText('Delivered', { timeout: 30_000 })
    await buyer.screenshot({ path: test.info().outputPath('delivered.png'), fullPage: true })
    await buyer.setViewportSize({ width: 1280, height: 900 })
    await buyer.emulateMedia({ colorScheme: 'dark' })
    await buyer.screenshot({ path: test.info().outputPath('delivered-wide.png'), fullPage: true })
  })

  await test.step('and ordered again', async () => {
    await buyer.getByRole('button', { name: 'Order again' }).click()
    await buyer.getByRole('link', { name: 'Open your inquiry basket' }).click()
    await expect(buyer.getByRole('dialog', { name: /Inquiry Basket/ })).toBeVisible()
  })
})
