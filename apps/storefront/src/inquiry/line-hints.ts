import type { ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'

/**
 * What speaks against a quantity or a date, as sentences; nothing prevents sending them (product.md, section 2, Inquiry
 * basket).
 * @param neededBy an ISO date; empty for none
 */
export function lineHints(
  product: ProductFacts,
  quantity: number | null,
  neededBy: string,
  today = new Date(),
): readonly string[] {
  const { min_quantity: least, lead_days_from: from, lead_days_to: to = from } = product
  const days = neededBy === '' ? Infinity : workingDays(today, new Date(`${neededBy}T00:00`))
  return [
    ...(least !== undefined && quantity !== null && quantity < least
      ? [`The minimum quantity is ${least.toLocaleString('en-IN')}.`]
      : []),
    ...(to !== undefined && days < to
      ? [
          `It takes ${from === undefined || from === to ? '' : `${from} to `}${to} working ${to === 1 ? 'day' : 'days'}; ${days} are left.`,
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
