import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

const webhook = {
  id: 'id-hook',
  address: 'https://crm.example/hook',
  events: ['lead.created', 'quotation.accepted'],
  is_enabled: true,
  rotated_at: null,
  created_at: '2026-11-20T10:00:00Z',
  waiting: 0,
  failed: 1,
}
const delivery = {
  id: 'id-sent',
  event: 'lead.created',
  state: 'sent',
  attempts: 1,
  created_at: '2026-11-20T10:00:00Z',
  attempted_at: '2026-11-20T10:00:01Z',
  next_attempt_at: '2026-11-20T10:00:01Z',
  status: 200,
  error: null,
  ms: 120,
}

function open(webhooks: readonly object[], deliveries: readonly object[] = []) {
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/webhooks')) return webhooks
    if (path.endsWith('/webhook_deliveries')) return deliveries
    return Response.json(/save|rotate/.test(path) ? 'whsec_c2VjcmV0' : null)
  })
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const view = renderAdmin(<WebhooksSection />, { path: '/admin/settings/webhooks' })
  const calls = () =>
    requests
      .filter(({ path }) => !/(webhooks|webhook_deliveries)$/.test(path) && path.includes('/rpc/'))
      .map(({ path, body }) => [path.split('/').at(-1), body])
  return { ...view, calls }
}

test('a webhook is added with what it sends, and its secret is shown once', async () => {
  const { user, calls } = open([])
  const address = await screen.findByRole('textbox', { name: 'Address' })
  await user.type(address, 'http://crm.example')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect(address).toHaveAccessibleDescription('Enter an address like https://example.com/hook')
  await user.clear(address)
  await user.type(address, 'https://crm.example/hook')
  await user.click(screen.getByRole('checkbox', { name: 'Quotation accepted' }))
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_c2VjcmV0')
  expect(calls()).toEqual([
    ['save_webhook', { address: 'https://crm.example/hook', events: ['lead.created', 'quotation.accepted'] }],
  ])
})

test('what was sent shows how it was answered, and what was given up is sent again', async () => {
  const { user, calls } = open(
    [webhook],
    [
      {
        ...delivery,
        id: 'id-failed',
        event: 'quotation.accepted',
        state: 'failed',
        attempts: 8,
        status: 500,
        error: 'status 500',
      },
      { ...delivery, id: 'id-private', state: 'failed', attempts: 8, status: null, error: 'private address' },
      delivery,
    ],
  )
  const table = within(await screen.findByRole('table', { name: 'Events sent to https://crm.example/hook' }))
  expect(table.getByRole('row', { name: /New lead.*Received \(200, 120 ms\)/ })).toBeVisible()
  expect(table.getByText('Not received: Private addresses receive no events')).toBeVisible()
  expect(table.getByRole('row', { name: /Quotation accepted.*Not received: Answered 500/ })).toBeVisible()
  await user.click(table.getByRole('button', { name: 'Send again: Quotation accepted' }))
  await waitFor(() => expect(calls()).toEqual([['resend_webhook', { delivery: 'id-failed' }]]))
})

test('a webhook is tested, disabled, changed, given a new secret and deleted', async () => {
  const { user, calls } = open([webhook])
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
  }
  await press('Send a test event')
  await waitFor(() => expect(calls()).toHaveLength(1))
  await press('Disable')
  await waitFor(() => expect(calls()).toHaveLength(2))
  await press('New secret')
  const secret = within(await screen.findByRole('dialog', { name: 'New secret' }))
  expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_c2VjcmV0')
  await user.click(secret.getByRole('button', { name: 'Done' }))
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  await user.click(dialog.getByRole('checkbox', { name: 'New lead' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls()).toHaveLength(4))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Delete')
  const saved = { address: webhook.address, webhook: 'id-hook' }
  await waitFor(() =>
    expect(calls()).toEqual([
      ['test_webhook', { webhook: 'id-hook' }],
      ['save_webhook', { ...saved, events: webhook.events, is_enabled: false }],
      ['rotate_webhook_secret', { webhook: 'id-hook' }],
      ['save_webhook', { ...saved, events: ['quotation.accepted'], is_enabled: true }],
      ['delete_webhook', { webhook: 'id-hook' }],
    ]),
  )
})
