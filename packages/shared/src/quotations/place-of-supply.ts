import { type GstState, gstStates, otherCountry } from './gst-states.ts'
import { gstinKind, stateOfGstin } from './gstin.ts'
import { stateOfPin } from './state-of-pin.ts'
import type { QuotationTax } from './tax-figures.ts'

const stateOf = (code: string | undefined) => gstStates.find((state) => state.code === code)

/** The letter of undertaking under which exports bear no IGST, with the end of its financial year. */
export interface LetterOfUndertaking {
  readonly number: string
  /** A day, as 2027-03-31. */
  readonly valid_until: string
}

/** What decides the taxes on the seller's side. */
export interface SellerPlace {
  readonly gstin: string | null
  /** A state's code; the GSTIN decides where there is one. */
  readonly state: string | null
  readonly is_composition: boolean
  /** Null, or missing, without one that is valid. */
  readonly lut?: LetterOfUndertaking | null
}

/** What decides the taxes on the buyer's side; states by their codes. */
export interface BuyerPlace {
  readonly gstin: string | null
  readonly billing_state: string | null
  readonly billing_address: string | null
  readonly delivery_state: string | null
  readonly delivery_address: string | null
  readonly delivery_city: string | null
  readonly is_sez: boolean
  /** Of an export or a special economic zone: under LUT, or with payment of IGST. Null, or missing, is under LUT where there is one. */
  readonly zero_rating?: ZeroRating | null
  /** A state selected instead of the rule's, with a reason, which is not needed if no rule decides. */
  readonly place: string | null
  readonly place_reason: string | null
}

/** How a zero-rated supply is made. */
export type ZeroRating = 'lut' | 'igst'

/** Where a quotation's goods are supplied. */
export interface PlaceOfSupply {
  readonly state: string
  readonly tax: QuotationTax
  /** `seller` in versions of 1.0.0 alone, which took the seller's state where the buyer's was not known. */
  readonly why: 'chosen' | 'gstin' | 'delivery' | 'billing' | 'seller'
  /** A zero-rated supply; null of any other, and missing in versions of 1.0.0, whose tax `zero` is a special economic zone. */
  readonly supply?: 'sez' | 'export' | null
  /** Of the tax `zero`; missing in versions of 1.0.0. */
  readonly lut?: LetterOfUndertaking | null
}

/**
 * Where the goods are supplied, and the taxes that follow, as `private.place_of_supply` in the database has them, which
 * decides (product.md, section 9). Null before the seller's state and the place are known.
 */
export function placeOfSupply(seller: SellerPlace, buyer: BuyerPlace): PlaceOfSupply | null {
  const own = stateOf(seller.gstin?.slice(0, 2) ?? seller.state ?? undefined)
  const byRule = placeByRule(buyer)
  const isOpen = byRule === null || buyer.place_reason !== null
  const found = isOpen && buyer.place !== null ? { state: buyer.place, why: 'chosen' as const } : byRule
  if (own === undefined || found === null) return null
  const supply = found.state === otherCountry ? 'export' : buyer.is_sez ? 'sez' : null
  const tax = taxOf(seller, buyer, own, { ...found, supply })
  return { ...found, tax, supply, lut: tax === 'zero' ? (seller.lut ?? null) : null }
}

/**
 * The place of supply from a buyer's details: a registered buyer's GSTIN state, otherwise the place of delivery,
 * which is the billing address unless another is given. Without an address the city counts. Mirrors
 * `private.place_by_rule`.
 */
export function placeByRule(buyer: BuyerPlace): Pick<PlaceOfSupply, 'state' | 'why'> | null {
  const { gstin, delivery_address: delivery, delivery_city: city } = buyer
  const registered = stateOfRegistered(gstin)
  if (registered !== null) return { state: registered, why: 'gstin' }
  const isAbroad = buyer.billing_state === otherCountry
  const delivered = buyer.delivery_state ?? stateOfPin(delivery ?? city ?? '', isAbroad)
  if (stateOf(delivered ?? undefined) !== undefined && delivered !== null)
    return { state: delivered, why: 'delivery' }
  if (delivery !== null || city !== null) return null
  const billed = buyer.billing_state ?? stateOfPin(buyer.billing_address ?? '')
  return billed === null || billed === otherCountry ? null : { state: billed, why: 'billing' }
}

/** The state of a registered buyer; null without a GSTIN, or with one that does not decide. */
export function stateOfRegistered(gstin: string | null): string | null {
  if (gstin === null || ['uin', 'online_services'].includes(gstinKind(gstin) ?? '')) return null
  return stateOfGstin(gstin)
}

function taxOf(
  seller: SellerPlace,
  { zero_rating: rating }: BuyerPlace,
  own: GstState,
  { state, supply }: Pick<PlaceOfSupply, 'state' | 'supply'>,
): QuotationTax {
  if (seller.gstin === null || seller.is_composition) return 'none'
  if (supply !== null) return (rating ?? (seller.lut ? 'lut' : 'igst')) === 'igst' ? 'igst' : 'zero'
  if (state !== own.code) return 'igst'
  return own.levies_utgst ? 'cgst_utgst' : 'cgst_sgst'
}
