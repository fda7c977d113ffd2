import { weekdayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { cachedPage, useCached } from '../list/cached-list.tsx'
import { type CachedLeads, readCachedLeads } from './cached-leads.ts'
import { type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { isOpen, isUnanswered, untouched } from './lead-handling.ts'
import {
  compareLeads,
  type Lead,
  leadCountQuery,
  type LeadFilters,
  type LeadListing,
  leadOrders,
  leadPageQuery,
  leadQuery,
  leadReference,
  readLeads,
  recordAccess,
} from './lead-list.ts'

/** A source of lead lists: the server or the offline cache. */
export interface LeadSource {
  page(listing: LeadListing, position: PagePosition): UseQueryOptions<readonly Lead[]>
  count(filters: LeadFilters): UseQueryOptions<number>
  /** One lead; null when there is none with the id. */
  one(id: string): UseQueryOptions<Lead | null>
  /** Reads leads for a file, which is noted in the access log of the server. */
  read(
    listing: LeadListing,
    position: PagePosition,
    options: { readonly size: number; readonly signal: AbortSignal },
  ): Promise<readonly Lead[]>
}

interface LeadReading {
  readonly source: LeadSource
  /** The cached leads, if they are shown because the server is unreachable. */
  readonly cached: CachedLeads | undefined
}

/** The server's leads, or the cached ones while it is unreachable. */
export function useLeadSource(): LeadReading {
  const backend = useBackend()
  const cached = useCached('cached leads', readCachedLeads)
  return { cached, source: cached === undefined ? serverLeads(backend) : cachedLeads(cached) }
}

/** Leads from the server. */
export function serverLeads(backend: Backend): LeadSource {
  return {
    page: (listing, position) => leadPageQuery(backend, listing, position),
    count: (filters) => leadCountQuery(backend, filters),
    one: (id) => leadQuery(backend, id),
    async read(listing, position, options) {
      const leads = await readLeads(backend, listing, position, options)
      if (leads.length > 0) await recordAccess(backend, 'exported', leads)
      return leads
    },
  }
}

/** Cached leads, searched, sorted and paginated as on the server. */
export function cachedLeads({ leads, readAt }: CachedLeads): LeadSource {
  return {
    page: (listing, position) =>
      queryOptions({
        queryKey: ['cached leads', readAt, 'page', listing, position] as QueryKey,
        gcTime: 0,
        queryFn: () => pageOf(leads, listing, position, position.size ?? pageSize),
      }),
    count: (filters) =>
      queryOptions({
        queryKey: ['cached leads', readAt, 'count', filters] as QueryKey,
        gcTime: 0,
        queryFn: () => leads.filter((lead) => matches(lead, filters)).length,
      }),
    one: (id) =>
      queryOptions({
        queryKey: ['cached leads', readAt, 'one', id] as QueryKey,
        gcTime: 0,
        queryFn: () => leads.find((lead) => lead.id === id) ?? null,
      }),
    read: (listing, position, { size }) => Promise.resolve(pageOf(leads, listing, position, size)),
  }
}

function pageOf(
  newestFirst: readonly Lead[],
  { filters, order }: LeadListing,
  position: PagePosition,
  size: number,
): readonly Lead[] {
  const found = newestFirst.filter((lead) => matches(lead, filters))
  return cachedPage(found, compareLeads(leadOrders[order]), position, size)
}

function matches(lead: Lead, filters: LeadFilters): boolean {
  const {
    search,
    from,
    before,
    since,
    state,
    assigned,
    unanswered,
    due_from,
    due_to,
    email,
    mail,
    reason,
    weekday,
    answered,
  } = filters
  const at = Date.parse(lead.created_at)
  const handling = lead.lead_handling ?? untouched
  return (
    handling.merged_into == null &&
    // What became of e-mails and quotations is not cached.
    mail === undefined &&
    reason === undefined &&
    (weekday === undefined || weekday === weekdayInIndia(lead.created_at)) &&
    (answered === undefined || handling.answered_at !== null) &&
    (state === undefined || (state === 'open' ? isOpen(handling) : handling.state === state)) &&
    (assigned === undefined || (handling.assigned_to ?? 'none') === assigned) &&
    (unanswered === undefined || isUnanswered(handling)) &&
    (due_from === undefined || ((handling.due_on ?? '') >= due_from && isOpen(handling))) &&
    (due_to === undefined || (handling.due_on !== null && handling.due_on <= due_to && isOpen(handling))) &&
    (email === undefined || lead.email.toLowerCase() === email.toLowerCase()) &&
    (from === undefined || at >= Date.parse(from)) &&
    (before === undefined || at < Date.parse(before)) &&
    (since === undefined || lead.created_at > since) &&
    hasWords(textOf(lead), search)
  )
}

/** Whether a text has all the words, in any order, or the digits of the number that they are; as the database's search. */
function hasWords(text: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/)
  const digits = phoneDigits(search)
  return words.every((word) => text.includes(word)) || (digits !== '' && text.includes(digits))
}

/** As `phone_digits` in the database; empty for words that are no number. */
function phoneDigits(words: string): string {
  if (!/^(?:[-\s+()./]*\d){5,}[-\s+()./]*$/.test(words)) return ''
  return words
    .replaceAll(/^\s*(?:\+|00)91|\D/g, '')
    .replace(/^0+/, '')
    .slice(-10)
}

/** The searched text, as `lead_search_text` in the database. */
function textOf(lead: Lead): string {
  const { name, company, email, phone, message, selected_products: products, delivery_city: city } = lead
  const texts = [name, company, email, phone, message, ...(products ?? []), city, leadReference(lead)]
  return [...texts, phone.replaceAll(/\D/g, '')].join('\n').toLowerCase()
}
