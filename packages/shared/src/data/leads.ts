import { mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../domain/inquiry.ts'
import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** What the public sends: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
  /** Proves that a person sends it, where the site asks for that. */
  readonly proof?: string | undefined
}

/** As our own server reads it; a hosted project is sent none. */
const proofHeader = 'x-turnstile-token'

const created = 201

/**
 * Sends one lead (specification, section 7, Leads). Sent again within ten minutes, it is kept once. An error of the kind
 * `limited` says how long to wait, one of the kind `unproven` that it was not proven that a person sends it.
 */
export function sendLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async ({ products, message, proof, ...contact }: NewLead) => {
      const selected = products === undefined ? {} : { selected_products: [...products] }
      const insert = backend.rest.from('leads').insert({ ...contact, message: message || null, ...selected })
      const { error, status } = await (proof === undefined ? insert : insert.setHeader(proofHeader, proof))
      if (error) throw toAppError(error)
      // An empty page of somebody in between is no receipt.
      if (status !== created) throw new AppError('unexpected', `The server answered with status ${status}`)
    },
  })
}
