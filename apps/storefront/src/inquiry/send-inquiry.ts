import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { mutationOptions } from '@tanstack/react-query'

import type { ContactDetails } from '../lead/contact-schemas.ts'
import { insertLead, type NewLead, withHeaders } from '../lead/use-lead-form.ts'
import { readStored, sentInquiryKey, writeStored } from '../page/browser-storage.ts'
import { type InquiryContent, isPlain, itemsOf } from './inquiry.ts'
import { openInquiry } from './own-inquiry.ts'

/**
 * Sends the basket's inquiry: one that names its products alone is inserted as a lead (product.md, section 7), any other
 * is stored with its lines by one function. Gives the lead's reference, or null where it could not be looked up after an
 * insert, and the token of its private page. Errors are those of `sendLead`.
 * @param newToken the same for another try, which the server recognises
 */
export function sendInquiry(backend: Backend, content: InquiryContent, newToken: string) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async (sender: Omit<NewLead, 'products'>) => {
      const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding } = content
      const { proof, notice, marketing_consent: isConsenting, ...contact } = sender
      const link = linkOfEqual(contact, content) ?? newToken
      if (isPlain(content)) {
        await insertLead(backend, { ...sender, link, products: lines.map(({ name }) => name) })
        const reference = await openInquiry(backend, link).then(
          (inquiry) => inquiry.reference,
          () => null,
        )
        return { reference, link }
      }
      const rest = await backend.loadRest()
      const call = rest.rpc('send_inquiry', {
        ...contact,
        items: itemsOf(lines),
        ...(neededBy !== '' && { needed_by: neededBy }),
        ...(budgetPerGift !== null && { budget_per_gift: budgetPerGift }),
        delivery_city: deliveryCity,
        wants_branding: wantsBranding,
        ...(notice && { notice: { ...notice } }),
        ...(isConsenting && { marketing_consent: true }),
      })
      const { data, error } = await withHeaders(call, { proof, link })
      if (error) throw toAppError(error)
      if (typeof data !== 'string') throw new AppError('unexpected', 'The server gave no reference')
      return { reference: data, link }
    },
  })
}

/** Milliseconds in which the server stores an equal inquiry once, and knows it by the link of the first. */
const equalForMs = 600_000

function linkOfEqual(sender: ContactDetails, inquiry: InquiryContent): string | undefined {
  const last = readSentInquiry()
  const isEqual =
    last !== null &&
    Date.now() - last.at < equalForMs &&
    JSON.stringify([last.sender, last.inquiry]) === JSON.stringify([sender, inquiry])
  return isEqual ? last.link : undefined
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
  /** The token of its private page. */
  readonly link: string
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

/** Stores the last inquiry until the next one or a sign-out; where the browser forbids that, as long as the page lasts. */
export function storeSentInquiry(sent: Omit<SentInquiry, 'version' | 'at'>): void {
  const stored = { version: 1, at: Date.now(), ...sent } as const
  unstored = writeStored('localStorage', sentInquiryKey, JSON.stringify(stored)) ? null : stored
}

/** Null when none was sent. */
export function readSentInquiry(): SentInquiry | null {
  return unstored ?? parseSentInquiry(readStored('localStorage', sentInquiryKey))
}

/** Parses a stored inquiry; null for another version and for what is none. */
function parseSentInquiry(stored: string | null): SentInquiry | null {
  const sent = parseJson(stored)
  const { version, sender, inquiry, looks, link } = Object(sent)
  const lists: unknown[] = [Object(inquiry).lines, looks]
  const isSent =
    version === 1 &&
    [Object(sender).email, link].every((text) => typeof text === 'string') &&
    lists.every(Array.isArray)
  // This version wrote it, so the rest is there.
  return isSent ? (sent as SentInquiry) : null
}
