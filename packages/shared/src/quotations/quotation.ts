import { dayText } from '../kernel/india-time.ts'
import type { ChosenLine, Discount, QuotationFigures } from './tax-figures.ts'
import type { BuyerPlace, PlaceOfSupply, SellerPlace } from './place-of-supply.ts'

/** Who is offered to, as the seller wrote it. */
export interface QuotationBuyer extends BuyerPlace {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  /** A day, as 2026-12-31. */
  readonly needed_by: string | null
  /** Whether a GSTIN of an unknown form stands as the buyer states it. */
  readonly gstin_as_stated?: boolean
  /** Null or missing if unset: then company and products decide. */
  readonly is_pharmaceutical?: boolean | null
}

/** A line's quantity, and the price of one piece; null without a price yet, which blocks sending. */
export interface QuotationQuantity {
  readonly quantity: number
  readonly price_paise: number | null
}

export interface QuotationLine {
  /** A uuid, which stays over revisions. */
  readonly id: string
  readonly product_id: string | null
  readonly code: string | null
  readonly name: string
  readonly colour: string | null
  readonly note: string | null
  /** The heading that it stands under. */
  readonly group: string | null
  /** Lines with the same word are alternatives; the first is selected until the buyer selects another. */
  readonly option: string | null
  readonly hsn: string | null
  /** Hundredths of a per cent; null where it is not known, which blocks sending. */
  readonly gst_rate: number | null
  /** Freight, branding or set-up, which is no gift. */
  readonly is_charge: boolean
  readonly image_url: string | null
  /** Of the product when the version was sent; only where it is printed. */
  readonly mrp_paise?: number | null
  /** One to four; the first is selected until the buyer selects another. */
  readonly quantities: readonly QuotationQuantity[]
}

/** The seller's content of a version of a quotation (product.md, section 2, Quotations). */
export interface QuotationContent {
  readonly buyer: QuotationBuyer
  /** Above the lines. */
  readonly message: string | null
  readonly terms: string | null
  readonly discount: Discount | null
  /** Why a price is below cost or above the owner's limit of discounts; buyers do not read it. Missing in older versions. */
  readonly price_reason?: string | null | undefined
  /** Whether the lines have the MRP of their products; missing where they have not. */
  readonly prints_mrp?: boolean | undefined
  /** At most 200. */
  readonly lines: readonly QuotationLine[]
}

/** A buyer's selection; missing parts default to the first. */
export interface QuotationChoice {
  /** The index of the quantity, by the id of the line. */
  readonly quantities: Readonly<Record<string, number>>
  /** The id of the line, by the word of the option. */
  readonly options: Readonly<Record<string, string>>
}

/** The seller: the profile for the next quotation, or its frozen copy. */
export interface QuotationSeller extends SellerPlace {
  readonly legal_name: string | null
  readonly address: string | null
  readonly bank_details: string | null
  /** The owner's text on input tax credit for gifts. */
  readonly credit_note: string | null
  readonly rounds_off: boolean
  /** Versions of 1.0.0 have none of these. */
  readonly email?: string | null
  readonly phones?: readonly string[]
  readonly logo_url?: string | null
  /** Like "#4a2545". */
  readonly colour?: string | null
}

/** How a version was accepted. */
export interface Acceptance {
  readonly name: string
  readonly designation?: string | null
  readonly purchase_order?: string | null
  readonly note?: string | null
  /** ISO 8601. */
  readonly at: string
  readonly choice: QuotationChoice
  readonly figures: QuotationFigures
}

/** A sent version; only its validity and its acceptance may change. */
export interface SentVersion {
  /** Of the quotation: "GW2627/0042". */
  readonly number: string
  readonly revision: number
  /** ISO 8601. */
  readonly sent_at: string
  /** A day, as 2026-12-31. */
  readonly valid_until: string
  readonly content: QuotationContent
  /** The figures computed on sending. */
  readonly frozen: {
    readonly seller: QuotationSeller
    readonly place: PlaceOfSupply
    /** The buyer's initial choice. */
    readonly choice: QuotationChoice
    readonly figures: QuotationFigures
  }
  readonly accepted: Acceptance | null
}

/** A line that counts, with its selected quantity; one without a price yet costs nothing. */
export type ChosenQuotationLine = Omit<QuotationLine, 'quantities'> & ChosenLine

/** The lines that a choice makes count, in their order, as `private.chosen_lines` in the database has them, which decides. */
export function chosenLines(
  { lines }: Pick<QuotationContent, 'lines'>,
  choice: Partial<QuotationChoice>,
): ChosenQuotationLine[] {
  const chosen = new Map<string | null, QuotationLine>()
  for (const line of lines) {
    const { option } = line
    if (!chosen.has(option) || (option !== null && choice.options?.[option] === line.id))
      chosen.set(option, line)
  }
  return lines
    .filter((line) => line.option === null || chosen.get(line.option) === line)
    .map(({ quantities, ...line }) => {
      const offer = quantities[choice.quantities?.[line.id] ?? 0] ?? quantities[0]
      return { ...line, quantity: offer?.quantity ?? 0, price_paise: offer?.price_paise ?? 0 }
    })
}

/** Unique names of lines: "Mug", "Mug in Red", and "Mug (2)"; "line 3" without a name. */
export function lineNames(
  lines: readonly { readonly name: string; readonly colour: string | null }[],
): readonly string[] {
  const counts = new Map<string, number>()
  return lines.map(({ name, colour }, index) => {
    const plain = name.trim() || `line ${index + 1}`
    const whole = colour?.trim() ? `${plain} in ${colour.trim()}` : plain
    const count = (counts.get(whole) ?? 0) + 1
    counts.set(whole, count)
    return count === 1 ? whole : `${whole} (${count})`
  })
}

/** A quotation's state; expired means sent and no longer valid. */
export type QuotationState =
  | 'draft'
  | 'sent'
  | 'expired'
  | 'accepted'
  | 'declined'
  | 'change_asked'
  | 'withdrawn'

/** "GW2627/0042", and from the second revision on "GW2627/0042-R2". */
export function quotationName(number: string, revision: number): string {
  return revision === 1 ? number : `${number}-R${revision}`
}

/** "Valid until 5 Dec 2026"; null of a draft without a day. */
export function validity({ valid_until: day }: Pick<SentVersion, 'valid_until'>): string | null {
  return day === '' ? null : `Valid until ${dayText(day)}`
}

/** Why a buyer declines. */
export const declineReasons = { price: 'Price', date: 'Date', product: 'Product', other: 'Other' } as const

/** A reason of a buyer who declines. */
export type DeclineReason = keyof typeof declineReasons

/** Whether a text is a reason to decline. */
export function isDeclineReason(text: string): text is DeclineReason {
  return Object.hasOwn(declineReasons, text)
}
