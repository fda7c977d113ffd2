import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { CompaniesScreen } from './companies-screen.tsx'
import { CompanyPage } from './company-page.tsx'
import type { CompanyDetails, CompanyRow, LookAlike } from './company-requests.ts'

afterEach(() => void vi.restoreAllMocks())

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

const rowOf = (fields: Partial<CompanyRow>): CompanyRow => ({
  id: idOf(1),
  name: 'Example Pharma',
  gstin: null,
  domains: ['pharma.example'],
  owner_email: 'demo@giftwell.test',
  next_on: '2026-12-05',
  created_at: '2026-11-27T08:00:00Z',
  won_paise: 12_345_678,
  people: 2,
  open_leads: 3,
  open_quotations: 0,
  sort_key: 'example pharma',
  ...fields,
})
const other = rowOf({ id: idOf(2), name: 'EXAMPLE PHARMA Ltd', sort_key: 'example pharma ltd' })
const successor = { id: idOf(9), email: 'ravi@giftwell.test', name: 'Ravi Example', is_active: true }

const details: CompanyDetails = {
  company: {
    id: idOf(1),
    name: 'Example Pharma',
    gstin: '27AAPFU0939F1ZV',
    billing_address: '1 Example Road',
    domains: ['pharma.example'],
    owner_id: null,
    terms: null,
    note: 'Likes steel',
    next_step: 'Call about Diwali',
    next_on: '2026-12-05',
    created_at: '2026-11-27T08:00:00Z',
    version: 1,
    merged_into: null,
    merged: null,
  },
  gstin_kind: 'taxpayer',
  people: [
    {
      id: idOf(3),
      name: 'Asha Example',
      email: 'asha@pharma.example',
      phone: null,
      designation: 'Buyer',
      leads: 1,
    },
  ],
  leads: [
    {
      id: idOf(4),
      reference: 'GW-00000000',
      name: 'Asha Example',
      state: 'quoted',
      created_at: '2026-11-27T08:00:00Z',
    },
  ],
  quotations: [
    {
      id: idOf(5),
      number: 'GW2627/0001',
      state: 'accepted',
      total_paise: 100_000,
    },
  ],
  states: [{ state: 'accepted', count: 1, paise: 100_000 }],
  bought: [{ name: 'Steel bottle', quantity: 500, paise: 90_000, on: '2026-11-28' }],
  merged: [{ id: idOf(2), name: 'EXAMPLE PHARMA Ltd' }],
}

function show(element = <CompaniesScreen />, proposals: readonly LookAlike[] = [], opened = details) {
  const { requests } = fakeApi(({ path }) => {
    const name = path.split('/').at(-1)
    if (name === 'find_companies') return [rowOf({}), other]
    if (name === 'count_companies') return Response.json(2)
    if (name === 'look_alikes') return proposals
    if (name === 'company_details') return opened
    if (name === 'administrators') return [successor]
    if (name === 'hand_over_work') return { leads: 2, quotations: 1, companies: 1 }
    return path.includes('/rpc/') ? Response.json(null) : []
  })
  const of = (name: string) =>
    requests.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => body)
  return { of, ...renderAdmin(element, { path: '/admin/companies' }) }
}

test('the list has people, what is open, what was won, the owner and the next step', async () => {
  show()
  const row = within(await screen.findByRole('row', { name: /Example Pharma/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '',
    'Example Pharma',
    '2',
    '3',
    '-',
    '₹1,23,456.78',
    'demo@giftwell.test',
    '5 Dec 2026',
  ])
})

test('two selected companies are merged into the one that stays, and the toast undoes it', async () => {
  const { of, user } = show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Example Pharma' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select EXAMPLE PHARMA Ltd' }))
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge companies' }))
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(of('merge_companies')).toEqual([{ company: idOf(1), others: [idOf(2)] }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(of('part_companies')).toEqual([{ ids: [idOf(2)] }]))
})

test('what looks alike is proposed and merged by a press, never by itself', async () => {
  const company = { id: idOf(1), name: 'Example Pharma' }
  const person = { id: idOf(3), name: 'Asha', email: 'asha@mail.example', company: 'Example pharma' }
  const { of, user } = show(<CompaniesScreen />, [
    { company, others: [{ id: idOf(2), name: 'EXAMPLE PHARMA Ltd' }], people: [], name: null },
    { company, others: [], people: [person], name: 'Example pharma' },
  ])
  const section = within(await screen.findByRole('region', { name: 'Possible duplicates' }))
  expect(of('merge_companies')).toEqual([])
  await user.click(section.getByRole('button', { name: 'Merge Example Pharma, EXAMPLE PHARMA Ltd' }))
  await waitFor(() => expect(of('merge_companies')).toEqual([{ company: idOf(1), others: [idOf(2)] }]))
  await user.click(section.getByRole('button', { name: 'Add to Example Pharma' }))
  await waitFor(() => expect(of('join_company')).toEqual([{ people: [idOf(3)], company: idOf(1) }]))
})

test('the page of a company has its people, leads, quotations by state, what it bought and what is next', async () => {
  show(<CompanyPage id={idOf(1)} />)
  expect(await screen.findByRole('heading', { name: 'Example Pharma' })).toBeVisible()
  for (const text of [
    'Call about Diwali, 5 Dec 2026',
    '27AAPFU0939F1ZV, of a taxpayer',
    'Asha Example, Buyer',
    'Accepted: 1, ₹1,000.00',
    '500 × Steel bottle',
    'Likes steel',
  ])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'GW-00000000, Asha Example' })).toHaveAttribute(
    'href',
    `/admin/leads/${idOf(4)}`,
  )
  expect(screen.getByRole('link', { name: 'All quotations' })).toHaveAttribute(
    'href',
    `/admin/quotations?company=${idOf(1)}`,
  )
})

test('a person of another domain is let share with the company’s colleagues by a press, and only with an account', async () => {
  const people = details.people.flatMap((asha) => [
    { ...asha, shares_at: 'pharma.example', is_added: false, can_share: true },
    { ...asha, id: idOf(7), name: 'Om', email: 'om@agency.example', can_share: true },
    { ...asha, id: idOf(8), name: 'Priya', email: 'priya@agency.example', can_share: false },
    { ...asha, id: idOf(9), name: 'Zoya', shares_at: 'pharma.example', is_added: true },
  ])
  const { of, user } = show(<CompanyPage id={idOf(1)} />, [], {
    ...details,
    teams: ['pharma.example'],
    people,
  })
  expect(await screen.findAllByText('Shares with pharma.example')).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: /^Allow sharing/ })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Allow sharing with pharma.example: Om' }))
  await waitFor(() => expect(of('add_to_team')).toEqual([{ contact: idOf(7), domain: 'pharma.example' }]))
  await user.click(screen.getByRole('button', { name: 'Stop sharing: Zoya' }))
  await waitFor(() => expect(of('add_to_team')).toContainEqual({ contact: idOf(9) }))
})

test('a company is handed over with everything open, which the dialog counts', async () => {
  const { of, user } = show(<CompanyPage id={idOf(1)} />)
  await user.click(await screen.findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over' }))
  expect(await dialog.findByText(/2 open leads, 1 open quotation and 1 company/)).toBeVisible()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'To' }), 'Ravi Example')
  await user.click(dialog.getByRole('button', { name: 'Hand over' }))
  await waitFor(() =>
    expect(of('hand_over_work')).toContainEqual({ companies: [idOf(1)], successor: successor.id }),
  )
})
