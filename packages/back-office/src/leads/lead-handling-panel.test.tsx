import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { untouched } from './lead-handling.ts'
import { administrator } from '@giftwell/shared/testing/render-admin.tsx'
import type { ApiRequest } from '@giftwell/shared/testing/fake-api.ts'
import type { Lead } from './lead-list.ts'
import { leadOf, showLeads } from '../testing/show-leads.tsx'
import { leadDay } from './lead-columns.tsx'

const other = { id: '00000000-0000-0000-0000-000000000007', email: 'other@example.com' }
const me = administrator.user
/** Another inquiry of the address of Person 1, and one of the telephone number. */
const twin = leadOf(7, { id: 'a0000000-0000-0000-0000-000000000007', email: 'PERSON1@example.com' })
const caller = leadOf(8, { id: 'b0000000-0000-0000-0000-000000000008', phone: '098765 43201' })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** Shows these leads on a backend that has administrators and the history of the first lead. */
function show(
  leads = [leadOf(1, { lead_handling: untouched })],
  path = '/admin/leads',
  merged: readonly Lead[] = [],
  total?: number,
  changeLeads: () => unknown = () => undefined,
) {
  const history: object[] = []
  const shown = showLeads({
    leads,
    path,
    ...(total !== undefined && { total }),
    answer({ path: asked, body }: ApiRequest, kind) {
      if (kind === 'related') return 'merged_into' in Object(body).filters ? merged : [...leads, twin, caller]
      if (asked.endsWith('/rpc/handle_leads')) return changeLeads() ?? { changed: 1, undo: '3,4' }
      if (asked.endsWith('/rpc/administrators'))
        return [me, other].map((one) => ({ ...one, is_active: true }))
      if (asked.endsWith('/lead_events')) return history
      return asked.endsWith('/rpc/handle_lead') ? 7 : undefined
    },
  })
  const actions = () =>
    shown.requests.filter(({ path: asked }) => asked.endsWith('/rpc/handle_lead')).map(({ body }) => body)
  return { ...shown, actions, history }
}

/** Opens a lead of the list. */
async function open({ user }: { user: ReturnType<typeof show>['user'] }, name = 'Person 1') {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('region', { name }))
}
const lead = leadOf(1).id

test('a lead is new until it is opened, which is written down once', async () => {
  const { user, actions } = show()
  expect(await screen.findByText('New', { selector: '.mantine-Badge-label' })).toBeVisible()
  await open({ user })
  await waitFor(() => expect(actions()).toEqual([{ lead, kind: 'opened' }]))
})

test('state, assignee, day and notes are saved with the lead’s id', async () => {
  const { user, actions } = show([leadOf(1, { lead_handling: { ...untouched, state: 'opened' } })])
  const dialog = await open({ user })
  await dialog.findByRole('option', { name: 'other@example.com' })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'State' }), 'Quoted')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Assigned to' }), 'other@example.com')
  await user.type(dialog.getByLabelText('Come back on'), '2026-12-24')
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Wants samples')
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(actions()).toEqual([
      { lead, kind: 'state', value: 'quoted' },
      { lead, kind: 'assigned', value: other.id },
      { lead, kind: 'due', value: '2026-12-24' },
      { lead, kind: 'note', value: 'Wants samples' },
    ]),
  )
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue(''))
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  expect(actions()).toHaveLength(4)
})

test('a lead is lost for a reason, which its history has and its toast undoes', async () => {
  const { user, actions, history } = show([leadOf(1, { lead_handling: { ...untouched, state: 'quoted' } })])
  history.push({
    number: 6,
    actor_email: other.email,
    created_at: '2026-11-21T09:00:00+00:00',
    kind: 'state',
    value: 'lost',
    reason: 'price',
    note: 'Too dear',
  })
  const page = await open({ user })
  const state = page.getByRole('combobox', { name: 'State' })
  await user.selectOptions(state, 'Lost')
  const dialog = within(await screen.findByRole('dialog', { name: 'Lost' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(state).toHaveDisplayValue('Quoted')
  await user.selectOptions(state, 'Lost')
  const again = within(await screen.findByRole('dialog', { name: 'Lost' }))
  await user.selectOptions(again.getByRole('combobox', { name: 'Reason' }), 'Date')
  await user.click(again.getByRole('button', { name: 'Mark as lost' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(actions()).toEqual([
      { lead, kind: 'state', value: 'lost', reason: 'date', note: '' },
      { lead, kind: 'undone', value: '7' },
    ]),
  )
  expect(page.getByText(/set the state to Lost \(Price\)/).closest('article')).toHaveTextContent('Too dear')
})

test('the history says who did what, the latest first', async () => {
  const { history, user } = show()
  const at = '2026-11-21T09:00:00+00:00'
  history.push(
    { number: 3, actor_email: other.email, created_at: at, kind: 'note', value: 'Wants samples' },
    { number: 2, actor_email: other.email, created_at: at, kind: 'state', value: 'won' },
    { number: 1, actor_email: me.email, created_at: at, kind: 'opened', value: null },
  )
  const dialog = await open({ user })
  await dialog.findByRole('heading', { name: 'History' })
  const events = dialog.getAllByRole('article').map(({ textContent }) => textContent)
  expect(events[0]).toMatch(/^other@example.com noted.*Wants samples$/)
  expect(events[1]).toMatch(/^other@example.com set the state to Won/)
  expect(events[2]).toMatch(/^You opened it/)
})

test('the list shows the state and who has a lead', async () => {
  const handling = { ...untouched, state: 'won' as const, assigned_to: other.id, assigned_email: other.email }
  show([leadOf(1, { lead_handling: handling })])
  const row = await screen.findByRole('row', { name: /Person 1/ })
  expect(within(row).getByText('Won')).toBeVisible()
  expect(within(row).getByRole('img', { name: 'Assigned to other@example.com' })).toBeVisible()
  expect(within(row).queryByText('New')).toBeNull()
})

test('the address holds the filters, and lists are found by them', async () => {
  const { user, of } = show(undefined, `/admin/leads?assigned=${other.id}&email=a@b.example`)
  await waitFor(() =>
    expect(of('page').at(-1)?.body).toMatchObject({ filters: { assigned: other.id, email: 'a@b.example' } }),
  )
  expect(await screen.findByRole('option', { name: 'Assigned to me' })).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Assigned to' })).toHaveValue(other.id)
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Unanswered')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Assigned to anyone')
  await user.click(screen.getByRole('button', { name: 'Remove a@b.example' }))
  await waitFor(() => expect(of('page').at(-1)?.body).toMatchObject({ filters: { unanswered: 'yes' } }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Won')
  await waitFor(() => expect(of('page').at(-1)?.body).toMatchObject({ filters: { state: 'won' } }))
  expect(of('count').at(-1)?.body).toEqual({ words: '', filters: { state: 'won' } })
})

test('other inquiries of the address or the number are offered, and merged with a way back', async () => {
  const { user, actions } = show()
  const page = await open({ user })
  const others = within(await page.findByRole('region', { name: 'Other inquiries of this buyer' }))
  expect(others.getByText(/same telephone/)).toBeVisible()
  expect(others.getByRole('link', { name: '2 inquiries of this e-mail address' })).toHaveAttribute(
    'href',
    '/admin/leads?email=person1%40example.com',
  )
  expect(others.getAllByRole('button')).toHaveLength(2)
  await user.click(others.getByRole('button', { name: 'Merge GW-A0000000' }))
  expect(await screen.findByText('Inquiries merged')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(actions().slice(1)).toEqual([
      { lead: twin.id, kind: 'merged', value: lead },
      { lead: twin.id, kind: 'undone', value: '7' },
    ]),
  )
})

test('a merged inquiry stands whole on the lead that stands for it, and the merge is undone', async () => {
  const { user, actions } = show(undefined, '/admin/leads', [leadOf(4, { message: 'Also 20 pens' })])
  const page = await open({ user })
  const merged = within(await page.findByRole('region', { name: 'Merged inquiry GW-00000000' }))
  expect(merged.getByText('Also 20 pens')).toBeVisible()
  await user.click(merged.getByRole('button', { name: 'Undo the merge of GW-00000000' }))
  await waitFor(() => expect(actions()).toContainEqual({ lead: leadOf(4).id, kind: 'merged' }))
})

test('a lead that is merged leads to the one that stands for it', async () => {
  const handling = { ...untouched, merged_into: leadOf(1).id }
  const { user } = show([leadOf(2, { lead_handling: handling }), leadOf(1)])
  await user.click(await screen.findByRole('button', { name: 'Person 2' }))
  expect(await screen.findByRole('region', { name: 'Person 1' })).toBeVisible()
})

test('selected leads are assigned, set and marked as spam together, with a way back', async () => {
  const { user, requests } = show([leadOf(2), leadOf(1)], '/admin/leads?search=person')
  const calls = () =>
    requests.filter(({ path }) => path.endsWith('/rpc/handle_leads')).map(({ body }) => body)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
  const bar = () => within(screen.getByRole('toolbar', { name: 'Selected leads' }))
  await user.click(bar().getByRole('button', { name: 'Assign' }))
  await user.click(await screen.findByRole('menuitem', { name: 'other@example.com' }))
  expect(await screen.findByText('Leads updated')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls()[1]).toEqual({ kind: 'undone', value: '3,4' }))
  expect(calls()[0]).toEqual({ kind: 'assigned', value: other.id, ids: [leadOf(2).id] })
  expect(screen.queryByRole('toolbar')).toBeNull()

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(bar().getByRole('button', { name: 'Change state' }))
  expect(screen.queryByRole('menuitem', { name: 'Opened' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Lost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lost' }))
  await user.click(dialog.getByRole('button', { name: 'Mark as lost' }))
  expect(dialog.getByText('Reason is required')).toBeVisible()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'Product')
  await user.click(dialog.getByRole('button', { name: 'Mark as lost' }))
  await waitFor(() => expect(calls()[2]).toMatchObject({ kind: 'state', value: 'lost', reason: 'product' }))
  expect(Object(calls()[2]).ids).toHaveLength(2)
})

test('all leads that match are chosen by their search', async () => {
  const { user, requests } = show([leadOf(2), leadOf(1)], '/admin/leads?search=person&state=open', [], 40)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 40 that match' }))
  await user.click(screen.getByRole('button', { name: 'Spam' }))
  await waitFor(() =>
    expect(requests.find(({ path }) => path.endsWith('/rpc/handle_leads'))?.body).toEqual({
      kind: 'state',
      value: 'spam',
      words: 'person',
      filters: { state: 'open' },
    }),
  )
})

test('many leads are changed in parts, each beyond the one before, and so are they as before', async () => {
  const parts = [
    { changed: 200, undo: Array.from({ length: 200 }, (_none, at) => at + 1).join(','), last: leadOf(2).id },
    { changed: 50, undo: Array.from({ length: 50 }, (_none, at) => at + 201).join(','), last: null },
  ]
  const { user, requests } = show([leadOf(2), leadOf(1)], '/admin/leads?search=person', [], 250, () =>
    parts.shift(),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 250 that match' }))
  await user.click(screen.getByRole('button', { name: 'Spam' }))
  expect(await screen.findByText('250 leads changed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The leads are as they were before')).toBeVisible()
  const calls = requests
    .filter(({ path }) => path.endsWith('/rpc/handle_leads'))
    .map(({ body }) => Object(body))
  expect(calls.map(({ most, beyond }) => [most, beyond])).toEqual([
    [200, undefined],
    [200, leadOf(2).id],
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(calls.slice(2).map(({ value }) => value.split(',').length)).toEqual([200, 50])
})

test('where a part fails, the toast says so, and offers to undo those before', async () => {
  const parts = [
    { changed: 200, undo: Array.from({ length: 200 }, (_none, at) => at + 1).join(','), last: leadOf(2).id },
    Response.json({ message: 'Too slow' }, { status: 500 }),
    { changed: 200 },
  ]
  const { user, requests } = show([leadOf(2), leadOf(1)], '/admin/leads?search=person', [], 450, () =>
    parts.shift(),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 450 that match' }))
  await user.click(screen.getByRole('button', { name: 'Spam' }))
  expect(await screen.findByText(/^200 leads changed, but not all\. .*200 were done before/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The leads are as they were before')).toBeVisible()
  const last = requests.findLast(({ path }) => path.endsWith('/rpc/handle_leads'))
  expect(Object(last?.body).value.split(',')).toHaveLength(200)
})

test.each([
  ['Open in mail program', 'email', /^mailto:person1@example\.com\?subject=Re/],
  ['Reply on WhatsApp', 'whatsapp', /^https:\/\/wa\.me\/919876543201\?text=Hello%20Person%201/],
])('"%s" marks the lead as answered, which is undone by its toast', async (name, by, address) => {
  const { user, actions, ...shown } = show([leadOf(1)])
  const page = await open({ user })
  await user.click(page.getByRole('button', { name: 'Reply by e-mail' }))
  const link = page.getByRole('link', { name })
  expect(link).toHaveAttribute('href', expect.stringMatching(address))
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(await screen.findByText('Marked as answered')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(actions()).toEqual([
      { lead, kind: 'answered', value: by },
      { lead, kind: 'undone', value: '7' },
    ]),
  )
  expect(shown.requests.some(({ path }) => path.endsWith('/lead_events'))).toBe(true)
})

test('a chosen template is the text of both replies, also of the next lead', async () => {
  const replies = [{ id: 't1', name: 'Samples', body: 'Dear {name} of {company}', version: 1 }]
  const { user } = showLeads({
    leads: [leadOf(2), leadOf(1)],
    answer: ({ path }) => (path.endsWith('/reply_templates') ? replies : undefined),
  })
  const dialog = await open({ user }, 'Person 2')
  const textOf = (name: string, from: string) =>
    new URL(dialog.getByRole('link', { name }).getAttribute('href') ?? '').searchParams.get(from)
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Template of the reply' }), 'Samples')
  await user.click(dialog.getByRole('button', { name: 'Reply by e-mail' }))
  expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Dear Person 2 of Company 2')
  expect(textOf('Open in mail program', 'body')).toBe('Dear Person 2 of Company 2')
  expect(textOf('Reply on WhatsApp', 'text')).toBe('Dear Person 2 of Company 2')
  await user.click(dialog.getByRole('button', { name: 'Next lead' }))
  const next = within(await screen.findByRole('region', { name: 'Person 1' }))
  await user.click(next.getByRole('button', { name: 'Reply by e-mail' }))
  expect(next.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
    'href',
    expect.stringContaining('Dear%20Person%201'),
  )
  await user.selectOptions(next.getByRole('combobox', { name: 'Template of the reply' }), 'Standard reply')
  expect(next.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
    'href',
    expect.stringContaining('Thank%20you%20for%20your%20inquiry'),
  )
})

test('a reminder names the quotation of the lead that was sent last, of which drafts have no number', async () => {
  const replies = [{ id: 't1', name: 'Reminder', body: 'Have you seen our {quotation}?', version: 1 }]
  const { user } = showLeads({
    leads: [leadOf(1)],
    answer({ path }) {
      if (path.endsWith('/reply_templates')) return replies
      if (path.endsWith('/quotation_versions')) return []
      if (!path.endsWith('/quotations')) return undefined
      return [
        { id: 'q2', number: null, state: 'draft' },
        { id: 'q1', number: 'GW2627/0042', state: 'sent' },
      ]
    },
  })
  const dialog = await open({ user })
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Template of the reply' }), 'Reminder')
  await user.click(dialog.getByRole('button', { name: 'Reply by e-mail' }))
  await waitFor(() =>
    expect(dialog.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('our quotation GW2627/0042?')),
    ),
  )
})

test('without templates there is nothing to choose', async () => {
  const { user } = show()
  const dialog = await open({ user })
  expect(dialog.getByRole('button', { name: 'Reply by e-mail' })).toBeVisible()
  expect(dialog.queryByRole('combobox', { name: 'Template of the reply' })).toBeNull()
})

test('a note that is being written stays with its lead, and closing asks before it is discarded', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user, actions } = show([leadOf(2), leadOf(1)])
  await open({ user }, 'Person 2')
  const note = () => screen.getByRole('textbox', { name: 'Note' })
  await user.type(note(), 'Wants samples')
  await user.click(screen.getByRole('button', { name: 'Next lead' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 1' })
  expect(note()).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Previous lead' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 2' })
  expect(note()).toHaveValue('Wants samples')

  await user.click(screen.getByRole('button', { name: 'All leads' }))
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(note()).toHaveValue('Wants samples')
  confirm.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'All leads' }))
  await screen.findByRole('heading', { level: 1, name: 'Leads' })
  await open({ user }, 'Person 2')
  expect(note()).toHaveValue('')
  expect(actions()).toEqual([])
})

test('a note stays while the network is away, and is saved when it is back', async () => {
  const { user, actions, backend } = show()
  const dialog = await open({ user })
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Wants samples')
  const network = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await act(() => backend.connectivity.probe())
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'State' })).toBeDisabled())
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants samples')
  vi.stubGlobal('fetch', network)
  await act(() => backend.connectivity.probe())
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'State' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(actions().filter((action) => Object(action).kind === 'note')).toEqual([
      { lead, kind: 'note', value: 'Wants samples' },
    ]),
  )
})

test('a lead whose day to come back has come says so in the list, unless it is closed', async () => {
  const due = { ...untouched, state: 'quoted' as const, due_on: '2026-01-05' }
  const { user, of } = show([
    leadOf(3, { lead_handling: { ...due, due_on: '2999-01-05' } }),
    leadOf(2, { lead_handling: due }),
    leadOf(1, { lead_handling: { ...due, state: 'won' } }),
  ])
  const rows = (await screen.findAllByRole('row', { name: /Person/ })).map(({ textContent }) => textContent)
  expect(rows.map((text) => text.includes(`Due ${leadDay('2026-01-05')}`))).toEqual([false, true, false])
  await user.selectOptions(screen.getByRole('combobox', { name: 'To come back to' }), 'Today')
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  await waitFor(() =>
    expect(of('page').at(-1)?.body).toMatchObject({ filters: { due_from: today, due_to: today } }),
  )
})

test('a lead that was handled is not new', async () => {
  show([leadOf(1, { lead_handling: { ...untouched, state: 'quoted' } })])
  expect(await screen.findByText('Quoted', { selector: '.mantine-Badge-label' })).toBeVisible()
  expect(screen.queryByText('New', { selector: '.mantine-Badge-label' })).toBeNull()
})

test('arrow keys in a field stay in it', async () => {
  const { user } = show([leadOf(2), leadOf(1)])
  const dialog = await open({ user }, 'Person 2')
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'a{ArrowLeft}{ArrowRight}')
  expect(screen.getByRole('heading', { level: 1, name: 'Person 2' })).toBeVisible()
})
