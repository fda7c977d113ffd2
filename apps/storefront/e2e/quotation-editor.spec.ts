import { expect, test } from './support/giftwell.ts'
import { newestMailTo } from './support/mailbox.ts'

test.use({ signedIn: true })

test('a quotation is written from a lead by keyboard, sent, revised and accepted for the buyer', async ({
  page,
  giftwell,
}) => {
  const { supabaseKey } = Object(await (await page.request.get('/config.json')).json())
  const email = giftwell.newAddress('quoted')
  const products = ['A test mug', 'A test pen', 'A test lamp']
  const sent = await page.request.post('/rest/v1/leads', {
    headers: { apikey: String(supabaseKey) },
    data: {
      name: 'Quoted Buyer',
      company: 'Test Company',
      email,
      phone: '+91 98765 43210',
      selected_products: products,
    },
  })
  expect(sent.status()).toBe(201)

  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Legal name' }).fill('Test Seller LLP')
  await page.getByRole('textbox', { name: 'GSTIN' }).fill('27AAPFU0939F1ZV')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'successfully' })).toBeVisible()

  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Quoted Buyer' }).first().click()
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Price of A test mug' })).toBeFocused()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await page.keyboard.type('20.50')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('300')
  for (const name of products) {
    await page.getByRole('textbox', { name: `HSN of ${name}` }).fill('6912')
    await page.getByRole('textbox', { name: `GST rate of ${name}` }).fill('18')
  }
  const problem = page.getByRole('region', { name: 'Before you can send it' })
  await page.getByRole('textbox', { name: 'GST rate of A test pen' }).fill('')
  await problem.getByRole('button', { name: 'The GST rate of A test pen is not known' }).click()
  await expect(page.getByRole('textbox', { name: 'GST rate of A test pen' })).toBeFocused()
  await page.keyboard.type('18')
  const place = page.getByRole('combobox', { name: 'Place of supply' })
  await problem.getByRole('button', { name: /^The place of supply is not known/ }).click()
  await expect(place).toBeFocused()
  await place.selectOption('Maharashtra')
  await expect(problem).toBeHidden()
  // 420.50 at 18 % in the seller's state, rounded off.
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('₹496.00')

  await page.getByRole('button', { name: 'Send quotation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send quotation' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Quotation GW\d{4}\/\d{4}$/)
  const number = (await heading.innerText()).replace('Quotation ', '')
  await expect.poll(async () => (await newestMailTo(giftwell.mailFolder, email)).text).toContain(number)

  await page.getByRole('button', { name: 'Revise' }).click()
  await page.getByRole('textbox', { name: 'Discount' }).fill('10 %')
  await page.getByRole('button', { name: 'Send quotation' }).click()
  await dialog.getByLabel('How it is sent').selectOption('link')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const link = page.getByRole('dialog', { name: `Link to ${number}-R2` })
  await expect(link.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/q\/[\w-]{22,}$/)
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()

  await page.getByRole('button', { name: 'Accept for the buyer' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('By telephone')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept for the buyer' }).click()
  await expect(page.getByText('Accepted by Quoted Buyer')).toBeVisible()
  await page.getByRole('link', { name: /^Lead GW-/ }).click()
  await expect(page.getByText(`${number}: Accepted`)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('won')
})
