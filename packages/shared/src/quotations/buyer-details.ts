import type { SavedFile } from '../platform/platform.ts'
import { stateOfGstin } from './gstin.ts'
import { type PlaceOfSupply, stateOfRegistered } from './place-of-supply.ts'
import { chosenLines, type QuotationChoice, type QuotationContent } from './quotation.ts'
import { stateName } from './quotation-sheet.ts'
import { stateOfPin } from './state-of-pin.ts'

/** Where a part of the gifts goes. */
export interface DeliveryPlace {
  readonly address: string
  /** Null abroad. */
  readonly pin_code: string | null
  readonly quantity: number
}

/** A buyer's details on the page of a quotation, beside the seller's version. */
export interface BuyerDetails {
  readonly gstin: string | null
  readonly billing_address: string | null
  readonly delivery_places: readonly DeliveryPlace[]
}

/** The file of a purchase order. */
export interface PurchaseOrder {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** ISO 8601. */
  readonly given_at: string
}

/** A stored file of a logo. */
export interface Artwork extends PurchaseOrder {
  /** Whether it belongs to the requested inquiry or quotation, whose link can remove it. */
  readonly is_own?: boolean
}

/** All that a buyer has given (the database's `given_by_buyer`). */
export interface GivenByBuyer {
  readonly details: (BuyerDetails & { readonly given_at: string }) | null
  readonly purchase_orders: readonly PurchaseOrder[]
  /** Logos, also those of the inquiry; missing of an earlier server. */
  readonly artworks?: readonly Artwork[]
}

/** A purchase order with its content (the database's `purchase_order_file`). */
export interface OrderFile {
  readonly name: string
  readonly type: string
  /** Base64. */
  readonly content: string
}

/** A stored file, such as a purchase order, as it is saved. */
export function orderBlob({ name, type, content }: OrderFile): SavedFile {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
  return { name, content: new Blob([bytes], { type }) }
}

/** The most delivery places of a quotation. */
export const mostPlaces = 20

/** How many gifts a choice has. */
export function giftsOf(content: Pick<QuotationContent, 'lines'>, choice: Partial<QuotationChoice>): number {
  return chosenLines(content, choice).reduce(
    (sum, { quantity, is_charge: isCharge }) => (isCharge ? sum : sum + quantity),
    0,
  )
}

/** "60 to 2 Market Street, 560001". */
export function placeText({ address, pin_code: pin, quantity }: DeliveryPlace): string {
  return [`${quantity.toLocaleString('en-IN')} to ${address}`, pin].filter(Boolean).join(', ')
}

/** That the state of a buyer's GSTIN is not the place of supply that the taxes follow; null where it is, or decides nothing. */
export function otherState(gstin: string, place: PlaceOfSupply | null): string | null {
  const own = stateOfRegistered(gstin)
  if (own === null || place === null || own === place.state) return null
  return `This GSTIN is of ${stateName(own)}, and the place of supply is ${stateName(place.state)}.`
}

/**
 * The fields of a quotation's buyer that the details replace: all present ones, and the state of the billing
 * address. The state of delivery is cleared, so the rule decides it.
 */
export function givenFields(details: BuyerDetails): Readonly<Record<string, string>> {
  const { gstin, billing_address: billing, delivery_places: places } = details
  const delivery = places.map(placeText).join('\n')
  const billingState = (gstin && stateOfGstin(gstin)) ?? stateOfPin(billing ?? '')
  return {
    ...(gstin !== null && { gstin }),
    ...(billing !== null && { billing_address: billing }),
    ...(billingState !== null && { billing_state: billingState }),
    ...(delivery !== '' && { delivery_address: delivery, delivery_state: '' }),
  }
}
