import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { type ColourQuantity, coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { AppError, rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import {
  type Cursor,
  inOrder,
  type KeysetOrder,
  onPage,
  pageArguments,
  type PagePosition,
} from '@giftwell/shared/kernel/keyset.ts'
import { type LeadHandling, type LeadNote, type LeadState, leadStates, untouched } from './lead-handling.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import { readOne, type Row } from '@giftwell/shared/kernel/table.ts'

/** A product of an inquiry with the quantity that is wanted, a note and colours. */
export type LeadItem = Pick<Row<'lead_items'>, 'position' | 'name' | 'quantity' | 'note'> & {
  /** Null without one that still exists; leads that were cached by an older version have none. */
  readonly product_id?: string | null | undefined
  readonly colours?: readonly ColourQuantity[] | null | undefined
  /** The product's limits; null if it no longer exists. */
  readonly products?:
    | Pick<Row<'products'>, 'min_quantity' | 'lead_days_from' | 'lead_days_to'>
    | null
    | undefined
}

/** Fields beyond the plain lead; leads cached by an older version lack them. */
type LeadExtras = Pick<
  Row<'leads'>,
  | 'needed_by'
  | 'budget_per_gift'
  | 'delivery_city'
  | 'wants_branding'
  | 'notice_version'
  | 'notice_language'
  | 'notice_at'
  | 'marketing_consent'
  /** When its person was erased; its texts say "erased" since. */
  | 'erased_at'
  | 'source'
  | 'medium'
  | 'campaign'
  | 'referrer'
  | 'landing_page'
  | 'reference'
> & {
  lead_items: LeadItem[]
  lead_handling: LeadHandling | null
  /** Its sender, with the company. */
  contacts: { readonly companies: { readonly id: string; readonly name: string } | null } | null
  /** Its notes, the latest first, in cached leads. */
  notes: readonly LeadNote[]
}

/** A lead (product.md, section 3) without its internal columns. */
export type Lead = Omit<
  Row<'leads'>,
  'search_text' | 'lines_hash' | 'sender_id' | 'link' | 'contact_id' | keyof LeadExtras
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
    : (names ?? []).map((name) => ({ name, quantity: null, note: null, product_id: null }))
}

/** A lead with the products of its merged inquiries, the newest first. */
export function withMerged(lead: Lead, merged: readonly Lead[]): Lead {
  const lines = [lead, ...merged.toReversed()].flatMap(linesOf)
  if (merged.length === 0 || lines.length === 0) return lead
  return { ...lead, lead_items: lines.map((line, index) => ({ ...line, position: index + 1 })) }
}

/** Whether the person of a lead was erased: nothing is left to write to. */
export function isErased({ erased_at: time }: Lead): boolean {
  return time != null
}

/** What led to the visit of a lead's sender, like "linkedin, cpc, diwali26"; empty where it is not known. */
export function originText({ source, medium, campaign, referrer }: Lead): string {
  return [...new Set([source, medium, campaign, referrer])].filter(Boolean).join(', ')
}

/** Records actions on leads in the access log. */
export async function recordAccess(
  backend: Backend,
  action: 'opened' | 'exported' | 'copied',
  leads: readonly Pick<Lead, 'id'>[],
): Promise<void> {
  await send(backend, (rest) => rest.rpc('record_access', { action, leads: leads.map(({ id }) => id) }))
}

/** The quantity of all lines together; 0 where none is said. */
export function totalQuantity(lead: Lead): number {
  return linesOf(lead).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

/** A product with its quantity and colours, as in "400 × Brass lamp in Red (300), Blue (100)". */
export function lineText({
  name,
  quantity,
  colours,
}: Pick<LeadItem, 'name' | 'quantity' | 'colours'>): string {
  const count = quantity === null ? '' : `${quantity.toLocaleString()} × `
  return count + name + (colours ? ` in ${coloursText(colours)}` : '')
}

/** The lead's reference. A lead cached without it gets the old form. */
export function leadReference({ id, reference }: Pick<Lead, 'id' | 'reference'>): string {
  return reference ?? `GW-${id.slice(0, 8).toUpperCase()}`
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
  /** `open` for all that are not won, lost or spam. */
  readonly state?: LeadState | 'open' | undefined
  /** An assignee's id, or `none`. */
  readonly assigned?: string | undefined
  readonly unanswered?: 'yes' | undefined
  /** The days between which an open lead is to be followed up, as `YYYY-MM-DD`. */
  readonly due_from?: string | undefined
  readonly due_to?: string | undefined
  /** A whole e-mail address; with `phone` also those of that number. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** Only leads with an e-mail that could not be sent. */
  readonly mail?: 'failed' | undefined
  /** The day of the week in India on which it came, from 1, Monday. */
  readonly weekday?: string | undefined
  readonly answered?: 'yes' | undefined
  /** The id of who answered first, or `none`. */
  readonly answered_by?: string | undefined
  /** What led to the visit, and its campaign; `none` without. */
  readonly source?: string | undefined
  readonly campaign?: string | undefined
  /** Why its buyer declined the last quotation; `none` without an answer. */
  readonly reason?: string | undefined
  /** The id of the sender's company. */
  readonly company?: string | undefined
  /** The requested group: `category:` and an id, for example. */
  readonly about?: string | undefined
  /** Only inquiries for which this lead stands. */
  readonly merged_into?: string | undefined
}

interface LeadKeysetOrder extends KeysetOrder {
  readonly column: Exclude<KeysetOrder['column'], 'sort_key'>
}

/** A lead's sort key, as a text that compares as in the database's `find_leads`. */
function sortKey(lead: Lead, column: LeadKeysetOrder['column']): string {
  const handling = lead.lead_handling ?? untouched
  if (column === 'state') return String(Object.keys(leadStates).indexOf(handling.state) + 1)
  if (column === 'due') return handling.due_on ?? 'infinity'
  if (column !== 'assigned') return lead[column]
  return handling.assigned_to === null ? '~' : (handling.assigned_email ?? '').toLowerCase()
}

/** Compares leads, or a cursor, by a column and then the id. */
function compareLeads({ column, ascending }: Pick<LeadKeysetOrder, 'column' | 'ascending'>) {
  const keyOf = (one: Lead | Cursor) => ('email' in one ? sortKey(one, column) : (one[column] ?? '')) // only leads have an address
  return (one: Lead | Cursor, other: Lead | Cursor): number => {
    const [left, right] = [keyOf(one), keyOf(other)]
    const isAfter = left === right ? one.id > other.id : left > right
    return one.id === other.id ? 0 : isAfter === ascending ? 1 : -1
  }
}

/** The sort orders of leads; the default is newest first (product.md, section 7, Admin side). */
export const leadOrders = {
  newest: down('created_at'),
  oldest: up('created_at'),
  'name-up': up('name'),
  'name-down': down('name'),
  'company-up': up('company'),
  'company-down': down('company'),
  'state-up': up('state'),
  'state-down': down('state'),
  'assigned-up': up('assigned'),
  'assigned-down': down('assigned'),
  'due-up': up('due'),
  'due-down': down('due'),
} as const satisfies Record<string, LeadKeysetOrder>

function up(column: LeadKeysetOrder['column']): LeadKeysetOrder {
  return { column, ascending: true, idAscending: true }
}

function down(column: LeadKeysetOrder['column']): LeadKeysetOrder {
  return { column, ascending: false, idAscending: false }
}

/** An order of the lead list. */
export type LeadOrder = keyof typeof leadOrders

/** The filters and the order of the list. */
export interface LeadListing {
  readonly filters: LeadFilters
  readonly order: LeadOrder
}

/** Sorts before every `created_at`, also as text. */
export const beforeAllTimes = '-infinity'

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

/** Counts the leads after `since`; read again when the pulse shows new ones. */
export function newLeadCountQuery(backend: Backend, filters: LeadFilters & { readonly since: string }) {
  return queryOptions({
    queryKey: ['leads', 'new', filters] as QueryKey,
    queryFn: ({ signal }) => countLeads(backend, filters, signal),
    staleTime,
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
  'id, name, company, email, phone, message, selected_products, created_at, needed_by, budget_per_gift, delivery_city, wants_branding, notice_version, notice_language, notice_at, marketing_consent, erased_at, source, medium, campaign, referrer, landing_page, reference, contacts!leads_contact_id_fkey(companies(id, name)), lead_items(position, product_id, name, quantity, note, colours, products(min_quantity, lead_days_from, lead_days_to)), lead_handling(state, assigned_to, assigned_email, due_on, answered_at, notes, merged_into)'

/** Fetches leads in request order (see `inOrder`), at most `size`. */
export async function readLeads(
  backend: Backend,
  { filters, order }: LeadListing,
  position: PagePosition,
  { size, signal }: { size?: number; signal: AbortSignal },
): Promise<Lead[]> {
  const by = leadOrders[order]
  const { column } = by
  const isOfHandling = column === 'state' || column === 'assigned' || column === 'due'
  const args = pageArguments(by, position, size)
  const rest = await backend.loadRest()
  const found = rest
    .rpc('find_leads', {
      ...argumentsOf(filters),
      ...args,
      ...(column !== 'created_at' && { sorted: column }),
    })
    .select(columns)
  // A page by a column of the handling arrives unordered, so sort it as the database does.
  const page = isOfHandling ? found : onPage(found, by, position)
  const { data, error } = await page.limit(args.size).abortSignal(signal)
  if (error) throw toAppError(error)
  const leads = rowsIn(data) as Lead[] // a constraint allows no other state
  if (!isOfHandling) return leads
  return leads
    .map((lead) => ({ ...lead, [column]: sortKey(lead, column) }))
    .toSorted(compareLeads({ column, ascending: args.ascending }))
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
export function argumentsOf({ search: words, from, before, since, ...others }: LeadFilters) {
  const set = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    words,
    ...(from !== undefined && { since: from }),
    ...(before !== undefined && { before }),
    ...(since !== undefined && { after: since }),
    ...(set.length > 0 && { filters: Object.fromEntries(set) as Record<string, string> }), // those that are set
  }
}

/** The inquiries for which a lead stands, the newest first. */
export function mergedLeadsQuery(backend: Backend, id: string) {
  return relatedQuery(backend, { search: '', merged_into: id })
}

/** The newest leads of a buyer's address or telephone number, among them the buyer's lead itself. */
export function sameBuyerQuery(backend: Backend, { email, phone }: Pick<Lead, 'email' | 'phone'>) {
  return relatedQuery(backend, { search: '', email, phone })
}

/** What led to the visits of leads, the most frequent first. */
export function leadSourcesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'sources'] as QueryKey,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      z
        .array(z.string())
        .catch([])
        .parse(await send(backend, (rest) => rest.rpc('lead_sources').abortSignal(signal))),
  })
}

/** How many inquiries beside a lead are read. */
const maxRelated = 20

function relatedQuery(backend: Backend, filters: LeadFilters) {
  return queryOptions({
    queryKey: ['leads', 'page', 'related', filters] as QueryKey,
    staleTime,
    queryFn: ({ signal }) =>
      readLeads(backend, { filters, order: 'newest' }, { at: 'first' }, { size: maxRelated, signal }),
  })
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
