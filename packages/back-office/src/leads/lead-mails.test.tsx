import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { type LeadMail, LeadMails } from './lead-mails.tsx'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'

afterEach(() => void vi.unstubAllGlobals())

const mail: LeadMail = {
  id: 'm1',
  kind: 'acknowledgement',
  recipient: 'asha@nova.example',
  state: 'queued',
  attempts: 0,
  next_attempt_at: '2026-11-23T12:05:00+00:00',
  last_error: null,
  sent_at: null,
}
const notice: LeadMail = { ...mail, id: 'm2', kind: 'notice', recipient: 'sales@gifts.example' }
const at = (time: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

function show(mails: readonly LeadMail[]) {
  const { requests } = fakeApi(({ path }) => (path === '/rest/v1/outbox' ? mails : null))
  const rendered = renderAdmin(
    <dl>
      <LeadMails lead="l1" />
    </dl>,
  )
  return { requests, ...rendered }
}

test.each<[string, Partial<LeadMail>, string]>([
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
  const words = `Notice to sales@gifts.example failed (ECONNECTION), next try ${at('2026-11-23T12:05:00Z')}`
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => {
    const [call, ...others] = requests.filter(({ path }) => path === '/rest/v1/rpc/retry_mail')
    expect([call?.body, others]).toEqual([{ mail_id: 'm2' }, []])
  })
})

test('an e-mail that failed for good can be tried again', async () => {
  show([{ ...mail, state: 'failed', attempts: 1, last_error: 'EENVELOPE 550' }])
  expect(await screen.findByText('Acknowledgement to asha@nova.example failed (EENVELOPE 550)')).toBeVisible()
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
  expect(await screen.findByText('The buyer’s earlier links have ended')).toBeVisible()
})

test('a lead without e-mails shows nothing', async () => {
  const { requests } = show([])
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(screen.queryByText('E-mails')).not.toBeInTheDocument()
})
