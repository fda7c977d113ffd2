import { readFile, writeFile } from 'node:fs/promises'

import { xlsxWriter } from '@giftwell/back-office/list/xlsx-writer.ts'
import { startEmptySite } from '@giftwell/tooling/testing/start-empty-site.ts'
import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'
import type { Browser, Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

import { expect, type Giftwell, giftwellOf, hydrated, test as base } from './support/giftwell.ts'
import { sendQuotation } from './support/quotations.ts'
import { addToInquiry, adminSignIn, cards, fillInquiry, rendered } from './support/steps.ts'

const owner = { email: 'owner@kaveri.example', password: 'a garland of jasmine 3' }

/** The test's `test` on a site of its own without a demo. */
const test = base.extend<{ ownSite: Giftwell }>({
  ownSite: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const site = await startEmptySite({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password })
      await use(giftwellOf({ ...site, admin: owner }))
      await site.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ ownSite }, use) => {
    await use(ownSite.baseUrl)
  },
})

/** The product's own name and its plum, however they are written. */
const ofTheProduct = /gift ?well|#?4a2545|74[, ]+37[, ]+69\b/i

/** Products of a price list: 60 gifts with a code, a category, a price and a picture for each tenth. */
const products = Array.from({ length: 60 }, (_, index) => ({
  code: `K-${index + 1}`,
  name: `Brass diya ${index + 1}`,
  category: ['Festive', 'Desk', 'Drinkware'][index % 3] ?? '',
  price: String(150 + 40 * index),
  photo: index % 10 === 0 ? `diya-${index + 1}.png` : '',
}))

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'successfully' }).last()).toBeVisible()
}

/** A document's content without styles and scripts: texts, names, addresses of pictures, metadata. */
function saidIn(html: string): string {
  return html.replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '')
}

/** A preview of a link has no scripts: the words and colours of the served document. */
async function servedPages(browser: Browser, origin: string, paths: readonly string[]) {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const served = await Promise.all(
    paths.map(async (path) => {
      const response = await context.request.get(origin + path)
      const headers = response.headersArray().map(({ name, value }) => `${name}: ${value}`)
      return { path, text: `${headers.join('\n')}\n${saidIn(await response.text())}` }
    }),
  )
  await context.close()
  return served
}

test('from an empty site to one of its own name, with 60 products on it and no word of ours', async ({
  page,
  browser,
  ownSite: giftwell,
}, testInfo) => {
  test.setTimeout(180_000)
  page.setDefaultTimeout(15_000)
  const screenshot = (shown: Page, name: string) =>
    shown.screenshot({ fullPage: true, path: testInfo.outputPath(`${name}.png`) })
  const times: string[] = []
  const step = async (title: string, act: () => Promise<void>) => {
    const began = performance.now()
    await test.step(title, act)
    times.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${title}`)
  }

  await step('the owner signs in, and the first steps wait', async () => {
    await page.goto('/admin/login')
    await adminSignIn(page, owner)
    await expect(page.getByRole('region', { name: 'First steps' })).toContainText('1 of 7 done')
    await screenshot(page, 'first steps')
  })

  await step('name, logo and colours', async () => {
    await page.goto('/admin/settings/brand')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kaveri Gifts')
    await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#0b3d2e')
    await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#d9a441')
    const logo = async (width: number, height: number) => {
      const file = await drawPhoto(page, 'logo.png', { width, height, type: 'image/png' })
      await page.locator('input[type=file]').first().setInputFiles(file)
    }
    await logo(240, 80)
    await expect(page.getByRole('alert')).toContainText('too long for an icon')
    await logo(240, 160)
    await expect(page.getByRole('textbox', { name: 'Logo URL' })).not.toHaveValue('')
    await expect(page.getByRole('button', { name: 'Remove image' })).toHaveCount(2)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await screenshot(page, 'brand')
    await save(page)
    for (const path of ['/favicon.svg', '/apple-touch-icon.png']) {
      const icon = await (await page.request.get(path)).body()
      expect(icon.toString('latin1', 1, 4), path).toBe('PNG')
      expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512])
      await writeFile(testInfo.outputPath('icon.png'), icon)
    }
  })

  await step('contact and seller', async () => {
    await page.goto('/admin/settings/contact')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+91 22 2345 6789')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('hello@kaveri.example')
    await save(page)
    await page.goto('/admin/settings/seller')
    await page.getByRole('textbox', { name: 'Legal name' }).fill('Kaveri Gifts LLP')
    await page.getByRole('textbox', { name: 'GSTIN' }).fill('27AAPFU0939F1ZV')
    await page.getByRole('textbox', { name: 'Number series' }).fill('KG')
    await save(page)
  })

  await step('a price list of 60 products is imported and published', async () => {
    const writer = xlsxWriter()
    writer.add([
      ['Code', 'Product name', 'Category', 'Price', 'Photo'],
      ...products.map(({ code, name, category, price, photo }) => [code, name, category, price, photo]),
    ])
    const buffer = Buffer.from(await writer.finish().arrayBuffer())
    const photos = []
    for (const { photo } of products) {
      if (photo) photos.push(await drawPhoto(page, photo, { width: 600, height: 600, type: 'image/png' }))
    }
    await page.goto('/admin/products/import')
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'price list.xlsx', mimeType: 'application/octet-stream', buffer })
    await page.getByRole('button', { name: 'Next' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose pictures' }).click()
    await (await chooser).setFiles(photos)
    for (const name of ['Festive', 'Desk', 'Drinkware']) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText(/^60 will be created/)).toBeVisible({ timeout: 60_000 })
    await screenshot(page, 'check of the list')
    await page.getByRole('button', { name: 'Import 60 rows' }).click()
    const publish = page.getByRole('button', { name: 'Publish these 60 products' })
    await publish.click({ timeout: 60_000 })
    await expect(publish).toBeHidden({ timeout: 30_000 })
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'First steps' })).toContainText('5 of 7 done')
    await screenshot(page, 'dashboard')
  })

  const visiting = await browser.newContext({ baseURL: giftwell.baseUrl })
  const visitor = await visiting.newPage()
  const quotation = await sendQuotation(giftwell, giftwell.newAddress('buyer'))

  await step('a visitor sees twelve of the 60, and asks for a quote', async () => {
    await rendered(page.request, '/catalogue')
    await visitor.goto('/catalogue')
    await hydrated(visitor)
    await expect(cards(visitor)).toHaveCount(12)
    await expect(visitor.getByRole('main')).toContainText('60')
    await screenshot(visitor, 'catalogue')
    await visitor.setViewportSize({ width: 360, height: 740 })
    await screenshot(visitor, 'catalogue on a phone')
    await visitor.goto('/')
    await hydrated(visitor)
    await screenshot(visitor, 'home page on a phone')
    await visitor.setViewportSize({ width: 1280, height: 800 })
    await screenshot(visitor, 'home page')
    await visitor.goto('/catalogue')
    await hydrated(visitor)
    await addToInquiry(visitor, 2)
    const dialog = await fillInquiry(visitor, {
      name: 'Asha Rao',
      company: 'Nova',
      email: 'asha@nova.example',
      message: 'For Diwali',
    })
    await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
    await visitor.getByRole('link', { name: 'View inquiry' }).click()
    await expect(visitor).toHaveURL(/\/inquiry\/sent/)
    await expect(visitor.getByRole('main')).toContainText('KG-')
  })

  await step('no page of the website says our name', async () => {
    let product = ''
    await expect(async () => {
      product = /\/product\/[^<]+/.exec(await (await visitor.request.get('/sitemap.xml')).text())?.[0] ?? ''
      expect(product).not.toBe('')
    }).toPass()
    const paths = ['/', '/catalogue', product, '/compare', '/shortlist', '/favourites', '/inquiry/sent']
    paths.push('/privacy', '/accessibility', '/terms', '/admin/login', '/nowhere', quotation.path)
    paths.push(
      '/auth/confirm',
      '/account',
      '/favicon.svg',
      '/manifest.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
    )
    for (const { path, text } of await servedPages(browser, giftwell.baseUrl, paths)) {
      expect.soft(ofTheProduct.exec(text)?.[0], `served ${path}`).toBeUndefined()
    }
    for (const path of paths.filter((each) => !each.includes('.'))) {
      await visitor.goto(path)
      await hydrated(visitor)
      await expect(visitor.locator('h1, h2').first()).toBeVisible()
      const text = `${await visitor.title()}\n${await visitor.locator('body').innerText()}\n${saidIn(await visitor.content())}`
      expect.soft(ofTheProduct.exec(text)?.[0], `shown ${path}`).toBeUndefined()
    }
    await screenshot(visitor, 'quotation')
    const colours = await visitor.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { color, backgroundColor, fill } = getComputedStyle(element)
        return [color, backgroundColor, fill]
      }),
    )
    expect(colours).not.toContain('rgb(74, 37, 69)')
  })

  await step('nor does a screen of the back office', async () => {
    for (const path of [
      '',
      '/products',
      '/leads',
      '/quotations',
      '/companies',
      '/figures/sales',
      '/people',
      '/account',
      '/privacy',
    ]) {
      await page.goto(`/admin${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const text = `${await page.title()}\n${await page.locator('body').innerText()}`
      expect.soft(ofTheProduct.exec(text)?.[0], `/admin${path}`).toBeUndefined()
    }
  })

  await step('nor an e-mail, a PDF or a file', async () => {
    for (const address of ['asha@nova.example', owner.email]) {
      const { subject, text, html, ...rest } = await giftwell.newestMail(address)
      expect
        .soft(ofTheProduct.exec([subject, text, html, JSON.stringify(rest)].join('\n'))?.[0], address)
        .toBeUndefined()
      expect(subject).toContain('KG-')
    }
    await visitor.goto(quotation.path)
    const saving = visitor.waitForEvent('download')
    await visitor.getByRole('button', { name: 'Download PDF' }).click()
    const file = await saving
    const bytes = await readFile(await file.path())
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const { text } = await extractText(pdf, { mergePages: true })
    const about = JSON.stringify(await pdf.getMetadata())
    expect(ofTheProduct.exec(`${file.suggestedFilename()}\n${text}\n${about}`)?.[0]).toBeUndefined()
    expect(text).toContain('Kaveri Gifts')
    await page.goto('/admin/leads')
    const exporting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export to CSV' }).click()
    const leads = await exporting
    const csv = await readFile(await leads.path(), 'utf8')
    expect(ofTheProduct.exec(`${leads.suggestedFilename()}\n${csv}`)?.[0]).toBeUndefined()
  })
  await visiting.close()
  await writeFile(testInfo.outputPath('times.txt'), times.join('\n'))
})
