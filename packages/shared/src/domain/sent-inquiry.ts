import type { ContactDetails } from './contact-forms.ts'
import type { InquiryContent } from './inquiry.ts'
import { parseJson } from './parse-json.ts'

/** What a product looks like. */
interface ProductLook {
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
  /** What the products look like, in the order of the lines. */
  readonly looks: readonly ProductLook[]
}

/** Parses a stored inquiry; null for another version and for what is none. */
export function parseSentInquiry(stored: string | null): SentInquiry | null {
  const sent = parseJson(stored)
  const { version, sender, inquiry, looks } = Object(sent)
  const lists: unknown[] = [Object(inquiry).lines, looks]
  const isSent = version === 1 && typeof Object(sender).email === 'string' && lists.every(Array.isArray)
  // This version wrote it, so the rest is there.
  return isSent ? (sent as SentInquiry) : null
}
