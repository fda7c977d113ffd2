import { expect, test, vi } from 'vitest'

import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { daysIn, daysOf, leadsOf, periodAddress } from './period.ts'

test.each([
  ['this-month', '2026-03-01', '2026-03-15'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['90-days', '2025-12-16', '2026-03-15'],
  ['this-year', '2026-01-01', '2026-03-15'],
] as const)('the days of %s are %s to %s', (name, from, to) => {
  expect(daysOf(name, '2026-03-15')).toEqual({ name, from, to })
})

test('the month before January is that of the last year', () => {
  expect(daysOf('last-month', '2026-01-31')).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
})

test('the address has the name of a period, and the days of an own one alone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T06:00:00Z') })
  const read = (query: string) => periodAddress.read(new URLSearchParams(query))
  expect(read('')).toEqual({ name: 'this-month', from: '2026-11-01', to: '2026-11-28' })
  expect(read('period=toString')).toEqual(read(''))
  expect(read('period=last-month').from).toBe('2026-10-01')
  expect(read('from=2026-11-05&to=2026-02-30')).toEqual({ name: 'own', from: '2026-11-05', to: '' })
  expect(periodAddress.write(read('period=90-days'))).toEqual({ period: '90-days' })
  expect(periodAddress.write(read('from=2026-11-05'))).toEqual({ period: 'own', from: '2026-11-05' })
})

test('an own period without a limit has all days', () => {
  const all = { name: 'own', from: '', to: '' } as const
  expect(daysIn(all)).toEqual({ since: '2000-01-01', until: todayInIndia() })
  expect(leadsOf(all, { assigned: 'none' })).toBe('/admin/leads?assigned=none&asked=2000-01-01_2999-12-31')
})
