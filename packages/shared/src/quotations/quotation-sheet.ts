import { dayText, momentText } from '../kernel/india-time.ts'
import { percent, rupees } from '../kernel/money.ts'
import { legalHints } from '../legal/legal-hints.ts'
import { amountInWords } from './amount-in-words.ts'
import { gstStates } from './gst-states.ts'
import { gstinKind } from './gstin.ts'
import { type PlaceOfSupply, placeOfSupply } from './place-of-supply.ts'
import {
  chosenLines,
  lineNames,
  type QuotationChoice,
  type QuotationContent,
  type QuotationLine,
  quotationName,
  type QuotationSeller,
  type SentVersion,
  validity,
} from './quotation.ts'
import { type Amounts, type QuotationFigures, quotationFigures, type QuotationTax } from './tax-figures.ts'
import { taxHeads, taxSentences } from './tax-sentences.ts'

/** A version that was sent, or a draft: without a number, a day of sending, frozen figures, or a known place. */
export type SheetVersion = Omit<SentVersion, 'number' | 'sent_at' | 'frozen'> & {
  readonly number: string | null
  readonly sent_at: string | null
  readonly frozen: Partial<Pick<SentVersion['frozen'], 'choice' | 'figures'>> & {
    readonly seller: QuotationSeller
    readonly place: PlaceOfSupply | null
  }
}

/** A draft as it would be sent now by a seller. */
export function draftVersion(
  content: QuotationContent,
  seller: QuotationSeller,
  more: Partial<Pick<SheetVersion, 'number' | 'revision' | 'valid_until'>> = {},
): SheetVersion {
  const place = placeOfSupply(seller, content.buyer)
  const plain = { number: null, revision: 1, valid_until: '', sent_at: null, accepted: null }
  return { ...plain, ...more, content, frozen: { seller, place } }
}

/** The lines of a draft that count first, and their figures; without taxes while the seller's state is not known. */
export function draftFigures(content: QuotationContent, seller: QuotationSeller) {
  const version = draftVersion(content, seller)
  const { place } = version.frozen
  return { place, lines: chosenLines(content, {}), figures: figuresOf(version, {}) }
}

/** A label and its text. */
export interface SheetRow {
  readonly label: string
  readonly text: string
}

/** A quantity of a line at its price, with the total of the choice. */
export interface SheetOffer {
  /** Its index among the quantities of the line. */
  readonly index: number
  readonly isSelected: boolean
  /** "100 × ₹500.00". */
  readonly text: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  /** "less ₹100.00"; null without a discount. */
  readonly discount: string | null
  readonly taxable: string
  readonly gst: string
  readonly total: string
  /** "₹354.00 per gift, all in"; null of a charge. */
  readonly perGift: string | null
  readonly amounts: Amounts
}

/** A line, whether it counts or is another of an option. */
export interface SheetLine {
  readonly line: QuotationLine
  /** As no other line is called: "Mug in Red (2)". */
  readonly name: string
  /** Whether the choice has it. */
  readonly isChosen: boolean
  /** "Box: chosen" or "Box: not chosen"; null without an option. */
  readonly standing: string | null
  /** "HSN 7323"; null without one. */
  readonly hsn: string | null
  /** "GST 18 %"; null where no tax is shown, or the rate is not known yet. */
  readonly rate: string | null
  /** "MRP ₹499.00 (incl. of all taxes)"; null where the owner does not print it, or does not know it. */
  readonly mrp: string | null
  /** Its code, HSN, rate and MRP. */
  readonly facts: readonly string[]
  /** In the quantity that is selected. */
  readonly offer: SheetOffer
  /** In every quantity. */
  readonly offers: readonly SheetOffer[]
}

/** A party's known details, by line. */
export interface SheetParty {
  readonly label: string
  readonly name: string
  readonly lines: readonly string[]
}

/** The labels of the lines' columns, and of parts that not every quotation has. */
export const sheetLabels = {
  number: 'No.',
  item: 'Item',
  hsn: 'HSN',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
  taxable: 'Taxable value',
  gst: 'GST',
  total: 'Total',
  inWords: 'Total in words',
  offers: 'Also offered',
  toChoose: 'To choose',
  billing: 'Billing address',
  perGift: 'Per gift, all in',
} as const

/** A quotation as every reader shows it (product.md, section 2, Quotations). Readers add no word of their own to it. */
export interface QuotationSheet {
  /** "GW2627/0001-R2"; null before it has a number. */
  readonly number: string | null
  /** "Quotation GW2627/0001-R2", and "Quotation" before it has a number. */
  readonly title: string
  readonly seller: SheetParty & Pick<QuotationSeller, 'logo_url' | 'colour'>
  readonly buyer: SheetParty
  /** "2 Dec 2026, 12:30 am IST"; null of a draft. */
  readonly sentAt: string | null
  /** When it was sent, and until when it is valid. */
  readonly dates: readonly string[]
  /** Addresses, day, place of supply, purchase order. */
  readonly facts: readonly SheetRow[]
  readonly message: string | null
  readonly hasTax: boolean
  readonly lines: readonly SheetLine[]
  /** A choice of the buyer: "Box", "Quantity of Mug". */
  readonly toChoose: readonly string[]
  /** From amount to rounding off, those that count. */
  readonly sums: readonly SheetRow[]
  readonly total: SheetRow
  readonly words: string
  /** "₹354.00 per gift, all in"; null without gifts. */
  readonly perGift: string | null
  /** What tax law asks to be said. */
  readonly sentences: readonly string[]
  /** Leads to the section `credit`; null where the owner has no text on it. */
  readonly hint: string | null
  /** "Accepted by NAME, DESIGNATION on 5 Dec 2026, 4:30 pm IST." */
  readonly accepted: string | null
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  readonly closing: string
  readonly figures: QuotationFigures
}

/**
 * The sheet of a version for a choice: by default the accepted or initial one.
 *
 * @param figures the database's figures of the choice, if known
 */
export function quotationSheet(
  version: SheetVersion,
  choice?: Partial<QuotationChoice>,
  figures?: QuotationFigures,
): QuotationSheet {
  const { content, frozen, accepted } = version
  const { seller, place } = frozen
  const agreed = accepted ?? frozen
  const selected = choice ?? agreed.choice ?? {}
  const figured = (choice === undefined ? agreed.figures : figures) ?? figuresOf(version, selected)
  const { total, per_gift: perGift } = figured
  const tax = place?.tax ?? 'none'
  const sentAt = version.sent_at && momentText(version.sent_at)
  const number = version.number === null ? null : quotationName(version.number, version.revision)
  return {
    number,
    title: number === null ? 'Quotation' : `Quotation ${number}`,
    seller: { ...sellerOf(seller), logo_url: seller.logo_url ?? null, colour: seller.colour ?? null },
    buyer: buyerOf(content),
    sentAt,
    dates: present([sentAt, validity(version)]),
    facts: factsOf(version),
    message: content.message,
    hasTax: tax !== 'none',
    lines: linesOf(version, selected, figured),
    toChoose: accepted === null ? choicesOf(content) : [],
    sums: sumsOf(figured, tax),
    total: { label: sheetLabels.total, text: rupees(total) },
    words: amountInWords(total),
    perGift: perGiftText(perGift),
    sentences: place === null ? [] : taxSentences(place, seller),
    hint: tax !== 'none' && seller.credit_note ? 'Credit for the tax on gifts is usually blocked' : null,
    accepted:
      accepted &&
      `Accepted by ${[accepted.name, accepted.designation].filter(Boolean).join(', ')} on ${momentText(accepted.at)}.`,
    sections: sectionsOf(content, seller),
    closing: 'This is a quotation, not a tax invoice.',
    figures: figured,
  }
}

function sumsOf(figures: QuotationFigures, tax: QuotationTax): readonly SheetRow[] {
  const { amount, discount, taxable, round_off: roundOff } = figures
  const rows: readonly (readonly [string, number] | false)[] = [
    discount !== 0 && [sheetLabels.amount, amount],
    discount !== 0 && ['Discount', -discount],
    tax !== 'none' && [sheetLabels.taxable, taxable],
    ...taxHeads(tax, figures),
    roundOff !== 0 && ['Round off', roundOff],
  ]
  return rows.filter((row) => row !== false).map(([label, paise]) => ({ label, text: rupees(paise) }))
}

function figuresOf({ content, frozen }: SheetVersion, choice: Partial<QuotationChoice>): QuotationFigures {
  const { place, seller } = frozen
  return quotationFigures(
    chosenLines(content, choice),
    content.discount,
    place?.tax ?? 'none',
    seller.rounds_off,
  )
}

function perGiftText(paise: number | null | undefined): string | null {
  return paise == null ? null : `${rupees(paise)} per gift, all in`
}

function linesOf(
  version: SheetVersion,
  choice: Partial<QuotationChoice>,
  figures: QuotationFigures,
): readonly SheetLine[] {
  const { content, frozen } = version
  const names = lineNames(content.lines)
  const chosen = chosenLines(content, choice)
  const hasTax = frozen.place !== null && frozen.place.tax !== 'none'
  return content.lines.map((line, at) => {
    const index = chosen.findIndex(({ id }) => id === line.id)
    const isChosen = index >= 0
    const wanted = choice.quantities?.[line.id] ?? 0
    const selected = wanted in line.quantities ? wanted : 0
    const options = line.option === null ? choice.options : { ...choice.options, [line.option]: line.id }
    const offers = line.quantities.map((_, quantity) => {
      const isSelected = quantity === selected
      const amounts =
        isChosen && isSelected
          ? figures.lines[index]
          : amountsOf(version, line, {
              options: options ?? {},
              quantities: { ...choice.quantities, [line.id]: quantity },
            })
      return offerOf(line, quantity, isSelected, amounts)
    })
    const hsn = line.hsn === null ? null : `HSN ${line.hsn}`
    const rate = hasTax && line.gst_rate !== null ? `GST ${percent(line.gst_rate)}` : null
    const mrp = line.mrp_paise ? `MRP ${rupees(line.mrp_paise)} (incl. of all taxes)` : null
    return {
      line,
      name: names[at] ?? line.name,
      isChosen,
      standing: line.option === null ? null : `${line.option}: ${isChosen ? 'chosen' : 'not chosen'}`,
      hsn,
      rate,
      mrp,
      facts: present([line.code, hsn, rate, mrp]),
      offer: offers[selected] ?? offerOf(line, 0, true, undefined),
      offers,
    }
  })
}

/** A line's amount in another choice. Without a discount no other line matters. */
function amountsOf(version: SheetVersion, line: QuotationLine, choice: QuotationChoice): Amounts | undefined {
  const { lines, discount } = version.content
  const content = { ...version.content, lines: discount === null ? [line] : lines }
  const at = chosenLines(content, choice).findIndex(({ id }) => id === line.id)
  return figuresOf({ ...version, content }, choice).lines[at]
}

const nothing: Amounts = {
  amount: 0,
  discount: 0,
  taxable: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
  total: 0,
  per_gift: null,
}

function offerOf(
  { quantities, is_charge: isCharge }: QuotationLine,
  index: number,
  isSelected: boolean,
  amounts: Amounts = nothing,
): SheetOffer {
  const { quantity = 0, price_paise: paise = null } = quantities[index] ?? {}
  const [count, price] = [quantity.toLocaleString('en-IN'), rupees(paise ?? 0)]
  const { amount, discount, taxable, cgst, sgst, igst, total, per_gift: perGift } = amounts
  return {
    index,
    isSelected,
    text: `${count} × ${price}`,
    quantity: count,
    price,
    amount: rupees(amount),
    discount: discount === 0 ? null : `less ${rupees(discount)}`,
    taxable: rupees(taxable),
    gst: rupees(cgst + sgst + igst),
    total: rupees(total),
    perGift: isCharge ? null : perGiftText(perGift),
    amounts,
  }
}

function choicesOf({ lines }: QuotationContent): readonly string[] {
  const names = lineNames(lines)
  const choices = lines.flatMap(({ option, quantities }, index) => [
    ...(option === null ? [] : [option]),
    ...(quantities.length > 1 ? [`Quantity of ${names[index]}`] : []),
  ])
  return [...new Set(choices)]
}

/** The name of a state by its code; the code where it is of no state. */
export function stateName(code: string): string {
  return gstStates.find((state) => state.code === code)?.name ?? code
}

function sellerOf(seller: QuotationSeller): SheetParty {
  const { legal_name: name, address, gstin, phones = [], email } = seller
  const lines = [address, gstin && `GSTIN ${gstin}`, ...phones, email]
  return { label: 'From', name: name ?? '', lines: present(lines) }
}

function buyerOf({ buyer: { company, name, gstin } }: QuotationContent): SheetParty {
  const label = gstin !== null && gstinKind(gstin) === 'uin' ? 'UIN' : 'GSTIN'
  return { label: 'For', name: company, lines: present([name, gstin && `${label} ${gstin}`]) }
}

/** The texts that are there. */
function present(texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.filter((text): text is string => Boolean(text))
}

function factsOf({ content: { buyer }, frozen: { place }, accepted }: SheetVersion): readonly SheetRow[] {
  const address = (text: string | null, state: string | null) =>
    [text, state && stateName(state)].filter(Boolean).join('\n')
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [sheetLabels.billing, address(buyer.billing_address, buyer.billing_state)],
    ['Delivery address', address(buyer.delivery_address ?? buyer.delivery_city, buyer.delivery_state)],
    ['Needed by', buyer.needed_by && dayText(buyer.needed_by)],
    ['Place of supply', place && `${stateName(place.state)} (${place.state})`],
    ['Purchase order number', accepted?.purchase_order],
  ]
  return rows.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}

const { giftCredit } = legalHints

function sectionsOf(content: QuotationContent, seller: QuotationSeller): QuotationSheet['sections'] {
  const sections: readonly (readonly [string, string, string | null])[] = [
    ['terms', 'Terms', content.terms],
    ['bank', 'Bank details', seller.bank_details],
    [
      'credit',
      'Input tax credit on gifts',
      seller.credit_note && `${giftCredit.text} (${giftCredit.clause})\n${seller.credit_note}`,
    ],
  ]
  return sections.flatMap(([id, title, text]) => (text ? [{ id, title, text }] : []))
}
