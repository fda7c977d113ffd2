import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import { foundList, type FoundListing } from '../list/found-list.ts'
import { type ListFilters, oneOf, uuidOrNone } from '../list/list-address.ts'
import { areDays } from '../list/list-filters.tsx'
import { isOrderState, type OrderState, type SteppedLine } from './order-states.ts'

/** An order of the list. */
export interface OrderRow extends Cursor {
  readonly number: string
  readonly company: string
  readonly state: OrderState
  readonly needed_by: string | null
  /** The day by which its work must begin: `needed_by` less the lead time of the lines in preparation. */
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

/** The filters of the list by their parameters, which the database's functions name alike. */
const orderFilters = {
  state: (text: string) => (isOrderState(text) ? text : undefined),
  /** Late, or to be begun within seven days. */
  due: oneOf('late', 'week'),
  /** For its buyer's approval of a proof, or an advance. */
  waits: oneOf('yes'),
  /** Neither delivered nor cancelled. */
  open: oneOf('yes'),
  owner: uuidOrNone,
  lead: uuidOrNone,
  company: uuidOrNone,
  /** Delivered on days like 2026-12-01_2026-12-15. */
  delivered: (text: string) => (areDays(text) ? text : undefined),
  /** Whether it was delivered by the day that it was needed; none without one. */
  kept: oneOf('yes', 'no', 'none'),
} satisfies ListFilters

type Sorted = (typeof sortable)[number]

export type OrderSearch = FoundListing<typeof orderFilters, Sorted>

export const orderList = foundList<OrderRow, typeof orderFilters, Sorted>({
  label: { one: 'order', many: 'Orders' },
  name: 'orders',
  filters: orderFilters,
  sortable,
  // The function gives no other state, and null where there is no day.
  find: (page, signal) => (rest) =>
    rest.rpc('find_orders', page).abortSignal(signal).overrideTypes<OrderRow[], { merge: false }>(),
  count: (wanted, signal) => (rest) => rest.rpc('count_orders', wanted).abortSignal(signal),
})
