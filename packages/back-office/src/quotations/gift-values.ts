import { chosenLines, type QuotationContent } from '@giftwell/shared/quotations/quotation.ts'
import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'

/** A line that counts, with what it comes to before tax, after the discount. */
interface GivenLine {
  readonly id: string
  readonly name: string
  readonly group: string | null
  readonly is_charge?: boolean | undefined
  readonly quantity: number
  readonly taxable: number
}

/** Gifts that go out as one: a line, or the lines of a group that have the same quantity. */
interface GivenGift {
  readonly lines: readonly GivenLine[]
  readonly group: string | null
  readonly quantity: number
  /** Paise of one, with its share of the charges. */
  readonly value: number
}

/** Bringing a gift is no part of its value. */
const freight = /freight|courier|delivery|shipping|transport/i

/** The gifts of a choice as they are given, with what one of each is worth in paise before tax: branding and set-up are part of it. */
export function givenGifts(chosen: readonly GivenLine[]): readonly GivenGift[] {
  const lines = chosen.filter(({ is_charge: isCharge }) => isCharge !== true)
  const blocks = Map.groupBy(lines, ({ id, group, quantity }) =>
    group === null ? id : `${group}\n${quantity}`,
  )
  const gifts = [...blocks.values()].flatMap((block) => {
    const [first] = block
    return first === undefined ? [] : [{ lines: block, group: first.group, quantity: first.quantity }]
  })
  const charges = chosen.filter(({ name, is_charge: isCharge }) => isCharge === true && !freight.test(name))
  const pieces = (group: string | null) =>
    gifts.reduce((sum, gift) => (group === null || gift.group === group ? sum + gift.quantity : sum), 0)
  return gifts.map((gift) => {
    const own = gift.lines.reduce((sum, { taxable, quantity }) => sum + taxable / quantity, 0)
    const share = charges
      .filter(({ group }) => group === null || group === gift.group || pieces(group) === 0)
      .reduce((sum, { taxable, group }) => sum + taxable / (pieces(group) || pieces(null)), 0)
    return { ...gift, value: Math.round(own + share) }
  })
}

/** The highest value of the gift of each line, over its quantities, and of an option for each of its lines. */
export function highestValues(content: QuotationContent): ReadonlyMap<string, number> {
  return new Map(
    content.lines.map(({ id, option, quantities }) => {
      const values = quantities.map((_, index) => {
        const options = option === null ? {} : { [option]: id }
        const lines = chosenLines(content, { quantities: { [id]: index }, options })
        const figures = quotationFigures(lines, content.discount, 'none', false)
        const given = lines.map((line, at) => ({ ...line, taxable: figures.lines[at]?.taxable ?? 0 }))
        return givenGifts(given).find((gift) => gift.lines.some((line) => line.id === id))?.value ?? 0
      })
      return [id, Math.max(...values)]
    }),
  )
}
