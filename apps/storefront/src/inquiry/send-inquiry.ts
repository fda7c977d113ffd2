import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../lead/contact-schemas.ts'
import { insertLead, type NewLead, proofHeader } from '../lead/leads.ts'
import { type InquiryContent, isPlain } from './inquiry.ts'

/**
 * Sends the basket's inquiry: one that names its products alone is inserted as a lead (product.md, section 7), any other
 * is stored with its lines by one function. Gives the lead's reference, or null for an insert, which gives nothing back.
 * Errors are those of `sendLead`.
 */
export function sendInquiry(backend: Backend, content: InquiryContent) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async (sender: Omit<NewLead, 'products'>): Promise<string | null> => {
      const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding } = content
      if (isPlain(content)) {
        await insertLead(backend, { ...sender, products: lines.map(({ name }) => name) })
        return null
      }
      const { proof, ...contact } = sender
      const rest = await backend.loadRest()
      const call = rest.rpc('send_inquiry', {
        ...contact,
        items: lines.map((line) => ({ ...line })),
        ...(neededBy !== '' && { needed_by: neededBy }),
        ...(budgetPerGift !== null && { budget_per_gift: budgetPerGift }),
        delivery_city: deliveryCity,
        wants_branding: wantsBranding,
      })
      const { data, error } = await (proof === undefined ? call : call.setHeader(proofHeader, proof))
      if (error) throw toAppError(error)
      if (typeof data !== 'string') throw new AppError('unexpected', 'The server gave no reference')
      return data
    },
  })
}

/** The reference of an inquiry that was inserted in the last day; null when there is none with these texts and products. */
export function inquiryReferenceQuery(backend: Backend, sender: ContactDetails, products: readonly string[]) {
  return queryOptions({
    queryKey: ['inquiry reference', sender, products],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<string | null> => {
      const data = await send(backend, (rest) =>
        rest.rpc('inquiry_reference', { ...sender, selected_products: [...products] }).abortSignal(signal),
      )
      return typeof data === 'string' ? data : null
    },
  })
}
