import type { ColourQuantity } from '@giftwell/shared/catalogue/inquiry-line.ts'
import type { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { shouldRetry } from '@giftwell/shared/kernel/query-client.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { BasketProduct } from './basket.ts'
import { type InquiryContent, type InquiryLine, itemsOf } from './inquiry.ts'

/** A line of an inquiry that was sent. */
interface OwnLine {
  readonly name: string
  readonly quantity: number | null
  readonly note: string | null
  readonly colours: readonly ColourQuantity[] | null
  /** Null when it has left the catalogue, or the viewer may not see it. */
  readonly product: BasketProduct | null
}

/** The states of an inquiry in a buyer's words, each with a sentence. */
export const inquiryStates = {
  new: ['New', 'We have your inquiry and will get back to you.'],
  in_progress: ['In progress', 'We are working on your inquiry.'],
  quoted: ['Quoted', 'We have sent you a quotation.'],
  ordered: ['Ordered', 'You have placed your order with us.'],
  closed: ['Closed', 'This inquiry is closed. Add to it, or write to us, to take it up again.'],
  withdrawn: ['Withdrawn', 'You have withdrawn this inquiry. To ask again, send a new one.'],
} as const

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
  readonly state: keyof typeof inquiryStates
  /** Whether its acknowledgement was sent. */
  readonly is_mailed: boolean
  readonly lines: readonly OwnLine[]
}

/** What it says for all of its products, for `InquiryFacts`. */
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

/** The inquiry of a private link's token, or of the reference of one that the account has sent. */
export async function openInquiry(
  backend: Backend,
  token: string,
  signal?: AbortSignal,
): Promise<OwnInquiry> {
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
    mutationFn: async (message: string) => {
      await send(backend, (rest) => rest.rpc('add_to_inquiry', { token, items: itemsOf(lines), message }))
    },
  })
}

/** Takes the consent to offers back. */
export function takeBackConsent(backend: Backend, token: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not take back your consent' },
    mutationFn: async () => {
      await send(backend, (rest) => rest.rpc('take_back_consent', { token }))
    },
  })
}

/** Withdraws an inquiry. */
export function withdrawInquiry(backend: Backend, token: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not withdraw your inquiry', done: 'Inquiry withdrawn' },
    mutationFn: async () => {
      await send(backend, (rest) => rest.rpc('withdraw_inquiry', { token }))
    },
  })
}
