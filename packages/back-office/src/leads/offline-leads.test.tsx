import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Lead } from './lead-list.ts'
import type { ApiRequest } from '@giftwell/shared/testing/fake-api.ts'
import { leadOf, type LeadRequest, showLeads } from '../testing/show-leads.tsx'
import { storeOffline } from '../testing/store-offline.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const readAt = new Date().toISOString()
const asOf = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
  new Date(readAt),
)
const threeLeads = [
  leadOf(3, { message: 'Two tall mugs' }),
  leadOf(2),
  leadOf(1, { created_at: '2026-10-01T08:00:00+00:00', selected_products: ['Tall mug', 'Pen'] }),
]

/** Shows the leads screen offline with these cached leads. */
async function showOffline(
  cached: readonly Lead[] | null,
  { path = '/admin/leads', isWhole = true }: { path?: string; isWhole?: boolean } = {},
) {
  const network = { isThere: false }
  const shown = showLeads({
    leads: [leadOf(4), ...threeLeads],
    path,
    answer: () => (network.isThere ? undefined : Promise.reject(new TypeError('Failed to fetch'))),
  })
  const { offlineStorage } = shown.platform
  if (cached !== null) await storeOffline(offlineStorage, 'leads', { readAt, isWhole, rows: cached })
  await act(() => shown.backend.connectivity.probe())
  return {
    ...shown,
    async comeBack() {
      network.isThere = true
      await act(() => shown.backend.connectivity.probe())
    },
  }
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('button')[0]?.textContent)
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected))

test('offline the cached leads are shown with their time', async () => {
  await showOffline(threeLeads)
  await shows('Person 3', 'Person 2', 'Person 1')
  expect(screen.getByText(/^Offline: as of/)).toHaveTextContent(`Offline: as of ${asOf}`)
  expect(screen.getByRole('heading', { name: 'All Leads (3)' })).toBeVisible()
  expect(screen.queryByText(/are stored\.$/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('how a cached lead is handled is read offline: its state, who has it, the day to come back, the notes', async () => {
  const handled = leadOf(3, {
    lead_handling: {
      state: 'quoted',
      assigned_to: '00000000-0000-0000-0000-000000000009',
      assigned_email: 'grace@example.com',
      due_on: '2026-12-01',
      answered_at: '2026-11-21T08:30:00+00:00',
      notes: 1,
    },
    notes: [
      {
        number: 7,
        actor_email: 'grace@example.com',
        created_at: '2026-11-21T08:40:00+00:00',
        kind: 'note',
        lead_id: leadOf(3).id,
        value: 'Wants a sample first',
      },
      {
        number: 6,
        actor_email: 'grace@example.com',
        created_at: '2026-11-21T08:30:00+00:00',
        kind: 'answered',
        lead_id: leadOf(3).id,
        value: 'email',
        lead_replies: {
          subject: 'Re: Mugs',
          text: 'Here they are.',
          attachments: [{ name: 'a.pdf', size: 820 }],
        },
      },
    ],
  })
  const { user } = await showOffline([handled])
  await user.click(await screen.findByRole('button', { name: 'Person 3' }))
  const handling = within(await screen.findByRole('region', { name: 'Handling' }))
  expect(handling.getByRole('combobox', { name: 'State' })).toHaveDisplayValue('Quoted')
  expect(handling.getByRole('combobox', { name: 'Assigned to' })).toHaveDisplayValue('grace@example.com')
  expect(handling.getByLabelText('Come back on')).toHaveValue('2026-12-01')
  const [note, reply] = handling.getAllByRole('article')
  expect(note).toHaveTextContent(/^grace@example.com noted.*Wants a sample first$/)
  expect(reply).toHaveTextContent(
    /^grace@example.com answered by e-mail.*Re: Mugs Here they are. Attached: a.pdf \(820 bytes\)$/,
  )
  // Nothing can be changed offline.
  expect(handling.getByRole('combobox', { name: 'State' })).toBeDisabled()
  expect(handling.queryByRole('textbox', { name: 'Note' })).toBeNull()
})

test('an incomplete cache shows a note', async () => {
  await showOffline(threeLeads, { isWhole: false })
  expect(await screen.findByText('Only the newest 3 leads are stored.')).toBeVisible()
})

test('cached leads are searched, exported and opened without a request', async () => {
  const { user, requests } = await showOffline(threeLeads)
  await shows('Person 3', 'Person 2', 'Person 1')
  const asked = requests.filter(({ path }) => path.startsWith('/rest/')).length

  await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'TALL MUG{Enter}')
  await shows('Person 3', 'Person 1')
  expect(await screen.findByRole('heading', { name: 'All Leads (2)' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Export to CSV' }))
  expect(await screen.findByText('2 leads exported')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Person 1' }))
  await screen.findByRole('heading', { level: 1, name: 'Person 1' })
  expect(screen.getByRole('region', { name: 'Request' })).toHaveTextContent('Tall mug')
  expect(requests.filter(({ path }) => path.startsWith('/rest/')).slice(asked)).toEqual([])
})

test('offline, what needs a connection is disabled with a hint, and the filters of the address do not apply', async () => {
  await showOffline(threeLeads, { path: '/admin/leads?state=won&to=2026-10-31&sort=oldest' })
  await shows('Person 3', 'Person 2', 'Person 1')
  expect(screen.getByText('Filters and sorting need a connection.')).toBeVisible()
  for (const name of ['State', 'Assigned to', 'To come back to'])
    expect(screen.getByRole('combobox', { name })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveDisplayValue('All states')
  expect(screen.getByRole('button', { name: 'Columns' })).toBeDisabled()
  expect(screen.getAllByTitle('Needs a connection')).not.toEqual([])
  expect(screen.queryByRole('button', { name: 'Date' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toBeEnabled()
})

test('a cached lead that is not on the page of the list is opened by its address', async () => {
  const many = Array.from({ length: 30 }, (_none, index) => leadOf(50 - index))
  await showOffline(many, { path: `/admin/leads/${leadOf(21).id}` })
  expect(await screen.findByRole('heading', { level: 1, name: 'Person 21' })).toBeVisible()
})

test('cached leads are shown page by page', async () => {
  const many = Array.from({ length: 30 }, (_none, index) => leadOf(50 - index))
  const { user } = await showOffline(many)
  expect(await screen.findByText('1–25 of 30')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  expect(await screen.findByText('26–30 of 30')).toBeVisible()
  await shows('Person 25', 'Person 24', 'Person 23', 'Person 22', 'Person 21')
})

test('the server’s leads replace the cached ones when it responds again', async () => {
  const { comeBack } = await showOffline(threeLeads)
  await shows('Person 3', 'Person 2', 'Person 1')
  await comeBack()
  await shows('Person 4', 'Person 3', 'Person 2', 'Person 1')
  expect(screen.queryByText(/^Offline: as of/)).toBeNull()
})

test('offline without cached leads the screen asks for a connection and loads when it is back', async () => {
  const { comeBack } = await showOffline(null)
  expect(
    await screen.findByText(
      'Error loading leads: This screen needs a connection. It loads automatically once you are back online.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  await comeBack()
  await shows('Person 4', 'Person 3', 'Person 2', 'Person 1')
})

test('the cached leads of another user are not shown', async () => {
  const { platform } = await showOffline(null)
  await storeOffline(platform.offlineStorage, 'leads', { rows: threeLeads }, 'other')
  expect(await screen.findByText(/^Error loading leads: /)).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a loaded list stays on its page when the network is lost', async () => {
  const many = Array.from({ length: 30 }, (_none, index) => leadOf(50 - index))
  const network = { isThere: true }
  const answer = ({ query }: ApiRequest, kind: LeadRequest | undefined) => {
    if (!network.isThere) return Promise.reject(new TypeError('Failed to fetch'))
    if (kind === 'count') return 30
    return kind === 'page' ? (query.has('or') ? many.slice(25) : many.slice(0, 25)) : undefined
  }
  const { user, platform, backend } = showLeads({ leads: many, answer })
  await storeOffline(platform.offlineStorage, 'leads', { rows: many })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–30 of 30')).toBeVisible()
  network.isThere = false
  await act(() => backend.connectivity.probe())
  expect(await screen.findByText(/^Offline: as of/)).toBeVisible()
  await shows('Person 25', 'Person 24', 'Person 23', 'Person 22', 'Person 21')
  expect(screen.getByText('26–30 of 30')).toBeVisible()
})

test('without encryption a note says that leads are not cached', async () => {
  const { platform, queryClient } = showLeads({ leads: [leadOf(1)] })
  await shows('Person 1')
  const words = /^Leads are not stored on this computer/
  expect(screen.queryByText(words)).toBeNull()
  platform.answerLasting(false)
  await act(() => queryClient.refetchQueries({ queryKey: ['offline storage'] }))
  expect(await screen.findByText(words)).toBeVisible()
})

test('announced leads are marked as seen when the screen is shown or visible again', async () => {
  const { platform } = showLeads({ leads: [leadOf(1)] })
  await shows('Person 1')
  expect(platform.timesSeen).toBe(1)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(platform.timesSeen).toBe(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(platform.timesSeen).toBe(2)
})
