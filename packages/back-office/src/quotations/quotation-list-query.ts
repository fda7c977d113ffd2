import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type Cursor, inOrder, type PagePosition, pageArguments } from '@giftwell/shared/kernel/keyset.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import {
  type DeclineReason,
  isDeclineReason,
  type QuotationState,
} from '@giftwell/shared/quotations/quotation.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { aboutIn, dayIn } from '../list/list-filters.tsx'
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
}

/** What quotations are sorted by. */
const sortable = ['created_at', 'number', 'company', 'total', 'state', 'valid_until', 'owner'] as const
type Sorted = (typeof sortable)[number]

/** The search, the filters and the order of the list. */
export interface QuotationSearch {
  readonly search: string
  readonly state?: QuotationState | undefined
  /** The id of a person of the back office. */
  readonly owner?: string | undefined
  /** Sent, and without a decision for three days. */
  readonly unanswered?: 'yes' | undefined
  /** Sent, and valid for at most seven days. */
  readonly expiring?: 'yes' | undefined
  /** Accepted in this month of India, as 2026-12. */
  readonly won?: string | undefined
  /** Only those that were sent. */
  readonly sent?: 'yes' | undefined
  /** Why its buyer declined it last. */
  readonly reason?: DeclineReason | undefined
  /** What it offered, or what was accepted or declined where that is the state; as in the figures. */
  readonly about?: string | undefined
  /** The days in India on which it was begun, empty for no limit. */
  readonly from: string
  readonly to: string
  readonly sorted: Sorted
  readonly ascending: boolean
}

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
export const quotationAddress: ListAddress<QuotationSearch> = {
  read(params) {
    const state = params.get('state') ?? ''
    const owner = params.get('owner') ?? ''
    const won = params.get('won') ?? ''
    const reason = params.get('reason') ?? ''
    const [, name, direction] = /^(.+)-(up|down)$/.exec(params.get('sort') ?? '') ?? []
    const sorted = sortable.find((column) => column === name)
    return {
      search: params.get('search')?.trim() ?? '',
      from: dayIn(params, 'from'),
      to: dayIn(params, 'to'),
      ...(isQuotationState(state) && { state }),
      ...(z.guid().safeParse(owner).success && { owner }),
      ...(params.get('unanswered') === 'yes' && { unanswered: 'yes' as const }),
      ...(params.get('expiring') === 'yes' && { expiring: 'yes' as const }),
      ...(/^\d{4}-(?:0[1-9]|1[0-2])$/.test(won) && { won }),
      ...(params.get('sent') === 'yes' && { sent: 'yes' as const }),
      ...(isDeclineReason(reason) && { reason }),
      ...aboutIn(params),
      sorted: sorted ?? everyQuotation.sorted,
      ascending: sorted !== undefined && direction === 'up',
    }
  },
  write: ({
    search,
    from,
    to,
    sorted,
    ascending,
    state,
    owner,
    unanswered,
    expiring,
    won,
    sent,
    reason,
    about,
  }) => ({
    search: search || undefined,
    from: from || undefined,
    to: to || undefined,
    sort: sorted === 'created_at' && !ascending ? undefined : `${sorted}-${ascending ? 'up' : 'down'}`,
    state,
    owner,
    unanswered,
    expiring,
    won,
    sent,
    reason,
    about,
  }),
}

/** The address of the list with these filters. */
export function quotationsPath(shows: Partial<QuotationSearch>): string {
  const set = Object.entries(quotationAddress.write({ ...everyQuotation, ...shows })).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value]]),
  )
  return `/admin/quotations?${new URLSearchParams(set).toString()}`
}

/** Whether any filter is set. */
export function isNarrowed({ sorted: _sorted, ascending: _up, ...filters }: QuotationSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '')
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
export function filtersOf({
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
