import { counted } from '../kernel/counted.ts'
import { nameKey } from '../kernel/name-key.ts'

/** A colour of a line, and how many gifts are wanted in it; null where that is not said. */
export interface ColourQuantity {
  readonly name: string
  readonly quantity: number | null
}

/** Colours as "Red (200), Blue (100)"; a single one has the line's quantity, and is "Red". */
export function coloursText(colours: readonly ColourQuantity[]): string {
  return colours
    .map(({ name, quantity }) =>
      quantity === null || colours.length === 1 ? name : `${name} (${quantity.toLocaleString('en-IN')})`,
    )
    .join(', ')
}

interface ProductLimits {
  readonly min_quantity?: number | null | undefined
  /** In working days. */
  readonly lead_days_from?: number | null | undefined
  readonly lead_days_to?: number | null | undefined
  readonly colours?: readonly { readonly name: string }[] | undefined
}

/** A line's request of its product. */
interface LineWish {
  readonly quantity: number | null
  readonly colours?: readonly ColourQuantity[] | null | undefined
}

/** The colours of a line that its product has no more, removed or renamed; none where its colours are not known. */
export function goneColours(
  { colours: offered }: Pick<ProductLimits, 'colours'>,
  chosen: readonly Pick<ColourQuantity, 'name'>[],
): readonly string[] {
  const names = offered && new Set(offered.map(({ name }) => nameKey(name)))
  return chosen.flatMap(({ name }) => (names === undefined || names.has(nameKey(name)) ? [] : name))
}

const listFormat = new Intl.ListFormat('en-IN', { type: 'disjunction' })

/**
 * What speaks against the colours, the quantity or the date of a line, as sentences; nothing prevents sending them (product.md,
 * section 2, Inquiry basket).
 * @param neededBy an ISO date; empty for none
 * @param today when it is sent
 */
export function lineHints(
  product: ProductLimits,
  { quantity, colours }: LineWish,
  neededBy: string,
  today = new Date(),
): readonly string[] {
  const { min_quantity: least, lead_days_from: from } = product
  const to = product.lead_days_to ?? from
  const days = neededBy === '' ? Infinity : workingDays(today, new Date(`${neededBy}T00:00`))
  const gone = goneColours(product, colours ?? [])
  return [
    ...(gone.length > 0 ? [`No longer offered in ${listFormat.format(gone)}.`] : []),
    ...(least != null && quantity !== null && quantity < least
      ? [`The minimum quantity is ${least.toLocaleString('en-IN')}.`]
      : []),
    ...(to != null && days < to
      ? [
          `It takes ${from == null || from === to ? '' : `${from} to `}${counted(to, 'working day')}; ${days} are left.`,
        ]
      : []),
  ]
}

/** The days from Monday to Friday after one date, up to another. */
function workingDays(after: Date, until: Date): number {
  const day = new Date(after)
  let count = 0
  // The longest lead time has 365 of them.
  for (day.setHours(0, 0, 0, 0); count < 366;) {
    day.setDate(day.getDate() + 1)
    if (day > until) break
    if (day.getDay() % 6 !== 0) count += 1
  }
  return count
}
