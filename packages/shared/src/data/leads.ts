import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../domain/inquiry.ts'
import { toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import type { Database } from './database.types.ts'

/** A lead as the back office reads it. */
export type Lead = Database['public']['Tables']['leads']['Row']

/** What the public sends: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
}

/** Sends one lead (specification, section 7, Leads). */
export function sendLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async ({ products, message, ...contact }: NewLead) => {
      const selected = products === undefined ? {} : { selected_products: [...products] }
      const { error } = await backend.rest
        .from('leads')
        .insert({ ...contact, message: message || null, ...selected })
      if (error) throw toAppError(error)
    },
  })
}

/** One page of leads, newest first; `total` counts all of them. */
export interface LeadPage {
  readonly leads: readonly Lead[]
  readonly total: number
}

const pageSize = 50

/** Every lead, newest first, page after page (specification, section 7, Admin side). */
export function leadsQuery(backend: Backend) {
  return infiniteQueryOptions({
    queryKey: ['leads'],
    initialPageParam: null as Lead | null,
    getNextPageParam: (page: LeadPage) =>
      page.leads.length === pageSize ? (page.leads.at(-1) ?? null) : null,
    queryFn: async ({ pageParam: last, signal }): Promise<LeadPage> => {
      const newestFirst = backend.rest
        .from('leads')
        .select('*', { count: 'exact' })
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageSize)
      const { data, count, error } = await (
        last === null
          ? newestFirst
          : newestFirst.or(
              `created_at.lt.${last.created_at},and(created_at.eq.${last.created_at},id.lt.${last.id})`,
            )
      ).abortSignal(signal)
      if (error) throw toAppError(error)
      return { leads: data, total: count ?? data.length }
    },
  })
}
