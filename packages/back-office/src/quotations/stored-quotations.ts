import { brand, type SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { newSeller } from '@giftwell/shared/settings/seller-profile.ts'
import { useStored } from '../list/cached-list.tsx'
import { storedList, type StoredRows } from '../list/stored-list.ts'
import type { QuotationRow } from './quotation-list-query.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import type { QuotationSeller } from '@giftwell/shared/quotations/quotation.ts'
import {
  nothingGiven,
  type QuotationDetails,
  type QuotationEvent,
  type QuotationVersion,
} from './quotation-requests.ts'

/** The offline copy of a quotation. */
export type StoredQuotation = QuotationDetails['quotation'] & {
  readonly lead: {
    readonly id: string
    readonly company: string
    readonly source?: string | null
    readonly reference?: string
  } | null
  readonly order?: QuotationDetails['order']
  /** The newest first. */
  readonly versions: readonly (Omit<QuotationVersion, 'is_expired'> & { readonly total_paise: number })[]
  readonly events: readonly QuotationEvent[]
}

/** The stored quotations, and the seller as the next one shows it. */
export type StoredQuotations = StoredRows<StoredQuotation> & { readonly seller: QuotationSeller }

/** The newest quotations with all that is shown of them, for reading offline. */
export const storedQuotations = storedList<StoredQuotation, { readonly seller: QuotationSeller }>({
  name: 'quotations',
  most: 200,
  async fetch(backend, most, signal) {
    const [rows, [profile], site] = await Promise.all([
      readRows(backend, (rest) =>
        rest
          .from('quotations')
          .select(
            'id, lead_id, number, state, owner_id, owner_email, created_at, erase_on, order:orders(id, number), lead:leads(id, company, source, reference), versions:quotation_versions(id, revision, saves, content, valid_until, sent_at, frozen, accepted, total_paise), events:quotation_events(number, kind, actor_id, actor_name, created_at, value)',
          )
          // An erased person's legal copy is no open work.
          .is('erase_on', null)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .order('revision', { ascending: false, referencedTable: 'versions' })
          .order('number', { ascending: true, referencedTable: 'events' })
          .limit(most)
          .abortSignal(signal),
      ),
      readRows(backend, (rest) => rest.from('seller_profile').select().abortSignal(signal)),
      send(backend, (rest) => rest.rpc('site_details', {}, { get: true }).abortSignal(signal)),
    ])
    return {
      // The database's tests hold the shapes of its JSON.
      rows: (rows as unknown as readonly StoredQuotation[]).map(withoutConnection),
      seller: sellerOf(profile, site as SiteDetails),
    }
  },
  // As `search_text` of `private.quotation_rows`.
  textOf(quotation) {
    const { revision, content } = versionInForce(quotation)
    const { company, name, email, phone } = content.buyer
    const number = quotation.number === null ? [] : [`${quotation.number}-R${revision}`]
    return [...number, company, name, email, phone, ...content.lines.map((line) => line.name)].join('\n')
  },
})

/** The quotation without the buyer's network address and browser in the acceptance and in the event of a reopened one. */
function withoutConnection({ versions, events, ...quotation }: StoredQuotation): StoredQuotation {
  return {
    ...quotation,
    versions: versions.map(({ accepted, ...version }) => ({
      ...version,
      accepted: accepted && {
        name: accepted.name,
        designation: accepted.designation ?? null,
        purchase_order: accepted.purchase_order ?? null,
        note: accepted.note ?? null,
        at: accepted.at,
        choice: { quantities: accepted.choice.quantities ?? {}, options: accepted.choice.options ?? {} },
        figures: accepted.figures,
      },
    })),
    events: events.map(({ value, ...event }) => ({
      ...event,
      value: Object.fromEntries(
        Object.entries(value).map(([name, text]) => [name, typeof text === 'string' ? text : null]),
      ),
    })),
  }
}

/** The stored quotations while the server is unreachable. */
export function useStoredQuotations(): StoredQuotations | undefined {
  return useStored(storedQuotations)
}

/** The stored quotations of a lead, as `quotationsOfLeadQuery` reads them. */
export function quotationsOfLead({ rows }: StoredQuotations, lead: string) {
  return rows
    .filter(({ lead_id: id }) => id === lead)
    .map((quotation) => ({
      ...quotation,
      valid_until: quotation.versions.find(({ sent_at: sentAt }) => sentAt !== null)?.valid_until,
    }))
}

/** The latest version that was sent, else the draft. */
function versionInForce({ versions }: StoredQuotation) {
  const version = versions.find(({ sent_at: sentAt }) => sentAt !== null) ?? versions[0]
  if (version === undefined) throw new Error('A quotation has a version')
  return version
}

/** A row of the list, as `private.quotation_rows` in the database has it. */
export function quotationRow(quotation: StoredQuotation): QuotationRow {
  const { id, number, state, owner_email, created_at, lead, events } = quotation
  const { revision, content, total_paise, valid_until, sent_at } = versionInForce(quotation)
  return {
    id,
    number,
    revision,
    company: content.buyer.company,
    total_paise,
    state: state === 'sent' && valid_until < todayInIndia() ? 'expired' : state,
    valid_until,
    owner_email,
    created_at,
    sent_at,
    sort_key: created_at,
    source: lead?.source ?? null,
    reason:
      state === 'declined'
        ? (events.findLast(({ kind }) => kind === 'declined')?.value['reason'] ?? null)
        : null,
  }
}

const noProfile = {
  gstin: null,
  state: null,
  is_composition: newSeller.is_composition,
  bank_details: null,
  credit_note: null,
  rounds_off: newSeller.rounds_off,
}

/** The seller as the next quotation shows it; the website's name and address stand in for missing ones. */
export function sellerOf(profile: Row<'seller_profile'> | undefined, site: SiteDetails): QuotationSeller {
  const { gstin, state, is_composition, bank_details, credit_note, rounds_off } = profile ?? noProfile
  const { lut_number: number, lut_valid_until: until } = profile ?? {}
  return {
    legal_name: profile?.legal_name ?? site.name ?? brand.name,
    address: profile?.address ?? site.contact_address ?? null,
    gstin,
    state,
    is_composition,
    bank_details,
    credit_note,
    rounds_off,
    email: site.contact_email ?? null,
    phones: phoneTexts(site),
    logo_url: site.logo_url ?? null,
    colour: site.colour_primary ?? null,
    lut: number && until && until >= todayInIndia() ? { number, valid_until: until } : null,
  }
}

/** A stored quotation as the server gives it, except for what only serves its editing. Expired is computed by today's day. */
export function detailsOf({
  lead,
  order = null,
  versions,
  events,
  ...quotation
}: StoredQuotation): QuotationDetails {
  const today = todayInIndia()
  return {
    quotation,
    order,
    // One that was cached without its reference is called by its company.
    lead: lead && { ...lead, reference: lead.reference ?? lead.company },
    versions: versions.map((one) => ({
      ...one,
      is_expired: one.sent_at !== null && one.valid_until < today,
    })),
    events,
    inquiries: [],
    given: nothingGiven,
    links: [],
    offered_prices: {},
  }
}
