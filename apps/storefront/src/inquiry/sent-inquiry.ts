import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

import type { ContactDetails } from '../lead/contact-schemas.ts'
import { readStored, sentInquiryKey, writeStored } from '../page/browser-storage.ts'
import type { InquiryContent } from './inquiry.ts'

/** How a product is shown. */
interface ShownProduct {
  readonly image_url: string | null
  readonly image_widths?: readonly number[] | null | undefined
  readonly budget?: string | null | undefined
}

/** An inquiry that was sent, as the browser stores it. */
export interface SentInquiry {
  readonly version: 1
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  /** Null where the server did not say it with the answer. */
  readonly reference: string | null
  readonly sender: ContactDetails
  readonly inquiry: InquiryContent
  /** How the products are shown, in the order of the lines. */
  readonly looks: readonly ShownProduct[]
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
