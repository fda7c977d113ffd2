import { mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../domain/inquiry.ts'
import { toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** What the public sends: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
}

/**
 * Sends one lead (specification, section 7, Leads). Sent again within ten minutes, it is kept once. An error of the kind
 * `limited` says how long to wait.
 */
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
