import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'

import type { InquiryForm } from '../domain/inquiry.ts'
import { toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import type { Database } from './database.types.ts'

/** A lead as the back office reads it. */
export type Lead = Database['public']['Tables']['leads']['Row']

/** An inquiry that is about to become a lead: contact details and the names of the chosen products. */
export interface Inquiry {
  readonly contact: InquiryForm
  readonly products: readonly string[]
}

/** Sends the basket's inquiry as one lead (specification, section 7, Leads). */
export function sendInquiry(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async ({ contact, products }: Inquiry) => {
      const { error } = await backend.rest
        .from('leads')
        .insert({ ...contact, message: contact.message || null, selected_products: [...products] })
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
