import { type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type Cursor, inOrder, type PagePosition, pageArguments } from '@giftwell/shared/kernel/keyset.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import {
  formed,
  listAddress,
  type ListFilters,
  oneOf,
  pathOf,
  type Searched,
  type SetFilters,
} from '../list/list-address.ts'
import { areDays } from '../list/list-filters.tsx'
import type { ListAddress } from '../list/list-views.ts'
import { isOrderState, type OrderState, type SteppedLine } from './order-states.ts'

/** An order of the list. */
export interface OrderRow extends Cursor {
  readonly number: string
  readonly company: string
  readonly state: OrderState
  readonly needed_by: string | null
  /** The day by which its work begins: `needed_by`, less the lead time of what is in preparation. */
  readonly start_on: string | null
  readonly delivered_on: string | null
  readonly is_late: boolean
  readonly waits_for_buyer: boolean
  readonly total_paise: number
  readonly owner_email: string
  readonly quotation_number: string
  readonly created_at: string
  readonly lines: readonly SteppedLine[]
  readonly sort_key: string
}

const sortable = [
  'created_at',
  'number',
  'company',
  'total',
  'state',
  'needed_by',
  'start_on',
  'owner',
] as const
type Sorted = (typeof sortable)[number]

const uuidOrNone = /^(?:none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The filters of the list by their parameters, which the database's functions name alike. */
const orderFilters = {
  state: (text: string) => (isOrderState(text) ? text : undefined),
  /** Late, or to be begun within seven days. */
  due: oneOf('late', 'week'),
  /** For its buyer's approval of a proof, or an advance. */
  waits: oneOf('yes'),
  /** Neither delivered nor cancelled. */
  open: oneOf('yes'),
  owner: formed(uuidOrNone),
  lead: formed(uuidOrNone),
  company: formed(uuidOrNone),
  /** Delivered on days like 2026-12-01_2026-12-15. */
  delivered: (text: string) => (areDays(text) ? text : undefined),
  /** Whether it was delivered by the day that it was needed; none without one. */
  kept: oneOf('yes', 'no', 'none'),
} satisfies ListFilters

/** The search, the filters and the order of the list; days are those in India. */
export type OrderSearch = Searched &
  SetFilters<typeof orderFilters> & { readonly sorted: Sorted; readonly ascending: boolean }

/** The search that finds every order, the newest first. */
export const everyOrder: OrderSearch = {
  search: '',
  from: '',
  to: '',
  sorted: 'created_at',
  ascending: false,
}

/** The search in the URL. */
export const orderAddress: ListAddress<OrderSearch> = listAddress(orderFilters, {
  read(text) {
    const [, name, direction] = /^(.+)-(up|down)$/.exec(text) ?? []
    const sorted = sortable.find((column) => column === name)
    return sorted === undefined
      ? { sorted: everyOrder.sorted, ascending: everyOrder.ascending }
      : { sorted, ascending: direction === 'up' }
  },
  write: ({ sorted, ascending }: Pick<OrderSearch, 'sorted' | 'ascending'>) =>
    sorted === 'created_at' && !ascending ? undefined : `${sorted}-${ascending ? 'up' : 'down'}`,
})

/** The address of the list with these filters. */
export function ordersPath(shows: Partial<OrderSearch>): string {
  return pathOf('/admin/orders', orderAddress, { ...everyOrder, ...shows })
}

/** One page of orders. */
export function orderPageQuery(backend: Backend, search: OrderSearch, position: PagePosition) {
  return queryOptions({
    queryKey: ['orders', 'page', search, position] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly OrderRow[]> =>
      inOrder(await readOrders(backend, search, position, { signal }), position),
  })
}

/** The total number of orders. */
export function orderCountQuery(backend: Backend, search: OrderSearch) {
  const { search: words } = search
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['orders', 'count', words, filters] as QueryKey,
    staleTime: 0,
    queryFn: ({ signal }): Promise<number> =>
      send(backend, (rest) => rest.rpc('count_orders', { words, filters }).abortSignal(signal)),
  })
}

/** Reads orders in request order (see `inOrder`), at most `size`. */
export async function readOrders(
  backend: Backend,
  search: OrderSearch,
  position: PagePosition,
  { size, signal }: { readonly size?: number; readonly signal: AbortSignal },
): Promise<readonly OrderRow[]> {
  const { search: words, sorted, ascending } = search
  const page = pageArguments({ column: 'sort_key', ascending, idAscending: ascending }, position, size)
  const rows = await send(backend, (rest) =>
    rest.rpc('find_orders', { words, filters: filtersOf(search), sorted, ...page }).abortSignal(signal),
  )
  return rows as unknown as OrderRow[] // the function gives no other state, and null where there is no day
}

/** The filters of a search, as the functions of the database take them. */
function filtersOf({ search: _search, sorted: _sorted, ascending: _up, from, to, ...filters }: OrderSearch) {
  const days = { since: from && startInIndia(from), before: to && startInIndia(to, 1) }
  return Object.fromEntries(Object.entries({ ...filters, ...days }).filter(([, value]) => Boolean(value)))
}
