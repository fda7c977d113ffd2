import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { QuotationTotalsCard } from './quotation-totals-card.tsx'
import { QuotationList } from './quotation-list.tsx'
import type { QuotationRow } from './quotation-list-query.ts'

afterEach(() => void vi.restoreAllMocks())

const rowOf = (fields: Partial<QuotationRow>): QuotationRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  number: 'GW2627/0001',
  revision: 1,
  company: 'Demo Pharma',
  total_paise: 12_345_678,
  state: 'sent',
  valid_until: '2026-12-05',
  owner_email: 'demo@giftwell.test',
  created_at: '2026-11-27T08:00:00Z',
  sent_at: '2026-11-27T09:00:00Z',
  sort_key: '2026-11-27 08:00:00+00',
  ...fields,
})

function showList(path: string, rows: readonly QuotationRow[] = [rowOf({})], total = rows.length) {
  const { requests } = fakeApi(({ path: asked }) => {
    if (asked === '/rest/v1/rpc/find_quotations') return rows
    if (asked === '/rest/v1/rpc/count_quotations') return Response.json(total)
    if (asked === '/rest/v1/rpc/quotation_totals')
      return {
        unanswered: 2,
        expiring: 3,
        won: [
          { month: '2026-10', paise: 0, count: 0 },
          { month: '2026-11', paise: 4_130_000, count: 4 },
        ],
      }
    return []
  })
  const of = (name: string) => requests.filter(({ path: asked }) => asked.endsWith(`/${name}`))
  return { of, ...renderAdmin(<QuotationList />, { path }) }
}
const filtersOf = (requests: readonly ApiRequest[]) => requests.map(({ body }) => Object(body).filters)

test('lists number with revision, company, total, state, day and owner', async () => {
  showList('/admin/quotations', [
    rowOf({ revision: 2 }),
    rowOf({
      id: '00000000-0000-4000-8000-000000000002',
      number: null,
      sent_at: null,
      state: 'draft',
      company: 'Demo Clinic',
    }),
  ])
  const sent = within(await screen.findByRole('row', { name: /Demo Pharma/ }))
  expect(sent.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '',
    'GW2627/0001-R2',
    'Demo Pharma',
    '₹1,23,456.78',
    'Sent',
    '5 Dec 2026',
    'demo@giftwell.test',
  ])
  expect(screen.getByRole('heading', { name: 'All Quotations (2)' })).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Demo Clinic/ })).getAllByText('Draft')).toHaveLength(2)
})

test('on phones the fields of the filters are behind a button, and set filters without a field stay in view', async () => {
  const none = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => Object.assign(none(media), { matches: true }))
  const { user } = showList('/admin/quotations?expiring=yes&won=2026-11')
  const button = await screen.findByRole('button', { name: 'Filters (2)' })
  expect(screen.getByRole('button', { name: 'Remove Won in November 2026' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
  await user.click(button)
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('expiring')
})

test('asks for the search, the filters and the order of its address', async () => {
  const { of, user } = showList('/admin/quotations?search=lamp&expiring=yes&won=2026-11&sort=total-up')
  await screen.findByRole('row', { name: /Demo Pharma/ })
  expect(of('find_quotations')[0]?.body).toEqual({
    words: 'lamp',
    filters: { expiring: 'yes', won: '2026-11' },
    sorted: 'total',
    ascending: true,
    size: 25,
  })
  await user.click(screen.getByRole('button', { name: 'Remove Won in November 2026' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Accepted')
  await waitFor(() => expect(filtersOf(of('find_quotations')).at(-1)).toEqual({ state: 'accepted' }))
  await user.click(screen.getByRole('button', { name: 'Valid until' }))
  await waitFor(() =>
    expect(of('find_quotations').at(-1)?.body).toMatchObject({ sorted: 'valid_until', ascending: true }),
  )
})

test('the days of its address are those in India, both included', async () => {
  const { of, user } = showList('/admin/quotations?from=2026-11-01&to=2026-11-30')
  await screen.findByRole('row', { name: /Demo Pharma/ })
  expect(filtersOf(of('find_quotations'))).toEqual([
    { since: '2026-10-31T18:30:00.000Z', before: '2026-11-30T18:30:00.000Z' },
  ])
  await user.clear(screen.getByLabelText('From'))
  await waitFor(() =>
    expect(filtersOf(of('find_quotations')).at(-1)).toEqual({ before: '2026-11-30T18:30:00.000Z' }),
  )
})

test('filters of the figures are chips, each removed by a press', async () => {
  const { of, user } = showList('/admin/quotations?sent=yes&state=declined&reason=price')
  await screen.findByRole('row', { name: /Demo Pharma/ })
  expect(filtersOf(of('find_quotations'))).toEqual([{ sent: 'yes', state: 'declined', reason: 'price' }])
  await user.click(screen.getByRole('button', { name: 'Remove Sent' }))
  await user.click(screen.getByRole('button', { name: 'Remove Declined for: Price' }))
  await waitFor(() => expect(filtersOf(of('find_quotations')).at(-1)).toEqual({ state: 'declined' }))
})

test('what buyers have answered is a filter, alone or of one state', async () => {
  const { of, user } = showList('/admin/quotations?state=declined&unsettled=yes')
  await screen.findByRole('row', { name: /Demo Pharma/ })
  expect(filtersOf(of('find_quotations'))).toEqual([{ state: 'declined', unsettled: 'yes' }])
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveDisplayValue('Declined')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Waiting for you')
  await waitFor(() => expect(filtersOf(of('find_quotations')).at(-1)).toEqual({ unsettled: 'yes' }))
  await user.click(screen.getByRole('button', { name: 'Remove Waiting for you' }))
  await waitFor(() => expect(filtersOf(of('find_quotations')).at(-1)).toEqual({}))
})

test('the next page begins after the key and the id of the last row', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    rowOf({ id: `00000000-0000-4000-8000-0000000000${10 + index}`, sort_key: `key ${index}` }),
  )
  const { of, user } = showList('/admin/quotations', rows, 26)
  await user.click((await screen.findAllByRole('button', { name: 'Next page' }))[0] as HTMLElement)
  await waitFor(() =>
    expect(of('find_quotations').at(-1)?.body).toMatchObject({ beyond: 'key 24', beyond_id: rows[24]?.id }),
  )
})

test('the selected quotations of several pages are exported, or all that match', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    rowOf({ id: `00000000-0000-4000-8000-0000000000${10 + index}`, number: `GW2627/00${10 + index}` }),
  )
  const { of, user, platform } = showList('/admin/quotations', rows, 26)
  await user.click(await screen.findByRole('checkbox', { name: 'Select GW2627/0011' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select GW2627/0010' }))
  const toolbar = within(screen.getByRole('toolbar', { name: 'Selected quotations' }))
  expect(toolbar.getByRole('status')).toHaveTextContent('2 selected')
  const exportThem = async () => {
    await user.click(toolbar.getByRole('button', { name: 'Export selected quotations' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  }
  const before = of('find_quotations').length
  await exportThem()
  await waitFor(() => expect(platform.saved).toHaveLength(1))
  const lines = (await platform.saved[0]?.content.text())?.trim().split('\r\n') ?? []
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['GW2627/0010', 'GW2627/0011'])
  expect(of('find_quotations')).toHaveLength(before)

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(toolbar.getByRole('button', { name: 'Select all 26 that match' }))
  expect(toolbar.getByRole('status')).toHaveTextContent('All 26 selected')
  await exportThem()
  await waitFor(() => expect(platform.saved).toHaveLength(2))
  expect(of('find_quotations').at(-1)?.body).toMatchObject({ size: 1000 })
})

test('says how to begin, and offers to clear what hides all', async () => {
  const { user, of } = showList('/admin/quotations?state=won&owner=x&unanswered=yes', [])
  expect(await screen.findByText('No quotations match your search and filters.')).toBeVisible()
  expect(filtersOf(of('find_quotations'))).toEqual([{ unanswered: 'yes' }])
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await screen.findByText('No quotations yet. Open a lead and press Quote.')).toBeVisible()
})

test('figures of the dashboard lead to the lists of exactly these, and months without any are left out', async () => {
  showList('/admin').unmount()
  renderAdmin(<QuotationTotalsCard />)
  const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await addressOf('Sent, unanswered for three days 2')).toBe('/admin/quotations?unanswered=yes')
  expect(await addressOf('Expiring this week 3')).toBe('/admin/quotations?expiring=yes')
  expect(await addressOf('4')).toBe('/admin/quotations?won=2026-11')
  expect(screen.getByRole('row', { name: 'November 2026 4 ₹41,300.00' })).toBeVisible()
  expect(screen.queryByText('October 2026')).toBeNull()
})

test('source, reason and margin are columns to choose, and the filters of the figures are chips', async () => {
  const path =
    '/admin/quotations?won=2026-11-01_2026-11-28&source=linkedin&campaign=diwali26&lines=category%3Anone&columns=Source.Reason.Margin'
  const { user, of } = showList(path, [
    rowOf({ state: 'declined', source: 'linkedin', reason: 'price', margin_paise: -250_000 }),
  ])
  const row = within(await screen.findByRole('row', { name: /Declined/ }))
  expect(row.getByRole('cell', { name: 'linkedin' })).toBeVisible()
  expect(row.getByRole('cell', { name: 'Price' })).toBeVisible()
  expect(row.getByRole('cell', { name: '-₹2,500.00' })).toBeVisible()
  expect(filtersOf(of('find_quotations'))[0]).toEqual({
    won: '2026-11-01_2026-11-28',
    source: 'linkedin',
    campaign: 'diwali26',
    lines: 'category:none',
  })
  await user.click(screen.getByRole('button', { name: 'Remove Won from 1 Nov 2026 to 28 Nov 2026' }))
  await user.click(screen.getByRole('button', { name: 'Remove With no category' }))
  await waitFor(() =>
    expect(filtersOf(of('find_quotations')).at(-1)).toEqual({ source: 'linkedin', campaign: 'diwali26' }),
  )
})

test.each([
  [false, 'Margin is no column'],
  [true, 'Margin is one'],
])('of sales whose right to see margins is %s, %s', async (isAllowed) => {
  fakeApi(({ path }) => {
    if (path === '/rest/v1/rpc/find_quotations') return [rowOf({})]
    if (path === '/rest/v1/rpc/count_quotations') return Response.json(1)
    return path === '/rest/v1/profiles' ? [{ sees_margin: isAllowed }] : []
  })
  const { user } = renderAdmin(<QuotationList />, {
    path: '/admin/quotations',
    accounts: { readRole: () => Promise.resolve('sales' as const) },
  })
  await screen.findByRole('row', { name: /Demo Pharma/ })
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByText('Source')
  await waitFor(() => expect(screen.queryAllByText('Margin')).toHaveLength(isAllowed ? 1 : 0))
})
