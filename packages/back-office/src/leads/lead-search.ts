import { isLeadState, type LeadState } from './lead-handling.ts'
import { type LeadFilters, type LeadOrder, leadOrders } from './lead-list.ts'
import { localDay } from '../list/list-export.ts'
import type { ListAddress } from '../list/use-list-search-params.ts'

/** The filters of the leads screen; days are local, as `YYYY-MM-DD`, empty for no limit. */
export interface LeadSearch {
  readonly search: string
  readonly from: string
  readonly to: string
  readonly order: LeadOrder
  readonly state?: LeadState | undefined
  /** An administrator's id, or `none`. */
  readonly assigned?: string | undefined
  readonly unanswered?: 'yes' | undefined
  /** Only open leads to come back to by today. */
  readonly due?: 'yes' | undefined
  /** Only inquiries of this e-mail address. */
  readonly email?: string | undefined
}

/** The search that finds every lead, the newest first (product.md, section 7, Admin side). */
export const everyLead: LeadSearch = { search: '', from: '', to: '', order: 'newest' }

/** The filters in the URL. */
export const leadAddress: ListAddress<LeadSearch> = {
  read: (params) => ({
    search: params.get('search')?.trim() ?? '',
    from: dayOrNone(params.get('from')),
    to: dayOrNone(params.get('to')),
    order: orderOr(everyLead.order, params.get('sort')),
    ...handlingIn(params),
  }),
  write: ({ search, from, to, order, state, assigned, unanswered, due, email }) => ({
    search: search || undefined,
    from: from || undefined,
    to: to || undefined,
    sort: order === everyLead.order ? undefined : order,
    state,
    assigned,
    unanswered,
    due,
    email,
  }),
}

/** Whether any filter is set. */
export function isNarrowed({ order: _order, ...search }: LeadSearch): boolean {
  return Object.values(search).some((value) => value !== undefined && value !== '')
}

/** Whether the end precedes the start. */
export function isBackwards({ from, to }: LeadSearch): boolean {
  return from !== '' && to !== '' && from > to
}

/** The filters for the query; both days are inclusive. */
export function filtersOf({ from, to, due, order: _order, ...others }: LeadSearch): LeadFilters {
  return {
    ...others,
    due: due && localDay(new Date()),
    from: from === '' ? undefined : startOfDay(from, 0),
    before: to === '' ? undefined : startOfDay(to, 1),
  }
}

/** Whether a text is a valid day; excludes incomplete years. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The filters on handling and sender that are set and known. */
function handlingIn(params: URLSearchParams): Partial<LeadSearch> {
  const state = params.get('state') ?? ''
  const assigned = params.get('assigned') ?? ''
  const email = params.get('email') ?? ''
  return {
    ...(isLeadState(state) && { state }),
    ...(/^(?:none|[0-9a-f-]{36})$/.test(assigned) && { assigned }),
    ...(params.get('unanswered') === 'yes' && { unanswered: 'yes' as const }),
    ...(params.get('due') === 'yes' && { due: 'yes' as const }),
    ...(email !== '' && { email }),
  }
}

function orderOr(otherwise: LeadOrder, text: string | null): LeadOrder {
  return text !== null && isOrder(text) ? text : otherwise
}

function isOrder(text: string): text is LeadOrder {
  return Object.hasOwn(leadOrders, text)
}

function dayOrNone(text: string | null): string {
  return text !== null && isDay(text) ? text : ''
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
