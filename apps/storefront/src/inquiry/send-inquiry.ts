import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../lead/contact-schemas.ts'
import { insertLead, type NewLead, proofHeader } from '../lead/use-lead-form.ts'
import { readStored, sentInquiryKey, writeStored } from '../page/browser-storage.ts'
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

/** How a product is displayed. */
interface DisplayedProduct {
  readonly image_url: string | null
  readonly image_widths?: readonly number[] | null | undefined
  readonly budget?: string | null | undefined
}

/** An inquiry that was sent, as the browser stores it. */
export interface SentInquiry {
  readonly version: 1
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  /** Null where the server's answer has none. */
  readonly reference: string | null
  readonly sender: ContactDetails
  readonly inquiry: InquiryContent
  /** How the products are displayed, in the order of the lines. */
  readonly looks: readonly DisplayedProduct[]
}

/** What the browser did not store. */
let unstored: SentInquiry | null = null

/** Stores the last inquiry until the tab is closed; where the browser forbids that, as long as the page lasts. */
export function storeSentInquiry(sent: Omit<SentInquiry, 'version'>): void {
  const stored = { version: 1, ...sent } as const
  unstored = writeStored('sessionStorage', sentInquiryKey, JSON.stringify(stored)) ? null : stored
}

/** Null when none was sent. */
export function readSentInquiry(): SentInquiry | null {
  return unstored ?? parseSentInquiry(readStored('sessionStorage', sentInquiryKey))
}

/** Parses a stored inquiry; null for another version and for what is none. */
function parseSentInquiry(stored: string | null): SentInquiry | null {
  const sent = parseJson(stored)
  const { version, sender, inquiry, looks } = Object(sent)
  const lists: unknown[] = [Object(inquiry).lines, looks]
  const isSent = version === 1 && typeof Object(sender).email === 'string' && lists.every(Array.isArray)
  // This version wrote it, so the rest is there.
  return isSent ? (sent as SentInquiry) : null
}
