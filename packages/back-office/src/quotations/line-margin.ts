import { counted } from '@giftwell/shared/kernel/counted.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { choiceText, smallestChoice } from '@giftwell/shared/quotations/choices.ts'
import {
  chosenLines,
  type QuotationContent,
  type QuotationLine,
} from '@giftwell/shared/quotations/quotation.ts'
import { quotationFigures, type QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { OfferedPrices } from './quotation-requests.ts'

type Costs = Readonly<Record<string, Pick<OfferedPrices, 'cost_paise'>>>
type Offer = Pick<QuotationLine, 'id' | 'quantities' | 'is_charge'>

/** Warnings about a line's prices while typing, only for staff. */
export interface PriceRemark {
  readonly text: string
  /** Whether a price is below cost, which needs a reason before it is sent. */
  readonly isLoss: boolean
}

/** That a price is missing or, after the discount, below cost at any of the quantities, and for whom it is shown the margin at the first one. */
export function priceRemark(
  { id, quantities }: Offer,
  offered: Costs,
  { amount, discount }: Pick<QuotationFigures, 'amount' | 'discount'>,
  seesMargin: boolean,
): PriceRemark {
  const cost = offered[id]?.cost_paise ?? null
  const kept = amount === 0 ? 1 : 1 - discount / amount
  const prices = quantities.map(({ price_paise: price }) => price && price * kept)
  const [first] = prices
  const isLoss = cost !== null && prices.some((price) => price !== null && price < cost)
  const parts = [
    prices.includes(null) && 'No price yet',
    isLoss && (seesMargin ? `Below its cost of ${rupees(cost)}` : 'Below its cost'),
    seesMargin && cost !== null && first && `Margin ${Math.round((1 - cost / first) * 100)} %`,
  ]
  return { isLoss, text: parts.filter(Boolean).join(' · ') }
}

/**
 * The margin of the gifts that have a price and a known cost, and of how many: "₹1,200.00 on 2 of 3 lines". Where there is something to
 * choose it is the smallest that a choice leaves, with the choice. Null where none has.
 */
export function marginText(content: QuotationContent, offered: Costs): string | null {
  const firstFigures = quotationFigures(chosenLines(content, {}), content.discount, 'none', false)
  const kept = firstFigures.amount === 0 ? 1 : 1 - firstFigures.discount / firstFigures.amount
  const worst = smallestChoice(content, ({ id }, { quantity, price_paise: price }) => {
    const cost = offered[id]?.cost_paise
    return cost == null || price == null ? 0 : quantity * (price * kept - cost)
  })
  const chosen = chosenLines(content, worst)
  const figures = quotationFigures(chosen, content.discount, 'none', false)
  const margins = chosen.flatMap(({ id, quantity }, index) => {
    const cost = offered[id]?.cost_paise
    const offers = content.lines.find((line) => line.id === id)?.quantities ?? []
    const price = offers.find((offer) => offer.quantity === quantity)?.price_paise
    return cost == null || price == null ? [] : [(figures.lines[index]?.taxable ?? 0) - cost * quantity]
  })
  if (margins.length === 0) return null
  const gifts = chosen.filter(({ is_charge: isCharge }) => !isCharge).length
  const of = margins.length === gifts ? '' : `${margins.length} of `
  const choice = choiceText(content, worst)
  const sum = rupees(margins.reduce((total, each) => total + each, 0))
  return `${sum} on ${of}${counted(gifts, 'line')}${choice && `, at least, with ${choice}`}`
}
