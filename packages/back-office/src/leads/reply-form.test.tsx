import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { apiError, type ApiRequest } from '@giftwell/shared/testing/fake-api.ts'
import { administrator } from '@giftwell/shared/testing/render-admin.tsx'
import { leadOf, showLeads } from '../testing/show-leads.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const account = { name: 'Ada Lovelace', telephone: null, signature: 'Ada Lovelace\nGifts & Co' }
const written = `Hello Person 1,

Thank you for your inquiry GW-00000000. You asked for:

Message 1

Kind regards
${account.signature}`

interface Given {
  readonly delivers?: boolean
  readonly events?: readonly object[]
  readonly mails?: readonly object[]
  /** The inquiries for which the lead stands. */
  readonly merged?: readonly object[]
  /** The answer to a reply. */
  readonly answer?: (request: ApiRequest) => unknown
}

/** Opens the first of two leads. */
async function openLead({
  delivers = true,
  events = [],
  mails = [],
  merged = [],
  answer = () => 9,
}: Given = {}) {
  const shown = showLeads({
    leads: [leadOf(2), leadOf(1)],
    answer(request, kind) {
      const { path, body } = request
      if (kind === 'related') return 'merged_into' in Object(body).filters ? merged : []
      if (path.endsWith('/rpc/delivers_mail')) return delivers
      if (path.endsWith('/rpc/my_account')) return account
      if (path.endsWith('/rpc/reply_to_lead')) return answer(request)
      if (path.endsWith('/lead_events')) return events
      if (path.endsWith('/outbox')) return mails
      return path.endsWith('/rpc/handle_lead') ? 10 : undefined
    },
  })
  await shown.user.click(await screen.findByRole('button', { name: 'Person 1' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 1' })
  return shown
}

/** Opens the first of two leads, and the form of its reply. */
async function openForm(given: Given = {}) {
  const shown = await openLead(given)
  const { user } = shown
  const button = () => screen.getByRole('button', { name: 'Reply by e-mail' })
  await user.click(button())
  const form = () => screen.findByRole('form', { name: 'Reply to Person 1' })
  const text = () => screen.getByRole('textbox', { name: 'Text' })
  const sent = () =>
    shown.requests.filter(({ path }) => path.endsWith('/rpc/reply_to_lead')).map(({ body }) => Object(body))
  return { ...shown, button, form, text, sent }
}

const pdf = (name = 'Prices.pdf', content = '%PDF-1.7') => new File([content], name)
const attach = () => screen.getByLabelText('Attach files', { selector: 'input' })

test('a reply lists what merged inquiries asked for, too', async () => {
  const line = (name: string, quantity: number) => ({ position: 1, name, quantity, note: null })
  const { form } = await openForm({
    merged: [
      leadOf(4, { selected_products: ['Backpack'] }),
      leadOf(3, { lead_items: [line('Mini Dry Fruit Box', 40)] }),
    ],
  })
  expect(within(await form()).getByRole('textbox', { name: 'Text' })).toHaveDisplayValue(
    /You asked for:\n\n- 40 × Mini Dry Fruit Box\n- Backpack\n/,
  )
})

test('the form is filled with the subject, a greeting and the signature, and has the focus', async () => {
  const { form, text, button } = await openForm()
  expect(await form()).toHaveTextContent('To person1@example.com')
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Re: Your inquiry GW-00000000')
  await waitFor(() => expect(text()).toHaveValue(written))
  expect(text()).toHaveFocus()
  expect(button()).toHaveAttribute('aria-expanded', 'true')
})

test('"Send" sends what was written with its attachments, and closes the form; its toast undoes the mark', async () => {
  const { user, form, text, sent, button, requests } = await openForm()
  await form()
  await user.clear(text())
  await user.type(text(), 'We have them.')
  await user.upload(attach(), [pdf()])
  expect(screen.getByText('Prices.pdf')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The reply is being sent')).toBeVisible()
  expect(sent()).toEqual([
    {
      lead: leadOf(1).id,
      reply: expect.stringMatching(/^[\da-f-]{36}$/),
      subject: 'Re: Your inquiry GW-00000000',
      text: 'We have them.',
      attachments: [{ name: 'Prices.pdf', content: btoa('%PDF-1.7') }],
    },
  ])
  expect(screen.queryByRole('form', { name: 'Reply to Person 1' })).toBeNull()
  expect(button()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(requests.find(({ body }) => Object(body).kind === 'undone')?.body).toMatchObject({ value: '9' }),
  )
})

test('a reply that failed stays whole, and the same again has the same id; a changed one is another', async () => {
  let isDown = true
  const { user, form, text, sent } = await openForm({
    answer: () => (isDown ? apiError('PT429', 'You have sent 60 replies within an hour', 429) : 9),
  })
  await form()
  await user.type(text(), ' One')
  await user.upload(attach(), [pdf()])
  const press = async () => user.click(screen.getByRole('button', { name: 'Send' }))
  await press()
  expect(await screen.findByText('You have sent 60 replies within an hour')).toBeVisible()
  expect(text()).toHaveValue(`${written} One`)
  expect(screen.getByText('Prices.pdf')).toBeVisible()
  await press()
  await waitFor(() => expect(sent()).toHaveLength(2))
  await user.type(text(), ' Two')
  isDown = false
  await press()
  await screen.findByText('The reply is being sent')
  const ids = sent().map(({ reply }) => String(reply))
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test.each([
  [[pdf('tool.exe')], '“tool.exe” is none of PDF, PNG, JPEG, XLSX or DOCX.'],
  [['a', 'b', 'c', 'd'].map((name) => pdf(`${name}.pdf`)), 'A reply may have at most 3 attachments.'],
  [
    [pdf('a.png', 'x'.repeat(3_000_000)), pdf('b.JPG', 'x'.repeat(3_000_000))],
    'Attachments may have at most 5 MB together; these have 6.0 MB.',
  ],
])('attachments that are not taken say why, and nothing is attached', async (files, why) => {
  const { form } = await openForm()
  await form()
  // A dialog of files may offer all of them.
  await userEvent.setup({ applyAccept: false }).upload(attach(), files)
  expect(await screen.findByText(why)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('an attachment is removed again', async () => {
  const { user, form } = await openForm()
  await form()
  await user.upload(attach(), [pdf('a.pdf'), pdf('b.pdf')])
  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }))
  expect(screen.queryByText('a.pdf')).toBeNull()
  expect(screen.getByText('b.pdf')).toBeVisible()
})

test('what is written stays with its lead, and is discarded only after a question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user, form, text, button } = await openForm()
  await form()
  await user.type(text(), ' More')
  await user.click(screen.getByRole('button', { name: 'Previous lead' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 2' })
  expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next lead' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 1' })
  expect(text()).toHaveValue(`${written} More`)
  await user.click(button())
  expect(text()).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'All leads' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(text()).toHaveValue(`${written} More`)
  confirm.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull())
  expect(button()).toHaveFocus()
})

test('the mail program gets what was written', async () => {
  const { user, form, text } = await openForm()
  await form()
  await user.clear(text())
  await user.type(text(), 'Short')
  expect(screen.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
    'href',
    'mailto:person1@example.com?subject=Re%3A%20Your%20inquiry%20GW-00000000&body=Short',
  )
})

test('where the site delivers no e-mails the reply is a link to the mail program, which marks the lead as answered', async () => {
  const { user, requests } = await openLead({ delivers: false })
  const link = await screen.findByRole('link', { name: 'Reply by e-mail' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^mailto:person1@example\.com\?subject=Re/))
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(await screen.findByText('Marked as answered')).toBeVisible()
  expect(requests.some(({ path }) => path.endsWith('/rpc/handle_lead'))).toBe(true)
})

test('the history has the reply, says plainly that it could not be sent, and tries again', async () => {
  const reply = {
    subject: 'Re: Mugs',
    text: 'We have them.',
    attachments: [{ name: 'Prices.pdf', size: 4200 }],
  }
  const event = {
    number: 7,
    actor_email: administrator.user.email,
    created_at: '2026-11-21T09:00:00+00:00',
    kind: 'answered',
    value: 'email',
    lead_replies: reply,
  }
  const mail = {
    id: 'm7',
    kind: 'reply',
    recipient: 'person1@example.com',
    state: 'failed',
    attempts: 1,
    next_attempt_at: '2026-11-21T09:00:00+00:00',
    last_error: 'EENVELOPE 550',
    sent_at: null,
    event_number: 7,
  }
  const { user, requests } = await openForm({ events: [event], mails: [mail] })
  const article = within(await screen.findByRole('article'))
  expect(article.getByText(/^Re: Mugs/).parentElement).toHaveTextContent(
    /^Re: Mugs We have them. Attached: Prices.pdf \(4 KB\)$/,
  )
  expect(
    await article.findByText(
      'E-mail could not be sent: the mail server refuses the address or the message (EENVELOPE 550)',
    ),
  ).toBeVisible()
  expect(article.getByRole('button', { name: 'Mark as unanswered' })).toBeVisible()
  await user.click(article.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(requests.find(({ path }) => path.endsWith('/rpc/retry_mail'))?.body).toEqual({ mail_id: 'm7' }),
  )
})
