import { smallestChoice } from '@giftwell/shared/quotations/choices.ts'
import {
  chosenLines,
  type QuotationContent,
  type QuotationLine,
} from '@giftwell/shared/quotations/quotation.ts'
import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'

/** A selected line, with its amount before tax and after the discount. */
interface GivenLine {
  readonly id: string
  readonly name: string
  readonly group: string | null
  readonly is_charge?: boolean | undefined
  readonly quantity: number
  readonly taxable: number
}

/** A combined gift: a line, or the lines of a group with one or more pieces per gift. */
interface GivenGift {
  readonly lines: readonly GivenLine[]
  readonly group: string | null
  readonly quantity: number
  /** Paise of one, with its share of the charges. */
  readonly value: number
}

/** Bringing a gift is no part of its value. */
const freight = /freight|courier|delivery|shipping|transport/i

/** The gifts of a choice, with the value of one in paise before tax, including branding and set-up. */
export function givenGifts(chosen: readonly GivenLine[]): readonly GivenGift[] {
  const lines = chosen.filter(({ is_charge: isCharge }) => isCharge !== true)
  const fewest = (all: readonly GivenLine[]) => Math.min(...all.map(({ quantity }) => quantity))
  const groups = Map.groupBy(lines, ({ group }) => group)
  const blocks = Map.groupBy(lines, ({ id, group, quantity }) => {
    if (group === null) return id
    return quantity % fewest(groups.get(group) ?? []) === 0 ? group : `${group}\n${quantity}`
  })
  const gifts = [...blocks.values()].map((block) => ({
    lines: block,
    group: block[0]?.group ?? null,
    quantity: fewest(block),
  }))
  const charges = chosen.filter(({ name, is_charge: isCharge }) => isCharge === true && !freight.test(name))
  const pieces = (group: string | null) =>
    gifts.reduce((sum, gift) => (group === null || gift.group === group ? sum + gift.quantity : sum), 0)
  return gifts.map((gift) => {
    const own = gift.lines.reduce((sum, { taxable }) => sum + taxable / gift.quantity, 0)
    const share = charges
      .filter(({ group }) => group === null || group === gift.group || pieces(group) === 0)
      .reduce((sum, { taxable, group }) => sum + taxable / (pieces(group) || pieces(null)), 0)
    return { ...gift, value: Math.round(own + share) }
  })
}

/** The highest value of the gift of each line, over every choice of a buyer. */
export function highestValues(content: QuotationContent): ReadonlyMap<string, number> {
  return new Map(
    content.lines.map((line) => {
      const values = dearest(content, line).map((choice) => {
        const lines = chosenLines(content, choice)
        const figures = quotationFigures(lines, content.discount, 'none', false)
        const given = lines.map((each, at) => ({ ...each, taxable: figures.lines[at]?.taxable ?? 0 }))
        return givenGifts(given).find((gift) => gift.lines.some(({ id }) => id === line.id))?.value ?? 0
      })
      return [line.id, Math.max(0, ...values)]
    }),
  )
}

/**
 * Candidates for the choice with the highest value of a line's gift: for each quantity, and each number of gifts
 * that divides it, the most expensive additions, the highest charges, and the fewest other gifts to share them.
 */
function dearest(
  content: QuotationContent,
  { id, group, option, quantities, is_charge: isCharge }: QuotationLine,
) {
  if (isCharge) return []
  const isOfGift = (line: QuotationLine) =>
    line.id === id || (group !== null && line.group === group && !line.is_charge)
  const offered = content.lines
    .filter(isOfGift)
    .flatMap((line) => line.quantities.map(({ quantity }) => quantity))
  return quantities.flatMap(({ quantity }, index) =>
    [...new Set(offered)]
      .filter((gifts) => quantity % gifts === 0)
      .map((gifts) => {
        const choice = smallestChoice(content, (line, { quantity: count, price_paise: price }) => {
          if (isOfGift(line)) return count % gifts === 0 ? -count * (price ?? 0) : 0
          return line.is_charge ? -count * (price ?? 0) : count
        })
        return {
          quantities: { ...choice.quantities, [id]: index },
          options: option === null ? choice.options : { ...choice.options, [option]: id },
        }
      }),
  )
}
