import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { inOrder, type KeysetOrder, onPage, pageArguments, type PagePlace } from './keyset.ts'
import type { Row } from './table.ts'
import { rowsIn } from './readable.ts'

/** A lead as the back office reads it (specification, section 3): everything but what only a search looks at. */
export type Lead = Omit<Row<'leads'>, 'search_text'>

/** Which leads are meant. */
export interface LeadFilters {
  /** A part of any of a lead's texts, in whatever case; empty for all. */
  readonly search: string
  /** The first moment of the range, as an ISO date. */
  readonly from?: string | undefined
  /** The first moment behind the range, as an ISO date. */
  readonly before?: string | undefined
  /** Only leads that came after this `created_at`. */
  readonly since?: string | undefined
}

/** The orders of the leads; newest first is the specification's (section 7, Admin side). */
export const leadOrders = {
  newest: { column: 'created_at', ascending: false, idAscending: false },
  oldest: { column: 'created_at', ascending: true, idAscending: true },
} as const satisfies Record<string, KeysetOrder>

export type LeadOrder = keyof typeof leadOrders

/** A list of leads: which ones, and in what order. */
export interface LeadListing {
  readonly filters: LeadFilters
  readonly order: LeadOrder
}

/** A `created_at` before every other, also as a text. */
export const beforeAllTimes = '-infinity'

/** Milliseconds between two looks for new leads while the page is seen. */
const pollInterval = 15_000

/** Leads come in at any time: what was read before is shown only until it is read again. */
const staleTime = 0

/** One page of leads. */
export function leadPageQuery(backend: Backend, listing: LeadListing, place: PagePlace) {
  return queryOptions({
    queryKey: ['leads', 'page', listing, place] as QueryKey,
    staleTime,
    queryFn: async ({ signal }): Promise<readonly Lead[]> =>
      inOrder(await readLeads(backend, listing, place, { signal }), place),
  })
}

/** How many leads there are on all pages. */
export function leadCountQuery(backend: Backend, filters: LeadFilters) {
  return queryOptions({
    queryKey: ['leads', 'count', filters] as QueryKey,
    staleTime,
    queryFn: ({ signal }) => countLeads(backend, filters, signal),
  })
}

/**
 * How many leads have come after `since`, asked again every 15 seconds while the page is seen, and at once when it is
 * seen again later: a small question, however long the list.
 */
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

/** The `created_at` of the newest of all leads; the beginning of time when there are none. Asked once a visit. */
export function newestLeadTimeQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'newest time'] as QueryKey,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<string> => {
      const { data, error } = await backend.rest
        .from('leads')
        .select('created_at')
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)[0]?.created_at ?? beforeAllTimes
    },
  })
}

/** Whether a lead came after a `created_at`: texts of one form and time zone, down to the microsecond. */
export function cameAfter(lead: Lead, since: string): boolean {
  return lead.created_at > since
}

/** Leads as they were asked for, at most `size` where one is given; see `inOrder`. */
export async function readLeads(
  backend: Backend,
  { filters, order }: LeadListing,
  place: PagePlace,
  { size, signal }: { size?: number; signal: AbortSignal },
): Promise<Lead[]> {
  const columns = 'id, name, company, email, phone, message, selected_products, created_at'
  const asked = <Query extends Parameters<typeof onPage>[0] & Ranged>(query: Query) => {
    const page = onPage(inRange(query, filters), leadOrders[order], place)
    return size === undefined ? page : page.limit(size)
  }
  const { data, error } = await (filters.search === ''
    ? asked(backend.rest.from('leads').select(columns)).abortSignal(signal)
    : asked(
        backend.rest
          .rpc('find_leads', { ...askedOf(filters), ...pageArguments(leadOrders[order], place, size) })
          .select(columns),
      ).abortSignal(signal))
  if (error) throw toAppError(error)
  return rowsIn(data)
}

async function countLeads(backend: Backend, filters: LeadFilters, signal: AbortSignal): Promise<number> {
  const { data, error } = await backend.rest.rpc('count_leads', askedOf(filters)).abortSignal(signal)
  if (error) throw toAppError(error)
  if (typeof data !== 'number') throw new AppError('unexpected', 'Counting leads gave no number')
  return data
}

/** The filters as the database's functions name them. */
function askedOf({ search: words, from, before, since }: LeadFilters) {
  return {
    words,
    ...(from !== undefined && { since: from }),
    ...(before !== undefined && { before }),
    ...(since !== undefined && { after: since }),
  }
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
