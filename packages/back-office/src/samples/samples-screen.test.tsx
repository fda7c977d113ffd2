import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import type { SampleRow } from './sample-list-query.ts'
import { SamplePanel } from './sample-panel.tsx'
import { SamplesScreen } from './samples-screen.tsx'

const sample: SampleRow = {
  id: '00000000-0000-0000-0000-000000000001',
  lead_id: '00000000-0000-0000-0000-000000000018',
  quotation_id: null,
  quotation_number: null,
  reference: 'GW-00000018',
  company: 'Meridian',
  buyer: 'Asha Rao',
  name: 'Copper bottle',
  colour: 'Red',
  charge: 150,
  state: 'asked',
  reason: null,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  sent_on: null,
  delivered_on: null,
  return_by: null,
  verdict: null,
  comment: null,
  owner_email: null,
  overdue: ['asked'],
  steps: [],
  delivery: { recipient: 'Ravi Iyer', address: '1 Ring Road', pin_code: '560001', phone: '98765' },
  created_at: '2026-11-20T10:00:00Z',
  sort_key: '2026-11-20T10:00:00',
}
const sent: SampleRow = {
  ...sample,
  id: '00000000-0000-0000-0000-000000000002',
  name: 'Mug',
  colour: null,
  state: 'sent',
  courier: 'DTDC',
  tracking_number: 'D1',
  tracking_url: 'https://track.example/D1',
  sent_on: '2026-11-19',
  overdue: [],
  steps: [{ step: 'sent', at: '2026-11-19T10:00:00Z', by: 'sales@example.com', event: 17 }],
}

function open(part: 'screen' | 'panel', path = '/admin/samples', others: readonly SampleRow[] = []) {
  const { requests } = fakeApi(({ path: called, body }) => {
    const size = Number(Object(body).size ?? 25)
    if (called.endsWith('/rpc/find_samples')) return [sample, sent, ...others].slice(0, size)
    if (called.endsWith('/rpc/count_samples')) return Response.json(2 + others.length)
    if (called.endsWith('/rpc/handle_samples')) return 1
    return []
  })
  const view = renderAdmin(part === 'screen' ? <SamplesScreen /> : <SamplePanel lead={sample.lead_id} />, {
    path,
  })
  const handled = () =>
    requests.filter(({ path: called }) => called.endsWith('handle_samples')).map(({ body }) => body)
  return { ...view, requests, handled }
}

test('the samples of a lead have their address, charge, parcel and last step', async () => {
  open('panel')
  const panel = within(await screen.findByRole('region', { name: 'Samples' }))
  expect(panel.getByText('Copper bottle in Red')).toBeVisible()
  expect(panel.getAllByText('Rs.150')).toHaveLength(2)
  expect(panel.getAllByText(/Ravi Iyer, 98765\s+1 Ring Road, 560001/)).toHaveLength(2)
  expect(panel.getByText('Asked for, overdue')).toBeVisible()
  expect(panel.getByRole('link', { name: 'DTDC, D1' })).toHaveAttribute('href', 'https://track.example/D1')
  expect(panel.getByText(/^sales@example\.com, /)).toBeVisible()
})

test('a step is one press, and a refusal asks for its reason', async () => {
  const { user, handled } = open('panel')
  await user.click(await screen.findByRole('button', { name: 'Agree: Copper bottle in Red' }))
  await waitFor(() => expect(handled()).toEqual([{ ids: [sample.id], step: 'agreed', value: {} }]))
  await user.click(screen.getByRole('button', { name: 'Refuse: Copper bottle in Red' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse Copper bottle in Red' }))
  await user.click(dialog.getByRole('button', { name: 'Refuse' }))
  expect(dialog.getByText('Reason is required')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason'), 'Sold out')
  await user.click(dialog.getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(handled()[1]).toEqual({ ids: [sample.id], step: 'refused', value: { reason: 'Sold out' } }),
  )
})

test('undoing names the step that is seen', async () => {
  const { user, handled } = open('panel')
  await user.click(await screen.findByRole('button', { name: 'Undo the last step: Mug' }))
  await waitFor(() =>
    expect(handled()).toEqual([{ ids: [sent.id], step: 'undone', value: { events: [17] } }]),
  )
})

test('a parcel has a courier of the owner’s list, or another, and its link where one is entered', async () => {
  const { user, handled } = open('panel')
  await user.click(await screen.findByRole('button', { name: 'Mark as sent: Copper bottle in Red' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Copper bottle in Red' }))
  await user.type(dialog.getByLabelText('Courier'), 'delhivery')
  await user.type(dialog.getByLabelText('Tracking link'), 'track.example')
  await user.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  expect(dialog.getByText('Enter a link that begins with https://')).toBeVisible()
  await user.clear(dialog.getByLabelText('Tracking link'))
  await user.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  await waitFor(() =>
    expect(handled()).toMatchObject([{ step: 'sent', value: { courier: 'delhivery', tracking_url: '' } }]),
  )
})

test('an address narrows the list to what is overdue, and the selected ones are handled together', async () => {
  const { user, requests, handled } = open('screen', '/admin/samples?overdue=sent&owner=none')
  expect(await screen.findByRole('combobox', { name: 'State' })).toHaveValue('overdue:sent')
  expect(requests.find(({ path }) => path.endsWith('find_samples'))?.body).toMatchObject({
    filters: { overdue: 'sent', owner: 'none' },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mug' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Copper bottle in Red' }))
  const toolbar = within(screen.getByRole('toolbar', { name: 'Selected samples' }))
  await user.click(toolbar.getByRole('button', { name: 'Mark as delivered: 2 samples' }))
  await waitFor(() => expect(handled()).toMatchObject([{ step: 'delivered' }]))
  expect(new Set(Object(handled()[0]).ids)).toEqual(new Set([sample.id, sent.id]))
})

test('all samples that match are handled in one press, also those of other pages', async () => {
  const others = Array.from({ length: 40 }, (_, index) => ({ ...sent, id: `other ${index}` }))
  const { user, requests, handled } = open('screen', '/admin/samples?state=sent', others)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const toolbar = within(screen.getByRole('toolbar', { name: 'Selected samples' }))
  expect(toolbar.getByRole('button', { name: /^Undo the last step: / })).toBeVisible()
  await user.click(await toolbar.findByRole('button', { name: 'Select all 42 that match' }))
  const deliver = await toolbar.findByRole('button', { name: 'Mark as delivered: 42 samples' })
  expect(toolbar.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await user.click(deliver)
  await waitFor(() => expect(handled()).toMatchObject([{ step: 'delivered' }]))
  expect(Object(handled()[0]).ids).toEqual([sample.id, sent.id, ...others.map(({ id }) => id)])
  expect(requests.findLast(({ body }) => Object(body).size === 1000)?.body).toMatchObject({
    filters: { state: 'sent' },
  })
})
