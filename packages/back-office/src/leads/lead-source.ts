import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { CachedLeads } from './cached-leads.ts'
import { type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { isDue, isUnanswered, untouched } from './lead-handling.ts'
import {
  type Lead,
  leadCountQuery,
  type LeadFilters,
  type LeadListing,
  leadPageQuery,
  leadQuery,
  leadReference,
  readLeads,
} from './lead-list.ts'

/** A source of lead lists: the server or the offline cache. */
export interface LeadSource {
  page(listing: LeadListing, position: PagePosition): UseQueryOptions<readonly Lead[]>
  count(filters: LeadFilters): UseQueryOptions<number>
  /** One lead; null when there is none with the id. */
  one(id: string): UseQueryOptions<Lead | null>
  read(
    listing: LeadListing,
    position: PagePosition,
    options: { readonly size: number; readonly signal: AbortSignal },
  ): Promise<readonly Lead[]>
}

/** Leads from the server. */
export function serverLeads(backend: Backend): LeadSource {
  return {
    page: (listing, position) => leadPageQuery(backend, listing, position),
    count: (filters) => leadCountQuery(backend, filters),
    one: (id) => leadQuery(backend, id),
    read: (listing, position, options) => readLeads(backend, listing, position, options),
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
  const list = order === 'newest' ? found : found.toReversed()
  if (position.at === 'first') return list.slice(0, size)
  if (position.at === 'last') return list.slice(-position.size)

  // The cursor may be a lead of the server that is not cached.
  const { id, created_at: createdAt = '' } = position.cursor
  const isAfter = (lead: Lead) => {
    const isNewer = lead.created_at > createdAt || (lead.created_at === createdAt && lead.id > id)
    return isNewer === (order === 'oldest')
  }
  const others = list.filter((lead) => lead.id !== id && isAfter(lead) === (position.at === 'after'))
  return position.at === 'after' ? others.slice(0, size) : others.slice(-size)
}

function matches(lead: Lead, filters: LeadFilters): boolean {
  const { search, from, before, since, state, assigned, unanswered, due, email } = filters
  const at = Date.parse(lead.created_at)
  const handling = lead.lead_handling ?? untouched
  return (
    (state === undefined || handling.state === state) &&
    (assigned === undefined || (handling.assigned_to ?? 'none') === assigned) &&
    (unanswered === undefined || isUnanswered(handling)) &&
    (due === undefined || isDue(handling, due)) &&
    (email === undefined || lead.email.toLowerCase() === email.toLowerCase()) &&
    (from === undefined || at >= Date.parse(from)) &&
    (before === undefined || at < Date.parse(before)) &&
    (since === undefined || lead.created_at > since) &&
    (hasWords(textOf(lead), search) || search.trim().toUpperCase() === leadReference(lead))
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
function textOf({ name, company, email, phone, message, selected_products: products }: Lead): string {
  const digits = phone.replaceAll(/\D/g, '')
  return [name, company, email, phone, message ?? '', ...(products ?? []), digits].join('\n').toLowerCase()
}
