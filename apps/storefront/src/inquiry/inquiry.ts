import type { ColourQuantity } from '@giftwell/shared/catalogue/inquiry-line.ts'

/** A product of an inquiry with what its buyer wants of it. */
export interface InquiryLine {
  readonly id: string
  readonly name: string
  /** From 1 to `maxQuantity`; null where the buyer entered none. */
  readonly quantity: number | null
  /** At most `maxNoteLength` characters; empty for none. */
  readonly note: string
  /** The wanted colours; missing for none. Where they have quantities, `quantity` is their sum. */
  readonly colours?: readonly ColourQuantity[]
}

/** What an inquiry asks for, beside who asks. */
export interface InquiryContent {
  /** In the basket's order. */
  readonly lines: readonly InquiryLine[]
  /** An ISO date; empty for none. */
  readonly neededBy: string
  /** In rupees, from 1 to `maxBudgetPerGift`. */
  readonly budgetPerGift: number | null
  readonly deliveryCity: string
  /** Whether the gifts are to carry the buyer's logo. */
  readonly wantsBranding: boolean
}

// The database has the same limits.
export const maxQuantity = 1_000_000
export const maxNoteLength = 200
export const maxBudgetPerGift = 10_000_000
export const maxCityLength = 100
export const maxColours = 50
export const maxColourLength = 60

/** A whole number from 1 to `most`, as typed; null when the text is none. */
export function countIn(text: string, most: number): number | null {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= most ? count : null
}

/** Whether an inquiry names its products and nothing more, as the plain one does (product.md, section 7, Leads). */
export function isPlain({ lines, ...extras }: InquiryContent): boolean {
  return (
    lines.every(({ quantity, note, colours }) => quantity === null && note === '' && !colours) &&
    Object.values(extras).every((value) => !value)
  )
}

/** Lines as the database's functions take them. */
export function itemsOf(lines: readonly InquiryLine[]) {
  return lines.map(({ colours, ...line }) => ({
    ...line,
    ...(colours && { colours: colours.map((colour) => ({ ...colour })) }),
  }))
}
