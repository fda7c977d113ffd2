import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { OutboxMail } from '../mail/mail-state.tsx'
import { LeadMails } from './lead-mails.tsx'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'

const mail: OutboxMail = {
  id: 'm1',
  kind: 'acknowledgement',
  recipient: 'asha@nova.example',
  state: 'queued',
  attempts: 0,
  next_attempt_at: '2026-11-23T12:05:00+00:00',
  last_error: null,
  sent_at: null,
  event_number: null,
}
const notice: OutboxMail = { ...mail, id: 'm2', kind: 'notice', recipient: 'sales@gifts.example' }
const at = (time: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

function show(mails: readonly OutboxMail[]) {
  const { requests } = fakeApi(({ path }) => (path === '/rest/v1/outbox' ? mails : null))
  const rendered = renderAdmin(
    <dl>
      <LeadMails lead="l1" />
    </dl>,
  )
  return { requests, ...rendered }
}

test.each<[string, Partial<OutboxMail>, string]>([
  [
    'sent',
    { state: 'sent', sent_at: '2026-11-23T12:03:00+00:00', attempts: 1 },
    `Acknowledgement to asha@nova.example sent ${at('2026-11-23T12:03:00Z')}`,
  ],
  ['waiting', {}, 'Acknowledgement to asha@nova.example waiting to be sent'],
  ['being sent', { attempts: 1 }, 'Acknowledgement to asha@nova.example being sent'],
])('an e-mail that is %s says so, and cannot be tried again', async (_state, given, words) => {
  show([{ ...mail, ...given }])
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('an e-mail that failed says why and when it is tried next, and "Try again" sends it now', async () => {
  const { requests, user } = show([
    { ...mail, state: 'sent', sent_at: '2026-11-23T12:03:00+00:00' },
    { ...notice, attempts: 1, last_error: 'ECONNECTION' },
  ])
  const words = `Notice to sales@gifts.example not sent yet: the mail server cannot be reached (ECONNECTION), next try ${at('2026-11-23T12:05:00Z')}`
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => {
    const [call, ...others] = requests.filter(({ path }) => path === '/rest/v1/rpc/retry_mail')
    expect([call?.body, others]).toEqual([{ mail_id: 'm2' }, []])
  })
})

test.each([
  ['EENVELOPE 550', 'the mail server refuses the address or the message'],
  ['EENVELOPE 451', 'the mail server does not accept it now'],
  ['EAUTH 535', 'the mail server refuses the password of the site'],
  ['ETIMEDOUT', 'the mail server cannot be reached'],
  ['EXPIRED', 'no server sent it for two days'],
])('an e-mail that was given up (%s) says why, and can be tried again', async (error, why) => {
  show([{ ...mail, state: 'failed', attempts: 1, last_error: error }])
  const words = `Acknowledgement to asha@nova.example could not be sent: ${why} (${error})`
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test.each([
  ['Send a new link', 'renewed'],
  ['End all links', 'ended'],
])('"%s" ends the buyer’s links', async (name, value) => {
  const { requests, user } = show([])
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => {
    const calls = requests.filter(({ path }) => path === '/rest/v1/rpc/handle_lead')
    expect(calls.map(({ body }) => body)).toEqual([{ lead: 'l1', kind: 'link', value }])
  })
  expect(await screen.findByText('The buyer’s earlier links no longer work')).toBeVisible()
})

test('a reply stands in the history, and not among the other e-mails', async () => {
  show([mail, { ...mail, id: 'm3', kind: 'reply', event_number: 7 }])
  expect(await screen.findAllByText(/waiting to be sent/)).toHaveLength(1)
})

test('a lead without e-mails shows nothing', async () => {
  const { requests } = show([])
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(screen.queryByText('E-mails')).not.toBeInTheDocument()
})
