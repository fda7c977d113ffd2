import type { QuotationChoice, QuotationContent, QuotationLine, QuotationQuantity } from './quotation.ts'

type Lines = Pick<QuotationContent, 'lines'>

/** Whether a buyer has something to choose: a line of an option, or a quantity. */
export function hasChoices(content: Lines): boolean {
  const { quantities, options } = wholeChoice(content)
  return Object.keys(quantities).length + Object.keys(options).length > 0
}

/**
 * A complete choice: the line of each option with several, and the quantity of each selected line with several. A
 * missing part defaults to the first. Mirrors the database's `private.whole_choice`.
 */
export function wholeChoice({ lines }: Lines, choice: Partial<QuotationChoice> = {}): QuotationChoice {
  const options: Record<string, string> = {}
  const quantities: Record<string, number> = {}
  const alternatives = Map.groupBy(lines, ({ id, option }) =>
    option === null ? `line ${id}` : `option ${option}`,
  )
  for (const [first, ...others] of alternatives.values()) {
    if (first === undefined) continue
    const { option } = first
    const chosen =
      option === null
        ? first
        : ([first, ...others].find(({ id }) => id === choice.options?.[option]) ?? first)
    if (option !== null && others.length > 0) options[option] = chosen.id
    const index = choice.quantities?.[chosen.id] ?? 0
    if (chosen.quantities.length > 1) quantities[chosen.id] = index in chosen.quantities ? index : 0
  }
  return { quantities, options }
}

/**
 * The whole choice with the smallest sum of a measure. Lines are independent, so it is the smallest quantity of each, and
 * of an option the smallest line; of equal ones the first. `private.cheapest_choice` in the database measures totals.
 */
export function smallestChoice(
  content: Lines,
  measure: (line: QuotationLine, offer: QuotationQuantity) => number,
): QuotationChoice {
  const quantities: Record<string, number> = {}
  const smallest = new Map<string, { readonly id: string; readonly least: number }>()
  for (const line of content.lines) {
    const measures = line.quantities.map((offer) => measure(line, offer))
    const least = Math.min(...measures)
    quantities[line.id] = measures.indexOf(least)
    if (line.option !== null && least < (smallest.get(line.option)?.least ?? Infinity))
      smallest.set(line.option, { id: line.id, least })
  }
  const options = Object.fromEntries([...smallest].map(([option, { id }]) => [option, id]))
  return wholeChoice(content, { quantities, options })
}

/** A choice in words, "100 of Mug, Steel box": its first three parts, and how many more; empty where there is nothing to choose. */
export function choiceText({ lines }: Lines, { quantities, options }: QuotationChoice): string {
  const parts = lines
    .filter(({ id, option }) => id in quantities || (option !== null && options[option] === id))
    .map(({ id, name, colour, quantities: offers }) => {
      const offer = offers[quantities[id] ?? -1]
      return `${offer === undefined ? '' : `${offer.quantity} of `}${name}${colour === null ? '' : ` in ${colour}`}`
    })
  const rest = parts.length > 3 ? ` and ${parts.length - 3} more` : ''
  return parts.slice(0, 3).join(', ') + rest
}
