import { expect, test } from './support/giftwell.ts'

test.use({ signedIn: true })

test('a quotation for a pharmaceutical company hints at what is nothing for a doctor, until it is for another', async ({
  page,
  giftwell,
}) => {
  const { supabaseKey } = Object(await (await page.request.get('/config.json')).json())
  const email = giftwell.newAddress('pharma')
  const sent = await page.request.post('/rest/v1/leads', {
    headers: { apikey: String(supabaseKey) },
    data: {
      name: 'Pharma Buyer',
      company: 'Test Pharma Ltd',
      email,
      phone: '+91 98765 43210',
      selected_products: ['A test diary', 'A test lamp'],
    },
  })
  expect(sent.status()).toBe(201)
  await page.goto(`/admin/leads?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Pharma Buyer' }).first().click()
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await page.getByRole('textbox', { name: 'Price of A test diary' }).fill('1000')
  await page.getByRole('textbox', { name: 'Price of A test lamp' }).fill('1000.01')
  const hints = page.getByRole('region', { name: 'Hints on the law' })
  await expect(hints).toContainText('UCPMP 2024')
  await expect(hints).toContainText('A test diary: not marked as a brand reminder')
  await expect(hints).toContainText('A test lamp: above Rs.1000 each, not marked as a brand reminder')
  await expect(hints).toContainText('no legal or tax advice')
  await page.getByRole('checkbox', { name: 'Pharmaceutical company' }).uncheck()
  await expect(hints).not.toContainText('UCPMP 2024')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Pharmaceutical company' })).not.toBeChecked()
})
