import { isLeadState, type LeadState } from './lead-handling.ts'
import { type LeadFilters, type LeadOrder, leadOrders } from './lead-list.ts'
import { dayIn } from '../list/day-range.tsx'
import { localDay } from '../list/list-export.ts'
import type { ListAddress } from '../list/use-list-search-params.ts'

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
}

/** When a lead is to be followed up, with the days from and to today. */
export const leadDue = {
  overdue: { label: 'Overdue', from: undefined, to: -1 },
  today: { label: 'Today', from: 0, to: 0 },
  tomorrow: { label: 'Tomorrow', from: 1, to: 1 },
  later: { label: 'Later', from: 2, to: undefined },
} as const

type LeadDue = keyof typeof leadDue

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
  write: ({ search, from, to, order, state, assigned, unanswered, due, email, mail }) => ({
    search: search || undefined,
    from: from || undefined,
    to: to || undefined,
    sort: order === everyLead.order ? undefined : order,
    state,
    assigned,
    unanswered,
    due,
    email,
    mail,
  }),
}

/** Whether any filter is set. */
export function isNarrowed({ order: _order, ...search }: LeadSearch): boolean {
  return Object.values(search).some((value) => value !== undefined && value !== '')
}

/** The filters for the query; both days are inclusive. */
export function filtersOf({ from, to, due, order: _order, ...others }: LeadSearch): LeadFilters {
  return {
    ...others,
    due_from: due && dayFromToday(leadDue[due].from),
    due_to: due && dayFromToday(leadDue[due].to),
    from: from === '' ? undefined : startOfDay(from, 0),
    before: to === '' ? undefined : startOfDay(to, 1),
  }
}

/** The filters on handling and sender that are set and known. */
function handlingIn(params: URLSearchParams): Partial<LeadSearch> {
  const state = params.get('state') ?? ''
  const assigned = params.get('assigned') ?? ''
  const email = params.get('email') ?? ''
  const due = params.get('due') ?? ''
  return {
    ...((isLeadState(state) || state === 'open') && { state }),
    ...(/^(?:none|[0-9a-f-]{36})$/.test(assigned) && { assigned }),
    ...(params.get('unanswered') === 'yes' && { unanswered: 'yes' as const }),
    ...(isLeadDue(due) && { due }),
    ...(email !== '' && { email }),
    ...(params.get('mail') === 'failed' && { mail: 'failed' as const }),
  }
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
  return Object(state).export === exportOnArrival.export
}
