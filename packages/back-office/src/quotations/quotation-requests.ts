import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { ColourQuantity } from '@giftwell/shared/catalogue/inquiry-line.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import { readRows, type RestRequest, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import type { RatedPart } from '@giftwell/shared/legal/legal-hints.ts'
import type { GivenByBuyer } from '@giftwell/shared/quotations/buyer-details.ts'
import type { QuotationContent, QuotationState, SentVersion } from '@giftwell/shared/quotations/quotation.ts'

/** The labels of a quotation's states. */
export const quotationStates: Readonly<Record<QuotationState, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  expired: 'Expired',
  accepted: 'Accepted',
  declined: 'Declined',
  change_asked: 'Change asked',
  withdrawn: 'Withdrawn',
}

/** A revision of a quotation; one that is not sent is a draft. */
export type QuotationVersion = Omit<SentVersion, 'number' | 'sent_at' | 'frozen'> & {
  readonly id: string
  readonly saves: number
  readonly is_expired: boolean
  readonly sent_at: string | null
  readonly frozen: SentVersion['frozen'] | null
}

/** Whether a version was sent. */
export function isSent(version: QuotationVersion): version is QuotationVersion & Omit<SentVersion, 'number'> {
  return version.sent_at !== null && version.frozen !== null
}

/** Something that the seller or the buyer did. */
export type QuotationEvent = Pick<
  Row<'quotation_events'>,
  'number' | 'kind' | 'actor_id' | 'actor_name' | 'created_at'
> & { readonly value: Readonly<Record<string, string | null>> }

/** A line's product: its prices and costs, the parts of its set, and the facts for pharmaceutical hints. */
export interface OfferedPrices {
  readonly last: {
    readonly price_paise: number
    readonly quantity: number
    readonly number: string
    /** Whether it was offered to the same company. */
    readonly is_same_buyer?: boolean
  } | null
  readonly breaks: readonly { readonly quantity: number; readonly price_paise: number }[]
  readonly cost_paise: number | null
  /** Missing of an earlier server. */
  readonly mrp_paise?: number | null
  /** Of a set, with the rates that are known, in hundredths of a per cent. */
  readonly parts: readonly RatedPart[]
  readonly is_brand_reminder: boolean
  /** Whether one of its industries has doctor types. */
  readonly is_pharmaceutical: boolean
}

/** A buyer's request, in the inquiry of the quotation's lead or one merged into it. */
export type AskedInquiry = Pick<
  Row<'leads'>,
  'id' | 'created_at' | 'message' | 'needed_by' | 'budget_per_gift' | 'delivery_city' | 'wants_branding'
> & {
  readonly reference: string
  readonly lines: readonly {
    readonly name: string
    readonly quantity: number | null
    readonly note: string | null
    readonly colours: readonly ColourQuantity[] | null
  }[]
}

/** A quotation with everything about it, as staff read it. */
export interface QuotationDetails {
  readonly quotation: Omit<Row<'quotations'>, 'state' | 'contact_id'> & {
    readonly state: Exclude<QuotationState, 'expired'>
  }
  readonly lead: { readonly id: string; readonly reference: string; readonly company: string } | null
  /** Nothing offline. */
  readonly given: GivenByBuyer
  /** The buyer's; unknown offline. */
  readonly company?: { readonly id: string; readonly name: string } | null
  /** The order of its acceptance; null before. */
  readonly order?: { readonly id: string; readonly number: string } | null
  /** The main lead first; none offline. */
  readonly inquiries: readonly AskedInquiry[]
  /** The newest first. */
  readonly versions: readonly QuotationVersion[]
  readonly events: readonly QuotationEvent[]
  readonly links: readonly Pick<
    Row<'quotation_links'>,
    'id' | 'purpose' | 'email' | 'created_at' | 'ended_at'
  >[]
  readonly offered_prices: Readonly<Record<string, OfferedPrices>>
}

type Later = 'inquiries' | 'given'
type WithoutLater = Omit<QuotationDetails, Later> & Partial<Pick<QuotationDetails, Later>>

/** A buyer's details before any input. */
export const nothingGiven: GivenByBuyer = { details: null, purchase_orders: [] }

/** The queries that a change of a quotation invalidates; a lead follows its quotations. */
const changed: readonly QueryKey[] = [['quotations'], ['leads'], ['dashboard']]

/** A quotation with its versions, events and links. */
export function quotationQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['quotations', 'one', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<QuotationDetails> => {
      const details = await send(backend, (rest) =>
        rest.rpc('quotation_details', { quotation: id }).abortSignal(signal),
      )
      // The function has this shape; servers before 1.1.0 have neither inquiries nor buyers' details.
      return { inquiries: [], given: nothingGiven, ...(details as unknown as WithoutLater) }
    },
  })
}

/** The quotations of a lead, the newest first, each with its last sent version. */
export function quotationsOfLeadQuery(backend: Backend, lead: string) {
  return queryOptions({
    queryKey: ['quotations', 'lead', lead] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const quotations = await readRows(backend, (rest) =>
        rest
          .from('quotations')
          .select('id, number, state, order:orders(id, number)')
          .eq('lead_id', lead)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      )
      const ids = quotations.map(({ id }) => id)
      if (ids.length === 0) return []
      const versions = await readRows(backend, (rest) =>
        rest
          .from('quotation_versions')
          .select('quotation_id, valid_until')
          .in('quotation_id', ids)
          .not('sent_at', 'is', null)
          .order('revision', { ascending: false })
          .abortSignal(signal),
      )
      return quotations.map((quotation) => ({
        ...quotation,
        valid_until: versions.find((version) => version.quotation_id === quotation.id)?.valid_until,
      }))
    },
  })
}

/** What blocks sending: the field of a line, or of the whole where the line is null. */
export interface QuotationProblem {
  readonly line: string | null
  readonly field: string
  readonly problem: string
}

/** The obstacles to sending the current draft. */
export function problemsQuery(backend: Backend, content: QuotationContent, valid_until: string) {
  return queryOptions({
    queryKey: ['quotations', 'problems', content, valid_until] as QueryKey,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      // The function promises this shape.
      (await send(backend, (rest) =>
        rest.rpc('quotation_problems', { content: asJson(content), valid_until }).abortSignal(signal),
      )) as unknown as readonly QuotationProblem[],
  })
}

/** Saves a draft, and gives how often it has been saved; fails as stale where another window has saved it since. */
export function saveQuotation(backend: Backend, quotation: string) {
  return mutationOptions({
    mutationKey: ['quotations', 'save'],
    meta: { invalidates: changed, failed: 'Error saving the draft', showsConflict: true as const },
    mutationFn: ({ content, valid_until, saves }: SavedDraft) =>
      send(backend, (rest) =>
        rest.rpc('save_quotation', { quotation, content: asJson(content), valid_until, saves }),
      ),
  })
}

type SavedDraft = Pick<QuotationVersion, 'content' | 'valid_until' | 'saves'>

/** Any other change of a quotation, by a function of the database. Pending until the quotation is read again. */
export function changeQuotation<Data>(backend: Backend, failed = 'Error changing the quotation') {
  return mutationOptions({
    mutationKey: ['quotations', 'change'],
    meta: { failed },
    mutationFn: (request: RestRequest<Data>) => send(backend, request),
    onSettled: (_data, _error, _request, _result, { client }) => readAgain(client),
  })
}

/** Refetches the data that a change of a quotation affects. */
export async function readAgain(client: QueryClient) {
  await Promise.all(changed.map(async (queryKey) => client.invalidateQueries({ queryKey })))
}

/** Content as the generated types take it; interfaces have no index signature. */
function asJson(content: QuotationContent): Json {
  return content as unknown as Json
}

/** What sending gives: the token of a new link only where nothing was mailed. */
export interface SentQuotation {
  readonly number: string
  readonly revision: number
  readonly token: string | null
}

/** A product as a new line has it, with its terms and prices. */
export function productForLineQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['products', 'for-line', id],
    queryFn: ({ signal }) =>
      send(backend, (rest) =>
        rest
          .from('products')
          .select(
            'id, name, code, image_url, min_quantity, is_brand_reminder, product_terms(hsn, gst_rate, gst_rate_from, cost_paise, mrp_paise), product_price_breaks(quantity, price_paise), product_parts(name), product_industry_tags(industry_tags(has_doctor_types))',
          )
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ),
  })
}
