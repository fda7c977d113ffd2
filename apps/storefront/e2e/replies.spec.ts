import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { createAdminStorage, expect, test } from './support/giftwell.ts'
import { startDemoSite } from './support/running-site.ts'

test('staff reply to a lead with an attachment; what could not be sent is tried again, and reaches the buyer', async ({
  browser,
}) => {
  test.slow()
  await using stack = new AsyncDisposableStack()
  const received: string[] = []
  let isStrict = true
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      callback(isStrict ? Object.assign(new Error('no'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve)
  })
  stack.defer(
    () =>
      new Promise<void>((resolve) => {
        smtp.close(resolve)
      }),
  )
  // A listening TCP server has such an address.
  const { port } = smtp.server.address() as AddressInfo
  const site = stack.use(await startDemoSite({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  const config = Object(await (await fetch(`${site.url}/config.json`)).json())
  const lead = { name: 'Asha Rao', company: 'Nova', email: 'asha@nova.example', phone: '+91 98765 43210' }
  const sent = await fetch(`${site.url}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...lead, selected_products: ['Brass lamp'] }),
  })
  expect(sent.status).toBe(201)

  const storageState = await createAdminStorage(site.url, site.admin)()
  const context = stack.adopt(await browser.newContext({ baseURL: site.url, storageState }), (opened) =>
    opened.close(),
  )
  const page = await context.newPage()
  await page.goto('/admin/leads')
  await page.getByRole('button', { name: 'Asha Rao' }).click()
  await page.getByRole('button', { name: 'Reply by e-mail' }).click()
  const form = page.getByRole('form', { name: 'Reply to Asha Rao' })
  await expect(form.getByRole('textbox', { name: 'Subject' })).toHaveValue(/^Re: Your inquiry GW-/)
  const text = form.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(/^Hello Asha Rao,[^]*- Brass lamp/)
  await text.fill('Hello Asha,\n\nhere are our prices.')
  await form
    .getByLabel('Attach files')
    .setInputFiles({ name: 'Prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 lamps') })
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The reply is being sent' })).toBeVisible()
  await expect(form).toBeHidden()

  const reply = page.getByRole('article').filter({ hasText: 'here are our prices.' })
  await expect(reply).toContainText('Attached: Prices.pdf')
  await expect(reply).toContainText('E-mail could not be sent: the mail server refuses', { timeout: 30_000 })
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('in_progress')
  await expectNoViolations(page)
  isStrict = false
  await reply.getByRole('button', { name: 'Try again' }).click()
  await expect(reply).toContainText(/E-mail sent \d/, { timeout: 30_000 })

  const mail = received.find((data) => data.includes('Subject: Re: Your inquiry GW-')) ?? ''
  expect(mail).toContain(`\r\nReply-To: ${site.admin.email}\r\n`)
  expect(mail).toContain(`\r\nTo: ${lead.email}\r\n`)
  expect(mail).toContain('here are our prices.')
  expect(mail).toContain(`filename=Prices.pdf\r\n\r\n${Buffer.from('%PDF-1.7 lamps').toString('base64')}`)
  await page.goBack()
  const row = page.getByRole('row').filter({ hasText: 'asha@nova.example' })
  await expect(row.getByText('Answered', { exact: true })).toBeVisible()
})
