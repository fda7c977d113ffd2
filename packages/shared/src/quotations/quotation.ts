import type { ChosenLine, Discount } from './tax-figures.ts'
import type { BuyerPlace } from './place-of-supply.ts'

/** Who is offered to, as the seller wrote it. */
export interface QuotationBuyer extends BuyerPlace {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly billing_address: string | null
  readonly delivery_address: string | null
  readonly delivery_city: string | null
  /** A day, as 2026-12-31. */
  readonly needed_by: string | null
  /** Null, or missing, where nobody has said: company and products tell then. */
  readonly is_pharmaceutical?: boolean | null
}

/** How many pieces a line offers, and what one of them costs; null where it has no price yet, which blocks sending. */
export interface QuotationQuantity {
  readonly quantity: number
  readonly price_paise: number | null
}

/** A line of a quotation. */
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
  /** Lines with the same word are a choice of one, of which the first is selected until the buyer selects another. */
  readonly option: string | null
  readonly hsn: string | null
  /** Hundredths of a per cent; null where it is not known, which blocks sending. */
  readonly gst_rate: number | null
  /** Freight, branding or set-up, which is no gift. */
  readonly is_charge: boolean
  readonly image_url: string | null
  /** One to four, of which the first is selected until the buyer selects another. */
  readonly quantities: readonly QuotationQuantity[]
}

/** What the seller writes in a version of a quotation (product.md, section 2, Quotations). */
export interface QuotationContent {
  readonly buyer: QuotationBuyer
  /** Above the lines. */
  readonly message: string | null
  readonly terms: string | null
  readonly discount: Discount | null
  /** Why a price is below cost or above the owner's limit of discounts; buyers do not read it. Missing in older versions. */
  readonly price_reason?: string | null | undefined
  /** At most 200. */
  readonly lines: readonly QuotationLine[]
}

/** What a buyer selects; what is missing is the first. */
export interface QuotationChoice {
  /** The index of the quantity, by the id of the line. */
  readonly quantities: Readonly<Record<string, number>>
  /** The id of the line, by the word of the option. */
  readonly options: Readonly<Record<string, string>>
}

/** A line that counts, with its selected quantity; one without a price yet costs nothing. */
export type ChosenQuotationLine = Omit<QuotationLine, 'quantities'> & ChosenLine

/** The lines that a choice makes count, in their order, as `private.chosen_lines` in the database has them, which decides. */
export function chosenLines(
  { lines }: Pick<QuotationContent, 'lines'>,
  choice: Partial<QuotationChoice>,
): ChosenQuotationLine[] {
  const chosenOf = (option: string) => {
    const alternatives = lines.filter((line) => line.option === option)
    return alternatives.find(({ id }) => id === choice.options?.[option]) ?? alternatives[0]
  }
  return lines
    .filter((line) => line.option === null || chosenOf(line.option) === line)
    .map(({ quantities, ...line }) => {
      const chosen = quantities[choice.quantities?.[line.id] ?? 0] ?? quantities[0]
      return { ...line, quantity: chosen?.quantity ?? 0, price_paise: chosen?.price_paise ?? 0 }
    })
}

/** What was last done with a quotation; expired is sent, and no longer valid. */
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

/** Why a buyer declines. */
export const declineReasons = { price: 'Price', date: 'Date', product: 'Product', other: 'Other' } as const

/** A reason of a buyer who declines. */
export type DeclineReason = keyof typeof declineReasons

/** Whether a text is a reason to decline. */
export function isDeclineReason(text: string): text is DeclineReason {
  return Object.hasOwn(declineReasons, text)
}
