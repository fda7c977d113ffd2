import { mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../domain/inquiry.ts'
import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** What the public sends: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
}

const created = 201

/**
 * Sends one lead (specification, section 7, Leads). Sent again within ten minutes, it is kept once. An error of the kind
 * `limited` says how long to wait.
 */
export function sendLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async ({ products, message, ...contact }: NewLead) => {
      const selected = products === undefined ? {} : { selected_products: [...products] }
      const { error, status } = await backend.rest
        .from('leads')
        .insert({ ...contact, message: message || null, ...selected })
      if (error) throw toAppError(error)
      // An empty page of somebody in between is no receipt.
      if (status !== created) throw new AppError('unexpected', `The server answered with status ${status}`)
    },
  })
}
