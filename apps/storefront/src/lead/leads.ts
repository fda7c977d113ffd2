import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from './contact-schemas.ts'

/** A new lead: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
  /** The captcha token, if the site uses captchas. */
  readonly proof?: string | undefined
}

/** Read by our own server; a hosted project gets none. */
export const proofHeader = 'x-turnstile-token'

const created = 201

/**
 * Sends one lead (product.md, section 7, Leads). The server drops duplicates within ten minutes. Errors of the kinds
 * `limited` and `captcha_failed` have messages for the user.
 */
export function sendLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: (lead: NewLead) => insertLead(backend, lead),
  })
}

/** Inserts one lead. */
export async function insertLead(backend: Backend, lead: NewLead): Promise<void> {
  const { products, message, proof, ...contact } = lead
  const selected = products === undefined ? {} : { selected_products: [...products] }
  const rest = await backend.loadRest()
  const insert = rest.from('leads').insert({ ...contact, message: message || null, ...selected })
  const { error, status } = await (proof === undefined ? insert : insert.setHeader(proofHeader, proof))
  if (error) throw toAppError(error)
  // A proxy's empty page is no confirmation.
  if (status !== created) throw new AppError('unexpected', `The server answered with status ${status}`)
}
