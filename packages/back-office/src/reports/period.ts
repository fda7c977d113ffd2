import { dayText, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type LeadSearch, leadsPath } from '../leads/lead-search.ts'
import { dayIn } from '../list/list-filters.tsx'
import type { ListAddress } from '../list/list-views.ts'

/** The periods to choose from; the days of an own one are in its address. */
export const periods = {
  'this-month': 'This month',
  'last-month': 'Last month',
  '90-days': '90 days',
  'this-year': 'This year',
  own: 'Custom period',
} as const

type PeriodName = keyof typeof periods

/** A period with its days of India, both included, as `YYYY-MM-DD`; of an own one they may be empty for no limit. */
export interface Period {
  readonly name: PeriodName
  readonly from: string
  readonly to: string
}

/** The days of a period until today. */
export function daysOf(name: Exclude<PeriodName, 'own'>, today = todayInIndia()): Period {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const day = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10)
  switch (name) {
    case 'this-month':
      return { name, from: day(year, month - 1, 1), to: today }
    case 'last-month':
      return { name, from: day(year, month - 2, 1), to: day(year, month - 1, 0) }
    case '90-days':
      return { name, from: day(year, month - 1, date - 89), to: today }
    case 'this-year':
      return { name, from: day(year, 0, 1), to: today }
  }
}

/** The period in the URL, by default this month. */
export const periodAddress: ListAddress<Period> = {
  read(params) {
    const [from, to] = [dayIn(params, 'from'), dayIn(params, 'to')]
    const name = params.get('period') ?? ''
    if (from !== '' || to !== '' || name === 'own') return { name: 'own', from, to }
    return daysOf(isPeriod(name) ? name : 'this-month')
  },
  write: ({ name, from, to }) => ({
    period: name === 'this-month' ? undefined : name,
    from: name === 'own' ? from || undefined : undefined,
    to: name === 'own' ? to || undefined : undefined,
  }),
}

/** Whether a text is a period with days of its own. */
export function isPeriod(text: string): text is Exclude<PeriodName, 'own'> {
  return Object.hasOwn(periods, text) && text !== 'own'
}

/** The parameters of a report on a period. */
export interface PeriodProps {
  readonly period: Period
}

/** An own period without a limit has all days. */
const firstDay = '2000-01-01'
const lastDay = '2999-12-31'

/** The days of a period as the database takes them. */
export function daysIn({ from, to }: Period) {
  return { since: from || firstDay, until: to || todayInIndia() }
}

/** The days of a period, in words. */
export function daysText({ from, to }: Period): string {
  if (from === '') return to === '' ? 'all days' : `until ${dayText(to)}`
  return `${dayText(from)} to ${dayText(to || todayInIndia())}`
}

/** The address of the leads that came in a period. */
export function leadsOf({ from, to }: Period, shows: Partial<LeadSearch> = {}): string {
  return leadsPath({ asked: `${from || firstDay}_${to || lastDay}`, ...shows })
}
