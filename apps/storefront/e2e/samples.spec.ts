import { expect, test } from './support/giftwell.ts'
import { cards, rendered } from './support/steps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a sample is asked for on a phone, agreed, sent and delivered, and has a verdict by the link', async ({
  page,
  browser,
  giftwell,
  request,
}) => {
  await rendered(request, '/catalogue')
  await page.goto('/catalogue')
  const name = await cards(page).first().getByRole('heading').innerText()
  const address = await cards(page)
    .first()
    .getByRole('link', { name, exact: true })
    .first()
    .getAttribute('href')
  await page.goto(address ?? '')
  await page.getByRole('button', { name: 'Request a sample' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a sample' })
  await expect(dialog).toContainText('Samples are free.')
  const email = giftwell.newAddress('sampling')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sampling Buyer')
  await dialog.getByRole('textbox', { name: 'Company' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Phone', exact: true }).fill('+91 98765 43210')
  await dialog.getByRole('textbox', { name: 'Recipient', exact: true }).fill('Ravi Iyer')
  await dialog.getByRole('textbox', { name: 'Recipient’s phone' }).fill('98765')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Ring Road, Bengaluru')
  await dialog.getByRole('textbox', { name: 'PIN code' }).fill('5600')
  await dialog.getByRole('button', { name: 'Request a sample' }).click()
  await expect(dialog.getByRole('textbox', { name: 'PIN code' })).toBeFocused()
  await expect(dialog).toContainText('A PIN code has six digits')
  await dialog.getByRole('textbox', { name: 'PIN code' }).fill('560 001')
  await dialog.getByRole('button', { name: 'Request a sample' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sample requested' })).toBeVisible()

  const storageState = await giftwell.adminStorage()
  const office = await (await browser.newContext({ baseURL: giftwell.baseUrl, storageState })).newPage()
  await office.goto(`/admin/samples?search=${email}`)
  await office.getByRole('table', { name: 'Samples' }).getByRole('row').filter({ hasText: name }).click()
  const panel = office.getByRole('region', { name: 'Samples' })
  await expect(panel).toContainText('1 Ring Road, Bengaluru, 560001')
  await panel.getByRole('button', { name: `Agree: ${name}` }).click()
  await expect(panel).toContainText('Agreed')
  const newestSubject = async () => (await giftwell.newestMail(email)).subject
  await expect.poll(newestSubject).toContain('Your sample is agreed')
  await panel.getByRole('button', { name: `Mark as sent: ${name}` }).click()
  const sending = office.getByRole('dialog', { name: `Send ${name}` })
  await sending.getByLabel('Courier').fill('Delhivery')
  await sending.getByLabel('Tracking number').fill('D 1234')
  await sending.getByLabel('Tracking link').fill('https://track.example/D1234')
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  const link = panel.getByRole('link', { name: 'Delhivery, D 1234' })
  await expect(link).toHaveAttribute('href', 'https://track.example/D1234')
  await panel.getByRole('button', { name: `Mark as delivered: ${name}` }).click()
  await expect(panel).toContainText('Delivered')

  await expect.poll(newestSubject).toContain('Your sample is on its way')
  const mail = await giftwell.newestMail(email)
  expect(mail.text).toContain('https://track.example/D1234')
  await page.goto(/https?:\S+\/inquiry\/\w+/.exec(mail.text)?.[0] ?? '')
  const verdict = page.getByRole('form', { name: `Feedback on ${name}` })
  await verdict.getByRole('textbox', { name: 'How do you like it?' }).fill('A fine gift')
  await verdict.getByRole('button', { name: 'We like it' }).click()
  await expect(page.getByRole('region', { name: 'Samples' })).toContainText(
    'You said: We like it. A fine gift',
  )

  await office.reload()
  await expect(panel).toContainText('“We like it”: A fine gift')
  await panel.getByRole('button', { name: `Mark as kept: ${name}` }).click()
  await expect(panel).toContainText('Kept')
  await panel.getByRole('button', { name: `Undo the last step: ${name}` }).click()
  await expect(panel).not.toContainText('Kept')
})
