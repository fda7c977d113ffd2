import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import {
  type DeclineReason,
  isDeclineReason,
  type QuotationState,
} from '@giftwell/shared/quotations/quotation.ts'
import { foundList, type FoundListing } from '../list/found-list.ts'
import { formed, type ListFilters, oneOf, uuidOrNone } from '../list/list-address.ts'
import { aboutForm, areDays } from '../list/list-filters.tsx'
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

const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** The filters of the list by their parameters, which the database's functions name alike. */
const quotationFilters = {
  state: (text: string) => (isQuotationState(text) ? text : undefined),
  /** The id of a member of staff, or `none` for a former one. */
  owner: uuidOrNone,
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
  company: uuidOrNone,
  /** The offered amount, or the accepted or declined one, as in the figures. */
  about: formed(aboutForm),
} satisfies ListFilters

export type QuotationSearch = FoundListing<typeof quotationFilters, Sorted>

/** Whether a text is a state of quotations. */
export function isQuotationState(text: string): text is QuotationState {
  return Object.hasOwn(quotationStates, text)
}

export const quotationList = foundList<QuotationRow, typeof quotationFilters, Sorted>({
  label: { one: 'quotation', many: 'Quotations' },
  name: 'quotations',
  filters: quotationFilters,
  sortable,
  // The function gives no other state, and null where there is no number.
  find: (page, signal) => (rest) =>
    rest.rpc('find_quotations', page).abortSignal(signal).overrideTypes<QuotationRow[], { merge: false }>(),
  count: (wanted, signal) => (rest) => rest.rpc('count_quotations', wanted).abortSignal(signal),
})
