import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import {
  cachedOf,
  contentOf,
  detailsOf,
  lineOf,
  showQuotation,
  versionOf,
} from '../testing/show-quotation.tsx'
import { storeOffline } from '../testing/store-offline.ts'
import type { StoredQuotation } from './stored-quotations.ts'
import { LeadQuotations } from './lead-quotations.tsx'
import { QuotationsScreen } from './quotation-screen.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const draft = cachedOf(4, {
  number: null,
  state: 'draft',
  versions: [
    {
      ...cachedOf(4).versions[0],
      sent_at: null,
      frozen: null,
      content: contentOf([lineOf(9, { quantities: [{ quantity: 10, price_paise: 12_300 }] })]),
    },
  ],
})
const expired = cachedOf(3, {
  versions: [{ ...cachedOf(3).versions[0], valid_until: '2026-11-27', total_paise: 2_000_000 }],
})
const lastDay = cachedOf(2, { versions: [{ ...cachedOf(2).versions[0], valid_until: '2026-11-28' }] })
const some = [draft, expired, lastDay, cachedOf(1)]

/** Shows quotations offline with these cached. */
async function showOffline(
  cached: readonly StoredQuotation[],
  { path = '/admin/quotations', userId = administrator.user.id, isWhole = true } = {},
) {
  const network = { isThere: false }
  const { requests } = fakeApi(({ path: asked }) => {
    if (!network.isThere) return Promise.reject(new TypeError('Failed to fetch'))
    return asked.endsWith('/count_quotations') ? Response.json(0) : []
  })
  const shown = renderAdmin(
    <Routes>
      <Route path="/admin/quotations/:quotation?" element={<QuotationsScreen />} />
      <Route path="/admin/leads" element={<LeadQuotations lead="lead 1" />} />
    </Routes>,
    { path },
  )
  const { seller } = cachedOf(1).versions[0]?.frozen ?? {}
  const stored = { readAt: '2026-11-28T08:00:00.000Z', isWhole, seller, rows: cached }
  await storeOffline(shown.platform.offlineStorage, 'quotations', stored, userId)
  await act(() => shown.backend.connectivity.probe())
  return {
    ...shown,
    requests,
    async comeBack() {
      network.isThere = true
      await act(() => shown.backend.connectivity.probe())
    },
  }
}

const numbers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('button')[0]?.textContent)
const shows = (...expected: string[]) => waitFor(() => expect(numbers()).toEqual(expected))
const asOf = /^Offline: as of/

test('offline the cached quotations are listed with their time, and one whose day is over as expired', async () => {
  await showOffline(some)
  await shows('Draft', 'GW2627/0003', 'GW2627/0002', 'GW2627/0001')
  expect(screen.getByText(asOf).querySelector('time')).toHaveAttribute('dateTime', '2026-11-28T08:00:00.000Z')
  expect(screen.getByRole('heading', { name: 'All Quotations (4)' })).toBeVisible()
  expect(screen.queryByText(/are stored\.$/)).toBeNull()
  const cells = within(screen.getByRole('row', { name: /GW2627\/0003/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(1, 5)).toEqual([
    'Company 3',
    '₹20,000.00',
    'Expired',
    '27 Nov 2026',
  ])
  expect(screen.getByRole('row', { name: /GW2627\/0002/ })).toHaveTextContent('Sent28 Nov 2026')
})

test('an incomplete cache shows a note', async () => {
  await showOffline(some, { isWhole: false })
  expect(await screen.findByText('Only the newest 4 quotations are stored.')).toBeVisible()
})

test('cached quotations are searched without a request, and what needs a connection is disabled', async () => {
  const { user, requests } = await showOffline(some, {
    path: '/admin/quotations?state=accepted&sort=total-up',
  })
  await shows('Draft', 'GW2627/0003', 'GW2627/0002', 'GW2627/0001')
  const before = requests.filter(({ path }) => path.startsWith('/rest/')).length
  await user.type(screen.getByRole('searchbox', { name: 'Search quotations' }), 'COMPANY 0001{Enter}')
  await shows('GW2627/0001')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.queryByRole('menuitem', { name: 'JSON for accounting' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText('1 quotation exported')).toBeVisible()
  expect(requests.filter(({ path }) => path.startsWith('/rest/')).slice(before)).toEqual([])
  expect(screen.getByText('Filters and sorting need a connection.')).toBeVisible()
  for (const name of ['State', 'Owner']) expect(screen.getByRole('combobox', { name })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Columns' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Total' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a cached quotation is read, and nothing is changed offline', async () => {
  const events = [
    {
      number: 1,
      kind: 'comment',
      actor_id: null,
      actor_name: 'Asha',
      created_at: '2026-11-27T10:00:00Z',
      value: { text: 'In blue?' },
    },
  ]
  await showOffline(
    [cachedOf(1, { events, lead: { id: '5f3a9c21-0000', company: 'Company 1', reference: 'GW-5F3A9C21' } })],
    {
      path: `/admin/quotations/${cachedOf(1).id}`,
    },
  )
  expect(await screen.findByRole('heading', { name: 'Quotation GW2627/0001', level: 1 })).toBeVisible()
  expect(screen.getByText(asOf)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Lead GW-5F3A9C21' })).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: 'Quotation' })).getByText('₹10,000.00', { selector: 'dd' }),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent('Asha commented')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Download PDF'])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a cached draft is read with its prices', async () => {
  await showOffline(some, { path: `/admin/quotations/${draft.id}` })
  expect(await screen.findByRole('heading', { name: 'Quotation draft', level: 1 })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Quotation' })).toHaveTextContent('Gift 9')
  expect(screen.getByRole('region', { name: 'Quotation' })).toHaveTextContent('₹123.00')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Send|Save|PDF/ })).toBeNull()
})

test('an open draft keeps what is typed when the connection is lost, and says as of when', async () => {
  const network = { isThere: true }
  const content = contentOf([lineOf(1)])
  const { user, backend } = showQuotation(detailsOf([versionOf(content)]), () =>
    network.isThere ? undefined : Promise.reject(new TypeError('Failed to fetch')),
  )
  await user.type(await screen.findByRole('textbox', { name: 'Price of Gift 1' }), '240')
  expect(screen.queryByText(asOf)).toBeNull()
  network.isThere = false
  await act(() => backend.connectivity.probe())
  expect(await screen.findByText(asOf)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Price of Gift 1' })).toHaveValue('240')
})

test('a cached lead leads to its cached quotations', async () => {
  await showOffline([cachedOf(2), cachedOf(1, { lead_id: 'lead 1' })], { path: '/admin/leads' })
  const link = await screen.findByRole('link')
  expect(link).toHaveAttribute('href', `/admin/quotations/${cachedOf(1).id}`)
  expect(link.parentElement).toHaveTextContent('GW2627/0001: Sent')
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull()
})

test('the server’s quotations replace the cached ones when it responds again', async () => {
  const { comeBack } = await showOffline(some)
  await shows('Draft', 'GW2627/0003', 'GW2627/0002', 'GW2627/0001')
  await comeBack()
  expect(await screen.findByText(/^No quotations yet/)).toBeVisible()
  expect(screen.queryByText(asOf)).toBeNull()
})

test('the cached quotations of another user are not shown', async () => {
  await showOffline(some, { userId: 'other' })
  expect(await screen.findByText(/This screen needs a connection/)).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})
