import { expect, test } from './support/giftwell.ts'
import { phone } from './support/quotations.ts'
import { addToInquiry, fillInquiry } from './support/steps.ts'

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
