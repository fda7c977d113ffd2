import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type DeclineReason, declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { isLeadState, type LeadState } from './lead-handling.ts'
import { type LeadFilters, type LeadOrder, leadOrders } from './lead-list.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { aboutIn, dayIn, isDay } from '../list/list-filters.tsx'
import { localDay } from '../list/list-export.ts'
import type { ListAddress } from '../list/list-views.ts'

/** The filters of the leads screen; days are local, as `YYYY-MM-DD`, empty for no limit. */
export interface LeadSearch {
  readonly search: string
  readonly from: string
  readonly to: string
  readonly order: LeadOrder
  /** `open` for all that are not closed. */
  readonly state?: LeadState | 'open' | undefined
  /** An assignee's id, or `none`. */
  readonly assigned?: string | undefined
  readonly unanswered?: 'yes' | undefined
  /** When open leads are to be followed up. */
  readonly due?: LeadDue | undefined
  /** Only leads with an e-mail that could not be sent. */
  readonly mail?: 'failed' | undefined
  /** Only inquiries of this e-mail address. */
  readonly email?: string | undefined
  /** The days in India from and to which it came, as in the figures: `2026-11-01_2026-11-30`. */
  readonly asked?: string | undefined
  /** The day of the week in India on which it came, from 1, Monday. */
  readonly weekday?: string | undefined
  readonly answered?: 'yes' | undefined
  /** Why its buyer declined the last quotation. */
  readonly reason?: DeclineReason | 'none' | undefined
  /** What it asked for, as in the figures. */
  readonly about?: string | undefined
}

/** When a lead is to be followed up, with the days from and to today. */
export const leadDue = {
  overdue: { label: 'Overdue', from: undefined, to: -1 },
  today: { label: 'Today', from: 0, to: 0 },
  tomorrow: { label: 'Tomorrow', from: 1, to: 1 },
  later: { label: 'Later', from: 2, to: undefined },
} as const

type LeadDue = keyof typeof leadDue

/** The days of the week, from the one with number 1. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Why leads are lost: as their buyers declined. */
export const lostReasons = { ...declineReasons, none: 'No reason given' } as const

/** The search that finds every lead, the newest first (product.md, section 7, Admin side). */
export const everyLead: LeadSearch = { search: '', from: '', to: '', order: 'newest' }

/** The filters in the URL. */
export const leadAddress: ListAddress<LeadSearch> = {
  read: (params) => ({
    search: params.get('search')?.trim() ?? '',
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    order: orderOr(everyLead.order, params.get('sort')),
    ...handlingIn(params),
  }),
  write: ({ search, from, to, order, ...others }) => ({
    search: search || undefined,
    from: from || undefined,
    to: to || undefined,
    sort: order === everyLead.order ? undefined : order,
    state: others.state,
    assigned: others.assigned,
    unanswered: others.unanswered,
    due: others.due,
    email: others.email,
    mail: others.mail,
    asked: others.asked,
    weekday: others.weekday,
    answered: others.answered,
    reason: others.reason,
    about: others.about,
  }),
}

/** The address of the list with these filters. */
export function leadsPath(shows: Partial<LeadSearch>): string {
  const set = Object.entries(leadAddress.write({ ...everyLead, ...shows })).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `/admin/leads?${new URLSearchParams(set).toString()}`
}

/** Whether any filter is set. */
export function isNarrowed({ order: _order, ...search }: LeadSearch): boolean {
  return Object.values(search).some((value) => value !== undefined && value !== '')
}

/** The filters for the query; both days are inclusive. */
export function filtersOf({ from, to, asked, due, order: _order, ...others }: LeadSearch): LeadFilters {
  const [askedFrom, askedTo] = asked?.split('_') ?? []
  const starts = [from && startOfDay(from, 0), askedFrom && startInIndia(askedFrom)]
  const ends = [to && startOfDay(to, 1), askedTo && startInIndia(askedTo, 1)]
  return {
    ...others,
    due_from: due && dayFromToday(leadDue[due].from),
    due_to: due && dayFromToday(leadDue[due].to),
    from: inOrder(starts).at(-1),
    before: inOrder(ends)[0],
  }
}

/** The filters on handling and sender that are set and known. */
function handlingIn(params: URLSearchParams): Partial<LeadSearch> {
  const state = params.get('state') ?? ''
  const assigned = params.get('assigned') ?? ''
  const email = params.get('email') ?? ''
  const due = params.get('due') ?? ''
  const asked = params.get('asked') ?? ''
  const weekday = params.get('weekday') ?? ''
  const reason = params.get('reason') ?? ''
  return {
    ...((isLeadState(state) || state === 'open') && { state }),
    ...(/^(?:none|[0-9a-f-]{36})$/.test(assigned) && { assigned }),
    ...(params.get('unanswered') === 'yes' && { unanswered: 'yes' as const }),
    ...(isLeadDue(due) && { due }),
    ...(email !== '' && { email }),
    ...(params.get('mail') === 'failed' && { mail: 'failed' as const }),
    ...(asked.split('_').length === 2 && asked.split('_').every(isDay) && { asked }),
    ...(/^[1-7]$/.test(weekday) && { weekday }),
    ...(params.get('answered') === 'yes' && { answered: 'yes' as const }),
    ...((isDeclineReason(reason) || reason === 'none') && { reason }),
    ...aboutIn(params),
  }
}

/** The times that are set, the earliest first. */
function inOrder(times: readonly (string | undefined)[]): readonly string[] {
  const set = times.flatMap((time) => (time === undefined || time === '' ? [] : [time]))
  return set.toSorted((one, other) => one.localeCompare(other))
}

/** Whether a text is a time of a follow-up. */
export function isLeadDue(text: string): text is LeadDue {
  return Object.hasOwn(leadDue, text)
}

function dayFromToday(later: number | undefined): string | undefined {
  const now = new Date()
  return later === undefined
    ? undefined
    : localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + later))
}

function orderOr(otherwise: LeadOrder, text: string | null): LeadOrder {
  return text !== null && isOrder(text) ? text : otherwise
}

function isOrder(text: string): text is LeadOrder {
  return Object.hasOwn(leadOrders, text)
}

/** Uses calendar days, because not every day has 24 hours. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The state of a history entry that starts the export. A link or a reload of its address does not. */
export const exportOnArrival = { export: 'leads' }

/** Whether a history entry has this state. */
export function isAskedToExport(state: unknown): boolean {
  return recordOf(state)['export'] === exportOnArrival.export
}
