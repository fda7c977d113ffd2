import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { apiError, type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { clockText } from './breach-tab.tsx'
import { dataText } from '@giftwell/shared/legal/data-copy.tsx'
import { countsText } from './person-dialog.tsx'
import { dueText } from './privacy-requests.ts'
import { PrivacyScreen } from './privacy-screen.tsx'

const open = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'grievance',
  email: 'asha@example.com',
  text: 'I get too many calls',
  created_at: '2026-08-01T10:00:00Z',
  due_on: '2026-10-30',
  state: 'open',
  answer: null,
  closed_at: null,
  closed_by: null,
}
const retention = [
  { kind: 'unanswered', days: null, warns: false, due_now: 0, next_on: null, last_run_at: null },
  { kind: 'searches', days: 90, warns: false, due_now: 4, next_on: '2026-11-28', last_run_at: null },
  { kind: 'mail_files', days: 90, warns: false, due_now: null, next_on: null, last_run_at: null },
]
const entry = {
  number: 7,
  at: '2026-11-21T08:00:00Z',
  actor_email: 'sales@example.com',
  action: 'opened',
  lead_id: '12ab34cd-0000-4000-8000-000000000001',
  leads: 1,
}
const notice = {
  id: '00000000-0000-4000-8000-000000000005',
  form: 'inquiry',
  language: 'en',
  version: 1,
  text: '{site} stores what you enter. Questions: {grievance}',
  created_at: '2026-11-21T08:00:00Z',
}

function Address() {
  return <p data-testid="address">{useLocation().search}</p>
}

/** Rows of a table with their exact number. */
const rows = (list: readonly unknown[]) =>
  Response.json(list, { headers: { 'content-range': `0-${list.length}/${list.length}` } })

function show(path: string, answer: (request: ApiRequest) => unknown = () => undefined) {
  const { requests } = fakeApi(async (request) => {
    const own = await answer(request)
    if (own !== undefined) return own
    const name = request.path.split('/').at(-1)
    if (name === 'privacy_requests') return rows([open])
    if (name === 'access_log') return rows([entry])
    if (name === 'privacy_notices') return [notice]
    if (name === 'site_settings')
      return [{ id: 'site', version: 1, grievance_contact: 'Ravi, Privacy Office' }]
    if (name === 'retention_due') return retention
    if (name === 'breaches') return []
    return name === 'administrators' ? [] : null
  })
  const view = renderAdmin(
    <>
      <PrivacyScreen />
      <Address />
    </>,
    { path },
  )
  const calls = (name: string) =>
    requests.filter((request) => request.path.endsWith(`/rpc/${name}`)).map(({ body }) => body)
  return { ...view, requests, calls }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T06:00:00Z') })
  vi.spyOn(console, 'error').mockReturnValue()
})

test('the 90-day clock is in words, by the day in India', () => {
  const now = new Date('2026-11-28T20:00:00Z') // the 29th in India
  expect(dueText('2026-11-29', now)).toBe('due today')
  expect(dueText('2026-11-30', now)).toBe('due in 1 day')
  expect(dueText('2026-11-28', now)).toBe('overdue by 1 day')
  expect(dueText('2026-10-30', now)).toBe('overdue by 30 days')
})

test('the list shows the open requests, the ones that are due first, and how long one is overdue', async () => {
  const { requests } = show('/admin/privacy')
  const table = await screen.findByRole('table', { name: 'Requests' })
  expect(within(table).getByText('asha@example.com')).toBeVisible()
  expect(within(table).getByText('30 Oct 2026, overdue by 29 days')).toBeVisible()
  const page = requests.find(({ path, query }) => path.endsWith('/privacy_requests') && query.has('order'))
  expect(page?.query.get('state')).toBe('eq.open')
  expect(page?.query.get('order')).toBe('created_at.asc,id.asc')
})

test('the filters and the tab are in the address', async () => {
  const { user, requests } = show('/admin/privacy')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'overdue')
  await waitFor(() => {
    const last = requests.findLast(({ path }) => path.endsWith('/privacy_requests'))
    expect(last?.query.getAll('due_on')).toEqual(['lt.2026-11-28'])
  })
  expect(screen.getByTestId('address')).toHaveTextContent('?state=overdue')
  await user.click(screen.getByRole('tab', { name: 'Retention' }))
  expect(screen.getByTestId('address')).toHaveTextContent('?tab=retention')
  expect(await screen.findByRole('group', { name: 'Unanswered leads' })).toBeVisible()
})

test('a request by telephone is recorded; a wrong address is refused at its field', async () => {
  const { user, calls } = show('/admin/privacy')
  await user.click(screen.getByRole('button', { name: 'Record a request' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a request' }))
  await user.type(dialog.getByRole('textbox', { name: 'E-mail of the person' }), 'asha')
  await user.click(dialog.getByRole('button', { name: 'Record a request' }))
  expect(dialog.getByText('Enter an e-mail address like name@company.com')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'E-mail of the person' }), '@example.com')
  await user.type(dialog.getByRole('textbox', { name: 'Their request' }), 'Wrong number')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Correction')
  await user.click(dialog.getByRole('button', { name: 'Record a request' }))
  await waitFor(() =>
    expect(calls('open_privacy_request')).toEqual([
      { kind: 'correction', email: 'asha@example.com', text: 'Wrong number' },
    ]),
  )
})

test('a request is closed with its answer; a refusal needs one, and a failure keeps it', async () => {
  let isDown = true
  const { user, calls } = show('/admin/privacy', ({ path }) =>
    path.endsWith('/close_privacy_request') && isDown
      ? apiError('PT409', 'This request is already closed', 409)
      : undefined,
  )
  await user.click(await screen.findByText('asha@example.com'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Grievance, asha@example.com' }))
  expect(dialog.getByText('I get too many calls')).toBeVisible()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Outcome' }), 'Refused')
  await user.click(dialog.getByRole('button', { name: 'Close request' }))
  expect(dialog.getByText('A refusal needs an answer')).toBeVisible()
  expect(calls('close_privacy_request')).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Answer' }), 'We call once')
  await user.click(dialog.getByRole('button', { name: 'Close request' }))
  expect(await screen.findByText('This request is already closed')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Answer' })).toHaveValue('We call once')
  isDown = false
  await user.click(dialog.getByRole('button', { name: 'Close request' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('close_privacy_request').at(-1)).toEqual({
    id: open.id,
    state: 'refused',
    answer: 'We call once',
  })
})

test('an erasure counts first, and the run says the same numbers', async () => {
  const { user, calls } = show('/admin/privacy', ({ path }) => {
    if (path.endsWith('/person_data')) return { email: 'asha@example.com', leads: [{ name: 'Asha' }] }
    return path.endsWith('/erase_person')
      ? { leads: 2, quotations: 3, kept: 1, kept_paise: 17_442_000 }
      : undefined
  })
  await user.click(screen.getByRole('button', { name: 'Find a person' }))
  await user.type(await screen.findByRole('textbox', { name: 'E-mail of the person' }), 'asha@example.com')
  await user.click(screen.getByRole('button', { name: 'Show data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Data of asha@example.com' }))
  expect(await dialog.findByRole('region', { name: 'Stored data' })).toHaveTextContent(
    'Inquiries (1)NameAsha',
  )
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  const said = '2 leads, 2 quotations. As legal copies 1 accepted quotation of ₹1,74,420.00 stays.'
  expect(await dialog.findByText(`Would be erased: ${said}`)).toBeVisible()
  expect(dialog.getByRole('group', { name: 'Erasure' })).toHaveFocus()
  expect(calls('erase_person')).toEqual([{ email: 'asha@example.com', dry_run: true }])
  await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
  expect(await dialog.findByText(`Erased: ${said}`)).toBeVisible()
  expect(calls('erase_person')[1]).toEqual({ email: 'asha@example.com', dry_run: false })
  expect(dialog.queryByRole('region', { name: 'Stored data' })).toBeNull()
  expect(dialog.getByRole('group', { name: 'Erasure' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Find a person' })).toHaveFocus())
})

test('an erasure closes the request that asked for it, so that only the e-mail is left to send', async () => {
  const { user } = show('/admin/privacy', ({ path }) =>
    path.endsWith('/erase_person') ? { leads: 1 } : undefined,
  )
  await user.click(await screen.findByText('asha@example.com'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Answer' }), 'It is done')
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  await user.click(await dialog.findByRole('button', { name: 'Erase for good' }))
  expect(await dialog.findByText('Erased: 1 lead.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Close request' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'Answer by e-mail' })).toHaveAttribute(
    'href',
    'mailto:asha@example.com?subject=Your%20request%20about%20your%20data&body=It%20is%20done',
  )
})

test('an address of which nothing is stored says so', async () => {
  const { user } = show('/admin/privacy', ({ path }) =>
    path.endsWith('/rpc/person_data') ? { email: 'nobody@example.com', leads: [], accounts: [] } : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Find a person' }))
  await user.type(screen.getByRole('textbox', { name: 'E-mail of the person' }), 'nobody@example.com')
  await user.click(screen.getByRole('button', { name: 'Show data' }))
  const stored = within(await screen.findByRole('region', { name: 'Stored data' }))
  expect(stored.getByText('Nothing is stored about this address.')).toBeVisible()
})

test('an erasure that the server refuses says why, and can be tried again', async () => {
  const { user } = show('/admin/privacy', ({ path }) =>
    path.endsWith('/erase_person')
      ? apiError('22023', 'This address has access to the back office')
      : undefined,
  )
  await user.click(await screen.findByText('asha@example.com'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('This address has access to the back office')
  expect(dialog.getByRole('button', { name: 'Erase' })).toBeEnabled()
})

test('stored data is copied as an indented text in the product’s words, without what is empty', () => {
  const history = [
    { kind: 'note', value: 'Call again', created_at: '2026-11-28T08:00:00Z' },
    { kind: 'state', value: 'in_progress' },
  ]
  const data = {
    email: 'a@b.in',
    leads: [{ name: 'Asha', message: null, selected_products: ['Mug', 'Pen'], history }],
    quotations: [{ place: { tax: 'cgst_sgst' } }],
    views: [],
  }
  expect(dataText(data)).toBe(
    [
      'E-mail: a@b.in',
      'Inquiries:',
      '  Name: Asha',
      '  Names of products: Mug, Pen',
      '  History:',
      '    Kind: Note',
      '    Details: Call again',
      '    Date: 28 Nov 2026, 1:30 pm IST',
      '',
      '    Kind: State',
      '    Details: In progress',
      'Quotations:',
      '  Place of supply:',
      '    Tax: CGST and SGST',
      '',
    ].join('\n'),
  )
  expect(countsText({ leads: 0 })).toBe('nothing is stored of this address.')
  expect(countsText({ quotations: 1, kept: 1 })).toBe('nothing. As legal copies 1 accepted quotation stays.')
})

test('saving a retention says first how much is that old, and a refusal saves nothing', async () => {
  const { user, calls, requests } = show('/admin/privacy?tab=retention', ({ path, body }) =>
    path.endsWith('/retention_due') && 'of_kind' in Object(body)
      ? [{ ...retention[0], days: 30, due_now: 12 }]
      : undefined,
  )
  const row = within(await screen.findByRole('group', { name: 'Unanswered leads' }))
  expect(screen.getByText(/^4 due now\. Next on 28 Nov 2026\./)).toBeVisible()
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true)
  await user.type(row.getByRole('textbox', { name: 'Days of Unanswered leads' }), '30')
  await user.click(row.getByRole('checkbox', { name: 'Notice 48 hours before, Unanswered leads' }))
  await user.click(row.getByRole('button', { name: 'Save Unanswered leads' }))
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  expect(confirm.mock.calls[0]?.[0]).toContain('12 are that old now')
  expect(calls('save_retention')).toEqual([])
  expect(requests.some(({ body }) => Object(body).of_days === 30)).toBe(true)
  await user.click(row.getByRole('button', { name: 'Save Unanswered leads' }))
  await waitFor(() =>
    expect(calls('save_retention')).toEqual([{ kind: 'unanswered', days: 30, warns: true }]),
  )
})

test('days that are no number are refused at their field', async () => {
  const { user, calls } = show('/admin/privacy?tab=retention')
  const row = within(await screen.findByRole('group', { name: 'Words of searches' }))
  await user.clear(row.getByRole('textbox'))
  await user.type(row.getByRole('textbox'), '1.5')
  await user.click(row.getByRole('button', { name: /^Save/ }))
  expect(row.getByText('Enter whole days from 1 to 36,500, or leave it empty for never')).toBeVisible()
  expect(calls('save_retention')).toEqual([])
})

test('the access log is filtered by person and lead, and goes on after its last entry', async () => {
  const many = Array.from({ length: 25 }, (_none, index) => ({ ...entry, number: 100 - index }))
  const { user, requests } = show('/admin/privacy?tab=access', ({ path, query }) =>
    path.endsWith('/access_log')
      ? Response.json(query.get('limit') === '1' ? many.slice(0, 1) : many, {
          headers: { 'content-range': '0-24/60' },
        })
      : undefined,
  )
  const leadsAsked = () => requests.findLast(({ path }) => path.endsWith('/access_log'))?.query.get('or')
  const table = await screen.findByRole('table', { name: 'Access log' })
  expect(
    screen.getByText(/Programs that read through the API with a staff account are not listed/),
  ).toBeVisible()
  expect(within(table).getAllByRole('link', { name: 'GW-12AB34CD' })[0]).toHaveAttribute(
    'href',
    `/admin/leads/${entry.lead_id}`,
  )
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(requests.at(-1)?.query.get('number')).toBe('lt.76'))
  await user.type(screen.getByRole('searchbox', { name: /^Lead/ }), 'gw-12ab34cd{Enter}')
  await waitFor(() =>
    expect(leadsAsked()).toBe(
      '(and(lead_id.gte.12ab34cd-0000-0000-0000-000000000000,lead_id.lte.12ab34cd-ffff-ffff-ffff-ffffffffffff))',
    ),
  )
  const lead = '12ab34cd-0000-4000-8000-000000000001'
  await user.clear(screen.getByRole('searchbox', { name: /^Lead/ }))
  await user.type(screen.getByRole('searchbox', { name: /^Lead/ }), `${lead}{Enter}`)
  await waitFor(() =>
    expect(leadsAsked(), 'also exports of more than a hundred leads').toBe(
      `(and(lead_id.gte.${lead},lead_id.lte.${lead}),lead_ids.cs.{${lead}})`,
    ),
  )
})

test('the access log names the contact of an entry without leads, and is searched by an address', async () => {
  const person = { ...entry, lead_id: null, leads: 0, lead: null }
  const named = { ...person, number: 2, contact: { email: 'asha_rao@acme.example' } }
  const { user, requests } = show('/admin/privacy?tab=access', ({ path }) =>
    path.endsWith('/access_log') ? rows([named, { ...person, number: 1, contact: null }]) : undefined,
  )
  const table = await screen.findByRole('table', { name: 'Access log' })
  expect(await within(table).findByText('asha_rao@acme.example')).toBeVisible()
  expect(within(table).getByText('A person who was erased')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: /^Lead/ }), 'Asha_Rao@acme.example{Enter}')
  await waitFor(() => {
    const asked = requests.findLast(({ path }) => path.endsWith('/access_log'))?.query
    expect(asked?.get('contact.email')).toBe(String.raw`ilike.Asha\_Rao@acme.example`)
    expect(asked?.get('select')).toContain('contact:contacts!inner(email)')
  })
})

test('the 72 hours to report a breach count from when it is known', () => {
  const known = new Date('2026-11-28T00:00:00Z')
  expect(clockText(known, new Date('2026-11-28T06:00:00Z'))).toMatch(/^66 hours left:/)
  expect(clockText(known, new Date('2026-12-01T01:30:00Z'))).toMatch(/overdue by 1 hour:/)
})

test('who is affected by a breach gets a text that is filled in, and the sheet for the Board has every field', async () => {
  const { user, calls } = show('/admin/privacy?tab=breach', ({ path }) =>
    path.endsWith('/affected_people')
      ? [{ email: 'asha@example.com', name: 'Asha', tables: ['leads', 'outbox'], rows: 3 }]
      : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Find affected people' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Enter when it began and ended.')
  await user.type(screen.getByLabelText('From'), '2026-11-20T10:00')
  await user.type(screen.getByLabelText('To'), '2026-11-21T10:00')
  await user.type(screen.getByLabelText('Known since'), '2026-11-28T06:00')
  await user.click(screen.getByRole('checkbox', { name: 'E-mails' }))
  await user.type(screen.getByRole('textbox', { name: 'Nature' }), 'A stolen laptop')
  await user.click(screen.getByRole('button', { name: 'Find affected people' }))
  expect(await screen.findByRole('region', { name: 'Affected people (1)' })).toBeVisible()
  expect(calls('affected_people')).toEqual([
    {
      since: new Date('2026-11-20T10:00').toISOString(),
      until: new Date('2026-11-21T10:00').toISOString(),
      tables: ['leads', 'outbox'],
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Copy text for asha@example.com' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('Dear Asha,')
  expect(copied).toContain('What happened: A stolen laptop')
  expect(copied).toContain('Which data: leads, e-mails')
  expect(copied).not.toMatch(/\{\w+\}/)
  await user.click(screen.getByRole('button', { name: 'Sheet for the Board' }))
  const sheet = within(await screen.findByRole('dialog', { name: /report to the Board/ }))
  expect(sheet.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Known since',
    'Affected time',
    'Affected data',
    'Affected people',
    'Nature',
    'Extent',
    'Timing',
    'Location',
    'Consequences',
    'Measures',
    'Contact',
  ])
  expect(sheet.getByText('A stolen laptop')).toBeVisible()
  expect(sheet.getByText('Affected people').nextSibling).toHaveTextContent('1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Accounts' }))
  await user.click(screen.getByRole('button', { name: 'Sheet for the Board' }))
  const changed = within(await screen.findByRole('dialog'))
  expect(changed.getByText('Affected people').nextSibling).toHaveTextContent('not counted yet')
})

test('what an administrator has saved of a breach is what a colleague sees, and changes', async () => {
  const table: { row: Record<string, unknown> | null } = { row: null }
  const server = ({ path, method, body }: ApiRequest) => {
    if (!path.endsWith('/breaches')) return undefined
    if (method === 'GET') return table.row === null ? [] : [table.row]
    table.row = {
      id: 'breach',
      ...table.row,
      ...Object(body),
      version: Number(table.row?.['version'] ?? 0) + 1,
    }
    return table.row
  }
  const first = show('/admin/privacy?tab=breach', server)
  await first.user.type(await screen.findByRole('textbox', { name: 'Nature' }), 'A stolen laptop')
  await first.user.type(screen.getByLabelText('Known since'), '2026-11-28T06:00')
  await first.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(table.row).toMatchObject({ nature: 'A stolen laptop', tables: ['leads'] }))
  expect(table.row?.['known_since']).toBe(new Date('2026-11-28T06:00').toISOString())
  first.unmount()
  localStorage.clear()

  const second = show('/admin/privacy?tab=breach', server)
  const nature = await screen.findByRole('textbox', { name: 'Nature' })
  expect(nature).toHaveValue('A stolen laptop')
  expect(screen.getByLabelText('Known since')).toHaveValue('2026-11-28T06:00')
  await second.user.type(nature, ', encrypted')
  await second.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(table.row).toMatchObject({ nature: 'A stolen laptop, encrypted', version: 2 }))
  const change = second.requests.find(({ method }) => method === 'PATCH')
  expect(change?.query.get('version')).toBe('eq.1')
})

test('what is written of a breach is there after a reload, also if an older version wrote it', async () => {
  localStorage.setItem('giftwell-breach', '{"nature":"A stolen laptop","tables":7}')
  show('/admin/privacy?tab=breach')
  expect(await screen.findByRole('textbox', { name: 'Nature' })).toHaveValue('A stolen laptop')
  expect(screen.getByRole('checkbox', { name: 'Leads' })).toBeChecked()
})

test('a changed notice is previewed as visitors read it, and saved as the next version', async () => {
  const { user, calls } = show('/admin/privacy?tab=notices')
  const text = await screen.findByRole('textbox', { name: 'Text of the notice' })
  const preview = screen.getByRole('region', { name: 'Preview' })
  await waitFor(() =>
    expect(preview).toHaveTextContent('Giftwell stores what you enter. Questions: Ravi, Privacy Office'),
  )
  expect(screen.getByText(/^Version 1, /)).toBeVisible()
  await user.type(text, ' Thank you.')
  await user.click(screen.getByRole('button', { name: 'Save as version 2' }))
  await waitFor(() =>
    expect(calls('save_privacy_notice')).toEqual([
      { form: 'inquiry', language: 'en', text: `${notice.text} Thank you.` },
    ]),
  )
})

test('another language begins with an empty text; what is no language is refused', async () => {
  const { user, calls } = show('/admin/privacy?tab=notices')
  await user.type(await screen.findByRole('textbox', { name: 'Another language' }), 'Tamil')
  await user.click(screen.getByRole('button', { name: 'Add language' }))
  expect(screen.getByText('Enter a code such as ta or bn')).toBeVisible()
  await user.clear(screen.getByRole('textbox', { name: 'Another language' }))
  await user.type(screen.getByRole('textbox', { name: 'Another language' }), 'ta')
  await user.click(screen.getByRole('button', { name: 'Add language' }))
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveDisplayValue('தமிழ் (Tamil)')
  const text = screen.getByRole('textbox', { name: 'Text of the notice' })
  expect(text).toHaveValue('')
  expect(text).toHaveAttribute('lang', 'ta')
  await user.type(text, 'தமிழ்')
  await user.click(screen.getByRole('button', { name: 'Save as version 1' }))
  await waitFor(() =>
    expect(calls('save_privacy_notice')).toEqual([{ form: 'inquiry', language: 'ta', text: 'தமிழ்' }]),
  )
})
