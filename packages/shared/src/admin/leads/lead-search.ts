import { type LeadFilters, type LeadOrder, leadOrders } from '../../data/lead-list.ts'
import type { ListAddress } from '../lists/use-list-search-params.ts'

/** The filters of the leads screen; days are local, as `YYYY-MM-DD`, empty for no limit. */
export interface LeadSearch {
  readonly search: string
  readonly from: string
  readonly to: string
  readonly order: LeadOrder
}

export const everyLead: LeadSearch = { search: '', from: '', to: '', order: 'newest' }

/** The filters in the URL. */
export const leadAddress: ListAddress<LeadSearch> = {
  read: (params) => ({
    search: params.get('search')?.trim() ?? '',
    from: dayOrNone(params.get('from')),
    to: dayOrNone(params.get('to')),
    order: orderOr(everyLead.order, params.get('sort')),
  }),
  write: ({ search, from, to, order }) => ({
    search: search || undefined,
    from: from || undefined,
    to: to || undefined,
    sort: order === everyLead.order ? undefined : order,
  }),
}

/** Whether any filter is set. */
export function isNarrowed({ search, from, to }: LeadSearch): boolean {
  return search !== '' || from !== '' || to !== ''
}

/** Whether the end precedes the start. */
export function isBackwards({ from, to }: LeadSearch): boolean {
  return from !== '' && to !== '' && from > to
}

/** The filters for the query; both days are inclusive. */
export function filtersOf({ search, from, to }: LeadSearch): LeadFilters {
  return {
    search,
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
