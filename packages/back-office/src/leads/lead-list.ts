import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { AppError, rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import {
  inOrder,
  type KeysetOrder,
  onPage,
  pageArguments,
  type PagePosition,
} from '@giftwell/shared/kernel/keyset.ts'
import type { LeadHandling, LeadNote, LeadState } from './lead-handling.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import { readOne, type Row } from '@giftwell/shared/kernel/table.ts'

/** A product of an inquiry with the quantity that is wanted and a note. */
export type LeadItem = Pick<Row<'lead_items'>, 'position' | 'name' | 'quantity' | 'note'>

/** What is known beyond the plain lead; leads that were cached by an older version have none of it. */
type LeadExtras = Pick<Row<'leads'>, 'needed_by' | 'budget_per_gift' | 'delivery_city' | 'wants_branding'> & {
  lead_items: LeadItem[]
  lead_handling: LeadHandling | null
  /** The caller's own: one if they have opened it. */
  lead_openings: { user_id: string }[]
  /** Its notes, the latest first, in cached leads. */
  notes: readonly LeadNote[]
}

/** A lead (product.md, section 3) without its internal columns. */
export type Lead = Omit<
  Row<'leads'>,
  'search_text' | 'lines_hash' | 'sender_id' | 'link' | keyof LeadExtras
> & {
  [Extra in keyof LeadExtras]?: LeadExtras[Extra] | undefined
}

/** The products of a lead in the basket's order; without quantities and notes their names alone. */
export function linesOf({
  selected_products: names,
  lead_items: items = [],
}: Lead): readonly Omit<LeadItem, 'position'>[] {
  return items.length > 0
    ? items.toSorted((one, other) => one.position - other.position)
    : (names ?? []).map((name) => ({ name, quantity: null, note: null }))
}

/** A product with its quantity, as in "400 × Brass lamp". */
export function lineText({ name, quantity }: Pick<LeadItem, 'name' | 'quantity'>): string {
  return quantity === null ? name : `${quantity.toLocaleString()} × ${name}`
}

/** What the buyer calls the lead by, as `lead_reference` in the database. */
export function leadReference({ id }: Pick<Lead, 'id'>): string {
  return `GW-${id.slice(0, 8).toUpperCase()}`
}

/** The search and the filters of the lead list. */
export interface LeadFilters {
  /** Words that its texts have, in any order, a telephone number however it is written, or its reference; empty for all. */
  readonly search: string
  /** Inclusive start, as an ISO date. */
  readonly from?: string | undefined
  /** Exclusive end, as an ISO date. */
  readonly before?: string | undefined
  /** Only leads newer than this `created_at`. */
  readonly since?: string | undefined
  readonly state?: LeadState | undefined
  /** An administrator's id, or `none`. */
  readonly assigned?: string | undefined
  readonly unanswered?: 'yes' | undefined
  /** The day by which an open lead is to be followed up, as `YYYY-MM-DD`. */
  readonly due?: string | undefined
  /** A whole e-mail address. */
  readonly email?: string | undefined
}

/** The sort orders of leads; the default is newest first (product.md, section 7, Admin side). */
export const leadOrders = {
  newest: { column: 'created_at', ascending: false, idAscending: false },
  oldest: { column: 'created_at', ascending: true, idAscending: true },
} as const satisfies Record<string, KeysetOrder>

/** An order of the lead list. */
export type LeadOrder = keyof typeof leadOrders

/** Which leads are listed, and in which order. */
export interface LeadListing {
  readonly filters: LeadFilters
  readonly order: LeadOrder
}

/** Sorts before every `created_at`, also as text. */
export const beforeAllTimes = '-infinity'

/** Milliseconds between polls for new leads while the page is visible. */
const pollInterval = 15_000

/** Leads arrive at any time, so cached lists are always refetched. */
const staleTime = 0

/** One page of leads. */
export function leadPageQuery(backend: Backend, listing: LeadListing, position: PagePosition) {
  return queryOptions({
    queryKey: ['leads', 'page', listing, position] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly Lead[]> =>
      inOrder(await readLeads(backend, listing, position, { signal }), position),
  })
}

/** The total number of leads. */
export function leadCountQuery(backend: Backend, filters: LeadFilters) {
  return queryOptions({
    queryKey: ['leads', 'count', filters] as QueryKey,
    staleTime,
    queryFn: ({ signal }) => countLeads(backend, filters, signal),
  })
}

/** Counts the leads after `since`. Polls every 15 seconds while the page is visible, and when it becomes visible again. */
export function newLeadCountQuery(backend: Backend, filters: LeadFilters & { readonly since: string }) {
  return queryOptions({
    queryKey: ['leads', 'new', filters] as QueryKey,
    queryFn: ({ signal }) => countLeads(backend, filters, signal),
    staleTime: pollInterval,
    refetchInterval: pollInterval,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
}

/**
 * The `created_at` of the newest lead, `beforeAllTimes` without leads. Fetched once for each visit; refused when the user
 * is no longer an administrator, who alone sees leads.
 */
export function newestLeadTimeQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'newest time'] as QueryKey,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<string> => {
      const [newest] = await readRows(backend, (rest) =>
        rest
          .from('leads')
          .select('created_at')
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )
      if (newest !== undefined) return newest.created_at
      await countLeads(backend, { search: '' }, signal)
      return beforeAllTimes
    },
  })
}

/** One lead; null when there is none with the id. */
export function leadQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['leads', 'one', id] as QueryKey,
    queryFn: () =>
      z.guid().safeParse(id).success ? readOne<Lead>(backend, { table: 'leads', select: columns }, id) : null,
  })
}

const columns =
  'id, name, company, email, phone, message, selected_products, created_at, needed_by, budget_per_gift, delivery_city, wants_branding, lead_items(position, name, quantity, note), lead_handling(state, assigned_to, assigned_email, due_on, answered_at, notes), lead_openings(user_id)'

/** Fetches leads in request order (see `inOrder`), at most `size`. */
export async function readLeads(
  backend: Backend,
  { filters, order }: LeadListing,
  position: PagePosition,
  { size, signal }: { size?: number; signal: AbortSignal },
): Promise<Lead[]> {
  const withPage = <Query extends Parameters<typeof onPage>[0] & Ranged>(query: Query) => {
    const page = onPage(inRange(query, filters), leadOrders[order], position)
    return size === undefined ? page : page.limit(size)
  }
  const rest = await backend.loadRest()
  const { data, error } = await (filters.search === '' && handlingOf(filters) === undefined
    ? withPage(rest.from('leads').select(columns)).abortSignal(signal)
    : withPage(
        rest
          .rpc('find_leads', { ...argumentsOf(filters), ...pageArguments(leadOrders[order], position, size) })
          .select(columns),
      ).abortSignal(signal))
  if (error) throw toAppError(error)
  return rowsIn(data) as Lead[] // a constraint allows no other state
}

async function countLeads(backend: Backend, filters: LeadFilters, signal: AbortSignal): Promise<number> {
  const data = await send(backend, (rest) =>
    rest.rpc('count_leads', argumentsOf(filters)).abortSignal(signal),
  )
  if (data === null) throw new AppError('forbidden', 'Only administrators may read leads')
  if (typeof data !== 'number') throw new AppError('unexpected', 'Counting leads gave no number')
  return data
}

/** The filters as the database's functions name them. */
function argumentsOf(filters: LeadFilters) {
  const { search: words, from, before, since } = filters
  const handling = handlingOf(filters)
  return {
    words,
    ...(from !== undefined && { since: from }),
    ...(before !== undefined && { before }),
    ...(since !== undefined && { after: since }),
    ...(handling && { filters: handling }),
  }
}

/** The filters on how leads are handled and who sent them; undefined without one. */
function handlingOf({
  state,
  assigned,
  unanswered,
  due,
  email,
}: LeadFilters): Record<string, string> | undefined {
  const set = Object.entries({ state, assigned, unanswered, due, email }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return set.length === 0 ? undefined : (Object.fromEntries(set) as Record<string, string>)
}

interface Ranged {
  gt(column: string, value: string): this
  gte(column: string, value: string): this
  lt(column: string, value: string): this
}

function inRange<Query extends Ranged>(query: Query, { from, before, since }: LeadFilters): Query {
  let ranged = query
  if (from !== undefined) ranged = ranged.gte('created_at', from)
  if (before !== undefined) ranged = ranged.lt('created_at', before)
  if (since !== undefined) ranged = ranged.gt('created_at', since)
  return ranged
}

/** Leads that a search in the palette shows. */
const maxFound = 5

/** The newest leads that a search finds. */
export function leadNamesQuery(backend: Backend, search: string) {
  return queryOptions({
    queryKey: ['leads', 'palette', search] as QueryKey,
    staleTime,
    queryFn: ({ signal }) =>
      readLeads(
        backend,
        { filters: { search }, order: 'newest' },
        { at: 'first' },
        { size: maxFound, signal },
      ),
  })
}
