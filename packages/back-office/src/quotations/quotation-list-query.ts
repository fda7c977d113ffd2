import { type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type Cursor, inOrder, type PagePosition, pageArguments } from '@giftwell/shared/kernel/keyset.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import {
  type DeclineReason,
  isDeclineReason,
  type QuotationState,
} from '@giftwell/shared/quotations/quotation.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
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
import type { ListAddress } from '../list/list-views.ts'
import { quotationStates } from './quotation-requests.ts'

/** A quotation of the list, by the version that is in force, else by its draft. */
export interface QuotationRow extends Cursor {
  /** Null before it is sent. */
  readonly number: string | null
  readonly revision: number
  readonly company: string
  readonly total_paise: number
  readonly state: QuotationState
  readonly valid_until: string
  readonly owner_email: string
  readonly created_at: string
  readonly sent_at: string | null
  readonly sort_key: string
  /** What led to the visit of its lead's sender; older servers do not say. */
  readonly source?: string | null
  /** Null where no cost is known, and for whom margins are not shown. */
  readonly margin_paise?: number | null
  /** Why its buyer declined it; null in other states. */
  readonly reason?: string | null
}

/** What quotations are sorted by. */
const sortable = ['created_at', 'number', 'company', 'total', 'state', 'valid_until', 'owner'] as const
type Sorted = (typeof sortable)[number]

const uuidOrNone = /^(?:none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** The filters of the list by their parameters, which the database's functions name alike. */
const quotationFilters = {
  state: (text: string) => (isQuotationState(text) ? text : undefined),
  /** The id of a person of the back office, or `none` of one who has left. */
  owner: formed(uuidOrNone),
  /** Answered by its buyer, which waits for the seller: a change, a decline of an open lead, a new acceptance. */
  unsettled: oneOf('yes'),
  /** Sent, and without a decision for three days. */
  unanswered: oneOf('yes'),
  /** Sent, and valid for at most seven days. */
  expiring: oneOf('yes'),
  /** Accepted in this month of India, as 2026-12, or on days like 2026-12-01_2026-12-15. */
  won: (text: string) => (monthForm.test(text) || areDays(text) ? text : undefined),
  /** Open, and likely to be accepted in this month. */
  likely: formed(monthForm),
  /** What led to the visit of its lead's sender, and the campaign; `none` without. */
  source: formed(/./),
  campaign: formed(/./),
  /** The product or category of its lines that count, or none, as in the figures of money. */
  lines: formed(/^(?:product|category):(?:none|[\da-f-]{36})$/),
  /** Only those that were sent. */
  sent: oneOf('yes'),
  /** Why its buyer declined it last. */
  reason: (text: string): DeclineReason | undefined => (isDeclineReason(text) ? text : undefined),
  /** The id of its buyer's company, or `none`. */
  company: formed(uuidOrNone),
  /** What it offered, or what was accepted or declined where that is the state; as in the figures. */
  about: formed(aboutForm),
} satisfies ListFilters

/** The search, the filters and the order of the list; days are those in India. */
export type QuotationSearch = Searched &
  SetFilters<typeof quotationFilters> & { readonly sorted: Sorted; readonly ascending: boolean }

/** The search that finds every quotation, the newest first. */
export const everyQuotation: QuotationSearch = {
  search: '',
  from: '',
  to: '',
  sorted: 'created_at',
  ascending: false,
}

/** Whether a text is a state of quotations. */
export function isQuotationState(text: string): text is QuotationState {
  return Object.hasOwn(quotationStates, text)
}

/** The search in the URL. */
export const quotationAddress: ListAddress<QuotationSearch> = listAddress(quotationFilters, {
  read(text) {
    const [, name, direction] = /^(.+)-(up|down)$/.exec(text) ?? []
    const sorted = sortable.find((column) => column === name)
    return sorted === undefined
      ? { sorted: everyQuotation.sorted, ascending: everyQuotation.ascending }
      : { sorted, ascending: direction === 'up' }
  },
  write: ({ sorted, ascending }: Pick<QuotationSearch, 'sorted' | 'ascending'>) =>
    sorted === 'created_at' && !ascending ? undefined : `${sorted}-${ascending ? 'up' : 'down'}`,
})

/** The address of the list with these filters. */
export function quotationsPath(shows: Partial<QuotationSearch>): string {
  return pathOf('/admin/quotations', quotationAddress, { ...everyQuotation, ...shows })
}

// Buyers decide at any time.
const staleTime = 0

/** One page of quotations. */
export function quotationPageQuery(backend: Backend, search: QuotationSearch, position: PagePosition) {
  return queryOptions({
    queryKey: ['quotations', 'page', search, position] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly QuotationRow[]> =>
      inOrder(await readQuotations(backend, search, position, { signal }), position),
  })
}

/** The total number of quotations. */
export function quotationCountQuery(backend: Backend, search: QuotationSearch) {
  const { search: words } = search
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['quotations', 'count', words, filters] as QueryKey,
    staleTime,
    queryFn: ({ signal }): Promise<number> =>
      send(backend, (rest) => rest.rpc('count_quotations', { words, filters }).abortSignal(signal)),
  })
}

/** Reads quotations in request order (see `inOrder`), at most `size`. */
export async function readQuotations(
  backend: Backend,
  search: QuotationSearch,
  position: PagePosition,
  { size, signal }: { readonly size?: number; readonly signal: AbortSignal },
): Promise<readonly QuotationRow[]> {
  const { search: words, sorted, ascending } = search
  const page = pageArguments({ column: 'sort_key', ascending, idAscending: ascending }, position, size)
  const rows = await send(backend, (rest) =>
    rest.rpc('find_quotations', { words, filters: filtersOf(search), sorted, ...page }).abortSignal(signal),
  )
  return rows as QuotationRow[] // the function gives no other state, and null where there is no number
}

/** The filters of a search, as the functions of the database take them. */
function filtersOf({
  search: _search,
  sorted: _sorted,
  ascending: _up,
  from,
  to,
  ...filters
}: QuotationSearch) {
  const days = { since: from && startInIndia(from), before: to && startInIndia(to, 1) }
  const set = Object.entries({ ...filters, ...days }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  return Object.fromEntries(set)
}
