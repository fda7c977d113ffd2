import { uuidForm } from '@giftwell/shared/kernel/parse-json.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type DeclineReason, declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { isLeadState, type LeadState } from './lead-handling.ts'
import { type LeadFilters, type LeadOrder, leadOrders } from './lead-list.ts'
import {
  formed,
  listAddress,
  type ListFilters,
  oneOf,
  pathOf,
  type Searched,
  type SetFilters,
} from '../list/list-address.ts'
import { aboutForm, areDays } from '../list/list-filters.tsx'
import { dayInIndia, startInIndia, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import type { ListAddress } from '../list/list-views.ts'

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

/** Why leads are lost: as staff say, or their buyers when they decline. */
export const lostReasons = { ...declineReasons, none: 'No reason given' } as const

/** The filters of the list by their parameters; the database's functions have the same names, but for `due` and `asked`. */
const leadFilters = {
  /** `open` for all that are not closed. */
  state: (text: string): LeadState | 'open' | undefined =>
    isLeadState(text) || text === 'open' ? text : undefined,
  /** An assignee's id, or `none`. */
  assigned: formed(/^(?:none|[0-9a-f-]{36})$/),
  unanswered: oneOf('yes'),
  /** When open leads are to be followed up. */
  due: (text: string) => (isLeadDue(text) ? text : undefined),
  /** Only inquiries of this e-mail address. */
  email: formed(/./),
  /** Only leads with an e-mail that could not be sent. */
  mail: oneOf('failed'),
  /** The days in India from and to which it came, as in the figures: `2026-11-01_2026-11-30`. */
  asked: (text: string) => (areDays(text) ? text : undefined),
  /** The day of the week in India on which it came, from 1, Monday. */
  weekday: formed(/^[1-7]$/),
  answered: oneOf('yes'),
  /** The id of who answered first, or `none`. */
  answered_by: formed(/^(?:none|[0-9a-f-]{36})$/),
  /** What led to the visit, and its campaign; `none` without. */
  source: formed(/./),
  campaign: formed(/./),
  /** Why it was lost, or its buyer declined the last quotation. */
  reason: (text: string): DeclineReason | 'none' | undefined =>
    isDeclineReason(text) || text === 'none' ? text : undefined,
  /** The id of its sender's company. */
  company: formed(uuidForm),
  /** The requested group, as in the figures. */
  about: formed(aboutForm),
} satisfies ListFilters

/** The search, filters and order of the leads screen; days are local. */
export type LeadSearch = Searched & SetFilters<typeof leadFilters> & { readonly order: LeadOrder }

/** The search that finds every lead, the newest first (product.md, section 7, Admin side). */
export const everyLead: LeadSearch = { search: '', from: '', to: '', order: 'newest' }

/** The filters in the URL. */
export const leadAddress: ListAddress<LeadSearch> = listAddress(leadFilters, {
  read: (text) => ({ order: isOrder(text) ? text : everyLead.order }),
  write: ({ order }: { readonly order: LeadOrder }) => (order === everyLead.order ? undefined : order),
})

/** The address of the list with these filters. */
export function leadsPath(shows: Partial<LeadSearch>): string {
  return pathOf('/admin/leads', leadAddress, { ...everyLead, ...shows })
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
  return later === undefined ? undefined : dayInIndia(startInIndia(todayInIndia(), later))
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
