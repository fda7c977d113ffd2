import type { Pictured, Shade } from '@giftwell/shared/catalogue/product-details.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { shouldRetry } from '@giftwell/shared/kernel/query-client.ts'
import type { Artwork } from '@giftwell/shared/quotations/buyer-details.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { AcceptedQuotation } from '../privacy/privacy-queries.ts'
import type { PastLine } from './order-again.ts'
import { type InquiryContent, type InquiryLine, isPlain, itemsOf } from './inquiry.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { OwnSample, WantedSamples } from './own-sample.ts'
import { samplesArgument } from './sample-requests.ts'
import type { ContactDetails } from '../lead/contact-schemas.ts'
import { type NewLead, insertLead, leadHeaders, withHeaders } from '../lead/use-lead-form.ts'
import { readForTabs, sentInquiryKey, writeForTabs } from '../page/browser-storage.ts'

const inquiryStates: Readonly<Record<string, readonly [name: string, sentence: string]>> = {
  new: ['New', 'We have your inquiry and will get back to you.'],
  in_progress: ['In progress', 'We are working on your inquiry.'],
  quoted: ['Quoted', 'We have sent you a quotation.'],
  ordered: ['Ordered', 'You have placed your order with us.'],
  closed: ['Closed', 'This inquiry is closed. Add to it, or write to us, to reopen it.'],
  withdrawn: ['Withdrawn', 'You have withdrawn this inquiry. To ask again, send a new one.'],
}

/** The name of an inquiry's state for its buyer, and a sentence, which a state of a newer server has not. */
export function inquiryStateTexts(state: string): readonly [name: string, sentence: string] {
  return inquiryStates[state] ?? [state, '']
}

/** An inquiry as its buyer sees it (product.md, section 2, An inquiry's private page). */
export interface OwnInquiry {
  readonly reference: string
  readonly created_at: string
  readonly message: string | null
  readonly needed_by: string | null
  readonly budget_per_gift: number | null
  readonly delivery_city: string | null
  readonly wants_branding: boolean
  /** Whether its sender agreed to offers. */
  readonly marketing_consent?: boolean
  /** When its details were deleted; null, or missing, before. */
  readonly erased_at?: string | null
  readonly state: string
  /** Whether its acknowledgement was sent. */
  readonly is_mailed: boolean
  readonly lines: readonly PastLine[]
  /** Its logos; missing of an earlier server. */
  readonly artworks?: readonly Artwork[]
  /** Missing of an earlier server, and of a list. */
  readonly samples?: readonly OwnSample[]
  /** The colleague who shares it; missing of one's own. */
  readonly sent_by?: string
  /** Whether colleagues see it; of the sender's own alone. */
  readonly is_shared?: boolean
  /** Missing where there are none. */
  readonly accepted_quotations?: readonly AcceptedQuotation[]
}

/** The details of the whole inquiry, for `InquiryFacts`. */
export function contentOf(inquiry: OwnInquiry): InquiryContent {
  return {
    lines: [],
    neededBy: inquiry.needed_by ?? '',
    budgetPerGift: inquiry.budget_per_gift,
    deliveryCity: inquiry.delivery_city ?? '',
    wantsBranding: inquiry.wants_branding,
  }
}

/** The random token of a new private page, of 256 bits. */
export function newLink(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The inquiry of a private link's token, or of a reference of the account's own. */
async function openInquiry(backend: Backend, token: string, signal?: AbortSignal): Promise<OwnInquiry> {
  const data = await send(backend, (rest) => {
    const call = rest.rpc('open_inquiry', { token })
    return signal === undefined ? call : call.abortSignal(signal)
  })
  // The database's tests hold its shape.
  return data as unknown as OwnInquiry
}

/** As `openInquiry`; a link that opens none is not tried again. */
export function inquiryQuery(backend: Backend, token: string, viewer: string | null) {
  return queryOptions({
    queryKey: ['inquiry', token, viewer],
    staleTime: 0,
    retry: (failedBefore, error) =>
      (error as AppError).kind !== 'missing' && shouldRetry(failedBefore, error),
    queryFn: ({ signal }) => openInquiry(backend, token, signal),
  })
}

const changed = { invalidates: [['inquiry'], ['my inquiries']] }

/** Adds products to an inquiry. */
export function addToInquiry(backend: Backend, token: string, lines: readonly InquiryLine[]) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    meta: { ...changed, failed: 'Could not add to your inquiry' },
    mutationFn: (message: string) =>
      send(backend, (rest) => rest.rpc('add_to_inquiry', { token, items: itemsOf(lines), message })),
  })
}

/** Removes a logo from an inquiry. */
export function withoutArtwork(backend: Backend, token: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not remove the logo' },
    mutationFn: (id: string) => send(backend, (rest) => rest.rpc('remove_artwork', { token, id })),
  })
}

/** Takes the consent to offers back. */
export function takeBackConsent(backend: Backend, token: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not withdraw your consent' },
    mutationFn: () => send(backend, (rest) => rest.rpc('take_back_consent', { token })),
  })
}

/** Withdraws an inquiry. */
export function withdrawInquiry(backend: Backend, token: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not withdraw your inquiry', done: 'Inquiry withdrawn' },
    mutationFn: () => send(backend, (rest) => rest.rpc('withdraw_inquiry', { token })),
  })
}

/**
 * Sends the basket's inquiry: one that names its products alone is inserted as a lead (product.md, section 7), any other
 * is stored with its lines by one function. Gives the lead's reference, or null where it could not be looked up after an
 * insert, and the token of its private page. Errors are those of `sendLead`.
 * @param newToken the same for another try, which the server recognises
 * @param samples those that `content` names
 */
export function sendInquiry(
  backend: Backend,
  content: InquiryContent,
  newToken: string,
  samples?: WantedSamples,
) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: async (sender: Omit<NewLead, 'products'>) => {
      const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding, isShared } = content
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
      const [rest, headers] = await Promise.all([backend.loadRest(), leadHeaders({ proof, link })])
      const args = {
        ...contact,
        items: itemsOf(lines),
        ...(neededBy !== '' && { needed_by: neededBy }),
        ...(budgetPerGift !== null && { budget_per_gift: budgetPerGift }),
        delivery_city: deliveryCity,
        wants_branding: wantsBranding,
        ...(notice && { notice: { ...notice } }),
        ...(isConsenting && { marketing_consent: true }),
        ...(isShared && { shares: true }),
      }
      const call =
        samples === undefined
          ? rest.rpc('send_inquiry', args)
          : rest.rpc('send_sample_inquiry', { ...args, samples: samplesArgument(samples) })
      const { data, error } = await withHeaders(call, headers)
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

interface DisplayedProduct extends Pictured {
  readonly budget?: string | null | undefined
  /** Missing of an earlier version. */
  readonly shades?: readonly Shade[]
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

/** Stores the last inquiry until the next one or a sign-out; where the browser forbids that, as long as the page lasts. */
export function storeSentInquiry(sent: Omit<SentInquiry, 'version' | 'at'>): void {
  writeForTabs(sentInquiryKey, JSON.stringify({ version: 1, at: Date.now(), ...sent }))
}

/** Null when none was sent. */
export function readSentInquiry(): SentInquiry | null {
  return parseSentInquiry(readForTabs(sentInquiryKey))
}

/** Parses a stored inquiry; null if it is invalid or of another version. */
function parseSentInquiry(stored: string | null): SentInquiry | null {
  const sent = parseJson(stored)
  const { version, sender, inquiry, looks, link } = recordOf(sent)
  const lists: unknown[] = [recordOf(inquiry)['lines'], looks]
  const isSent =
    version === 1 &&
    [recordOf(sender)['email'], link].every((text) => typeof text === 'string') &&
    lists.every(Array.isArray)
  // This version wrote it, so the rest is there.
  return isSent ? (sent as SentInquiry) : null
}
