import { expect, test, vi } from 'vitest'

import { isBackwards, isDay } from '../list/list-filters.tsx'
import { everyLead, filtersOf, leadAddress, leadsPath } from './lead-search.ts'

test('a lead search is restored from the address, and an empty address searches for nothing', () => {
  const asked = {
    search: 'tall mug',
    from: '2026-11-01',
    to: '2026-11-21',
    order: 'oldest' as const,
    state: 'won' as const,
    assigned: 'none',
    unanswered: 'yes' as const,
    due: 'overdue' as const,
    email: 'a@b.example',
    mail: 'failed' as const,
    asked: '2026-11-01_2026-11-30',
    weekday: '7',
    answered: 'yes' as const,
    answered_by: 'none',
    source: 'linkedin',
    campaign: 'diwali26',
    reason: 'none' as const,
    about: 'band:Rs.500-1000',
  }
  const written = Object.entries(leadAddress.write(asked)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  expect(leadAddress.read(new URLSearchParams(written))).toEqual(asked)
  expect(leadAddress.read(new URLSearchParams())).toEqual(everyLead)
  expect(Object.values(leadAddress.write(everyLead))).toEqual(Array(19).fill(undefined))
})

test.each(['2026-02-30', '2026-13-01', '0202-01-01', '20260101', '2026-1-1', 'today', ''])(
  '%j is no day',
  (text) => {
    expect(isDay(text)).toBe(false)
    expect(leadAddress.read(new URLSearchParams({ from: text, to: text }))).toEqual(everyLead)
  },
)

test.each(['newest', 'name', 'phone-up', 'toString', ''])(
  'the sort %j in the address falls back to the default',
  (sort) => {
    expect(leadAddress.read(new URLSearchParams({ sort })).order).toBe('newest')
  },
)

test('a leap day is a valid day', () => {
  expect(isDay('2028-02-29')).toBe(true)
})

test('a range includes both days, in the user’s time zone', () => {
  expect(filtersOf({ ...everyLead, search: 'mug', from: '2026-11-01', to: '2026-12-31' })).toEqual({
    search: 'mug',
    from: new Date(2026, 10, 1).toISOString(),
    before: new Date(2027, 0, 1).toISOString(),
  })
  expect(filtersOf(everyLead)).toEqual({ search: '' })
})

test('days of a figure are those in India, within the days of the fields', () => {
  const asked = '2026-11-01_2026-11-30'
  expect(filtersOf({ ...everyLead, asked })).toEqual({
    search: '',
    from: '2026-10-31T18:30:00.000Z',
    before: '2026-11-30T18:30:00.000Z',
  })
  expect(filtersOf({ ...everyLead, asked, from: '2026-11-10', to: '2027-01-31' })).toEqual({
    search: '',
    from: new Date(2026, 10, 10).toISOString(),
    before: '2026-11-30T18:30:00.000Z',
  })
  const read = (query: string) => leadAddress.read(new URLSearchParams(query))
  expect(leadsPath({ asked, weekday: '2' })).toBe(`/admin/leads?asked=${asked}&weekday=2`)
  for (const query of ['asked=2026-11-01', 'asked=2026-11-01_today', 'weekday=8', 'answered=no', 'reason=me'])
    expect(read(query), query).toEqual(everyLead)
})

test.each([
  ['overdue', undefined, '2026-02-27'],
  ['today', '2026-02-28', '2026-02-28'],
  ['tomorrow', '2026-03-01', '2026-03-01'],
  ['later', '2026-03-02', undefined],
] as const)('leads to come back to %s are due from %s to %s, by the day in India', (due, from, to) => {
  vi.useFakeTimers({ now: new Date('2026-02-27T19:00:00Z') })
  expect(filtersOf({ ...everyLead, due })).toMatchObject({ due_from: from, due_to: to })
})

test('a range is invalid only when it ends before it begins', () => {
  const range = (from: string, to: string) => isBackwards({ ...everyLead, from, to })
  expect(range('2026-11-02', '2026-11-01')).toBe(true)
  expect(range('2026-11-01', '2026-11-01')).toBe(false)
  expect(range('', '2026-11-01')).toBe(false)
  expect(range('2026-11-01', '')).toBe(false)
})
