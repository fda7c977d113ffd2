import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { brand, type SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { fitting, readCached, storeCached, type UserCache } from '@giftwell/shared/kernel/offline-area.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Amounts, QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import type { QuotationChoice, QuotationContent } from '@giftwell/shared/quotations/quotation.ts'
import { newSeller } from '@giftwell/shared/settings/seller-profile.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import type { QuotationDetails, QuotationEvent, QuotationVersion, Seller } from './quotation-requests.ts'

/** Only the newest quotations are cached. */
const maxQuotations = 200

/** A quotation with what is read of it offline. */
export type CachedQuotation = QuotationDetails['quotation'] & {
  readonly lead: { readonly id: string; readonly company: string } | null
  /** The newest first. */
  readonly versions: readonly (Omit<QuotationVersion, 'is_expired'> & { readonly total_paise: number })[]
  readonly events: readonly QuotationEvent[]
}

/** Quotations for offline use. */
export interface CachedQuotations {
  /** When they were fetched, as an ISO date. */
  readonly readAt: string
  /** Whether these are all quotations of the server. */
  readonly isWhole: boolean
  /** As the next quotation shows the seller. */
  readonly seller: Seller
  /** Newest first. */
  readonly quotations: readonly CachedQuotation[]
}

const text = z.string().nullable()
const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text> // one for each name
const paise = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber> // one for each name

// Fields that a later version adds stay; without one that this version needs, nothing is shown.
const content = z.looseObject({
  buyer: z.looseObject({
    ...texts('gstin', 'billing_state', 'delivery_state', 'place', 'place_reason'),
    ...texts('billing_address', 'delivery_address', 'delivery_city', 'needed_by'),
    name: z.string(),
    company: z.string(),
    email: z.string(),
    phone: z.string(),
    is_sez: z.boolean(),
  }),
  ...texts('message', 'terms'),
  discount: z.union([z.object({ percent: z.number() }), z.object({ paise: z.number() })]).nullable(),
  lines: z.array(
    z.looseObject({
      ...texts('product_id', 'code', 'colour', 'note', 'group', 'option', 'hsn', 'image_url'),
      id: z.string(),
      name: z.string(),
      gst_rate: z.number().nullable(),
      is_charge: z.boolean(),
      quantities: z.array(z.object({ quantity: z.number(), price_paise: z.number().nullable() })),
    }),
  ),
}) satisfies z.ZodType<QuotationContent>

const amounts = z.object({
  ...paise('amount', 'discount', 'taxable', 'cgst', 'sgst', 'igst', 'total'),
  per_gift: z.number().nullable(),
}) satisfies z.ZodType<Amounts>

const figures = amounts.extend({
  lines: z.array(amounts),
  round_off: z.number(),
}) satisfies z.ZodType<QuotationFigures>

const choice = z.object({
  quantities: z.record(z.string(), z.number()).default({}),
  options: z.record(z.string(), z.string()).default({}),
}) satisfies z.ZodType<QuotationChoice>

const seller = z.object({
  ...texts('legal_name', 'address', 'gstin', 'state', 'bank_details', 'credit_note'),
  is_composition: z.boolean(),
  rounds_off: z.boolean(),
}) satisfies z.ZodType<Seller>

const place = z.object({
  state: z.string(),
  tax: z.enum(['none', 'zero', 'igst', 'cgst_sgst', 'cgst_utgst']),
  why: z.enum(['chosen', 'gstin', 'delivery', 'billing', 'seller']),
}) satisfies z.ZodType<PlaceOfSupply>

/** As staff read it, without what only serves its editing; how the buyer was connected is left out. */
const version = z.object({
  id: z.string(),
  revision: z.number(),
  saves: z.number(),
  content,
  valid_until: z.string(),
  sent_at: text,
  frozen: z.object({ seller, place, choice, figures }).nullable(),
  accepted: z
    .object({
      choice,
      figures,
      name: z.string(),
      designation: text.default(null),
      purchase_order: text.default(null),
      note: text.default(null),
      at: z.string(),
    })
    .nullable(),
  total_paise: z.number(),
}) satisfies z.ZodType<Omit<QuotationVersion, 'is_expired'>>

const event = z.object({
  number: z.number(),
  kind: z.string(),
  actor_id: text,
  actor_name: z.string(),
  created_at: z.string(),
  // Of one that was reopened it has the acceptance, which is not shown.
  value: z.record(z.string(), text.catch(null)),
}) satisfies z.ZodType<QuotationEvent>

const quotation = z.object({
  id: z.string(),
  lead_id: text,
  number: text,
  state: z.enum(['draft', 'sent', 'accepted', 'declined', 'change_asked', 'withdrawn']),
  owner_id: text,
  owner_email: z.string(),
  created_at: z.string(),
  erase_on: text,
  lead: z.object({ id: z.string(), company: z.string() }).nullable(),
  versions: z.array(version).min(1),
  events: z.array(event),
}) satisfies z.ZodType<CachedQuotation>

const cachedQuotations = z.object({
  version: z.literal(1),
  readAt: z.iso.datetime(),
  isWhole: z.boolean(),
  seller,
  quotations: z.array(quotation).max(maxQuotations),
}) satisfies z.ZodType<CachedQuotations>

const prefix = 'quotations:'

/**
 * Fetches the newest quotations with all that is shown of them and caches them; removes the caches of other users.
 *
 * @throws AppError when the fetch fails
 */
export async function cacheQuotations(
  backend: Backend,
  cache: UserCache,
  signal: AbortSignal,
): Promise<void> {
  const since = cache.area.generation()
  const readAt = new Date().toISOString()
  const [read, [profile], site] = await Promise.all([
    readRows(backend, (rest) =>
      rest
        .from('quotations')
        .select(
          'id, lead_id, number, state, owner_id, owner_email, created_at, erase_on, lead:leads(id, company), versions:quotation_versions(id, revision, saves, content, valid_until, sent_at, frozen, accepted, total_paise), events:quotation_events(number, kind, actor_id, actor_name, created_at, value)',
        )
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .order('revision', { ascending: false, referencedTable: 'versions' })
        .order('number', { ascending: true, referencedTable: 'events' })
        .limit(maxQuotations)
        .abortSignal(signal),
    ),
    readRows(backend, (rest) => rest.from('seller_profile').select().abortSignal(signal)),
    send(backend, (rest) => rest.rpc('site_details', {}, { get: true }).abortSignal(signal)),
  ])
  signal.throwIfAborted()
  // Reading leaves out what is not shown.
  const quotations = fitting(z.array(quotation).parse(read))
  const isWhole = read.length < maxQuotations && quotations.length === read.length
  // The database's tests hold the shape of the site's details.
  const data = { version: 1, readAt, isWhole, seller: sellerOf(profile, site as SiteDetails), quotations }
  await storeCached(cache, prefix, data, since)
}

/** The user's cached quotations; null when they are missing, too old or invalid. Invalid caches are removed. */
export function readCachedQuotations(cache: UserCache): Promise<CachedQuotations | null> {
  return readCached(cache, prefix, cachedQuotations)
}

/** The seller as the next quotation shows it; the website's name and address stand in for missing ones. */
export function sellerOf(profile: Seller | undefined, site: SiteDetails): Seller {
  return seller.parse({
    gstin: null,
    state: null,
    is_composition: newSeller.is_composition,
    bank_details: null,
    credit_note: null,
    rounds_off: newSeller.rounds_off,
    ...profile,
    legal_name: profile?.legal_name ?? site.name ?? brand.name,
    address: profile?.address ?? site.contact_address ?? null,
  })
}

/** A cached quotation as the server gives it, except for what only serves its editing. Expired is computed by today's day. */
export function detailsOf({ lead, versions, events, ...cached }: CachedQuotation): QuotationDetails {
  const today = todayInIndia()
  return {
    quotation: cached,
    // As `lead_reference` in the database.
    lead: lead && { ...lead, reference: `GW-${lead.id.slice(0, 8).toUpperCase()}` },
    versions: versions.map((one) => ({
      ...one,
      is_expired: one.sent_at !== null && one.valid_until < today,
    })),
    events,
    links: [],
    offered_prices: {},
  }
}
