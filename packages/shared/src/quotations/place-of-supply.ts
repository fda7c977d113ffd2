import type { QuotationTax } from './tax-figures.ts'

/** A state or union territory by the code that begins a GSTIN. */
export interface GstState {
  readonly code: string
  readonly name: string
  /** Union territories without a legislature levy UTGST in place of SGST. */
  readonly levies_utgst: boolean
}

const withoutLegislature = new Set(['04', '26', '31', '35', '38', '97'])

/** The states and union territories of India, as `private.gst_states` has them. */
export const gstStates: readonly GstState[] = Object.entries({
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
})
  .map(([code, name]) => ({ code, name, levies_utgst: withoutLegislature.has(code) }))
  .toSorted((a, b) => a.code.localeCompare(b.code))

const stateOf = (code: string | undefined) => gstStates.find((state) => state.code === code)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What is wrong with a GSTIN, as a sentence; null for a right one. */
export function gstinProblem(gstin: string): string | null {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/.test(gstin)) return 'Enter a GSTIN like 27AAPFU0939F1ZV'
  if (stateOf(gstin.slice(0, 2)) === undefined) return `No state has the code ${gstin.slice(0, 2)}`
  const sum = gstin
    .slice(0, 14)
    .split('')
    .reduce((total, digit, index) => {
      const product = digits.indexOf(digit) * (1 + (index % 2))
      return total + Math.floor(product / 36) + (product % 36)
    }, 0)
  const check = digits[(36 - (sum % 36)) % 36]
  return gstin.endsWith(String(check)) ? null : 'The last character is not the check digit of this GSTIN'
}

/** What decides the taxes on the seller's side. */
export interface SellerPlace {
  readonly gstin: string | null
  /** A state's code; the GSTIN decides where there is one. */
  readonly state: string | null
  readonly is_composition: boolean
}

/** What decides the taxes on the buyer's side; states by their codes. */
export interface BuyerPlace {
  readonly gstin: string | null
  readonly billing_state: string | null
  readonly delivery_state: string | null
  readonly is_sez: boolean
  /** A state that was chosen, with the reason, in place of the rule. */
  readonly place: string | null
  readonly place_reason: string | null
}

/** Where a quotation's goods are supplied. */
export interface PlaceOfSupply {
  readonly state: string
  readonly tax: QuotationTax
  readonly why: 'chosen' | 'gstin' | 'delivery' | 'billing' | 'seller'
}

/**
 * Where the goods are supplied, and the taxes that follow, as `private.place_of_supply` in the database has them, which
 * decides (product.md, section 9). Null before the seller's state is known.
 */
export function placeOfSupply(seller: SellerPlace, buyer: BuyerPlace): PlaceOfSupply | null {
  const own = stateOf(seller.gstin?.slice(0, 2) ?? seller.state ?? undefined)
  if (own === undefined) return null
  const rules: readonly [PlaceOfSupply['why'], string | null][] = [
    ['chosen', buyer.place_reason === null ? null : buyer.place],
    ['gstin', buyer.gstin?.slice(0, 2) ?? null],
    ['delivery', buyer.delivery_state],
    ['billing', buyer.billing_state],
  ]
  const [why, state] = rules.find((rule): rule is [PlaceOfSupply['why'], string] => rule[1] !== null) ?? [
    'seller' as const,
    own.code,
  ]
  return { state, why, tax: taxOf(seller, buyer, own, state) }
}

function taxOf(seller: SellerPlace, buyer: BuyerPlace, own: GstState, state: string): QuotationTax {
  if (seller.gstin === null || seller.is_composition) return 'none'
  if (buyer.is_sez) return 'zero'
  if (state !== own.code) return 'igst'
  return own.levies_utgst ? 'cgst_utgst' : 'cgst_sgst'
}
