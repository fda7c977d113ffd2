/** The five budget bands in rupees, cheapest first (specification, section 9). The database checks the same list. */
export const budgetBands = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+'] as const

/** One of the five budget bands. */
export type BudgetBand = (typeof budgetBands)[number]

/** True when a text from outside (a URL, a stored filter) is a budget band. */
export function isBudgetBand(value: string): value is BudgetBand {
  return (budgetBands as readonly string[]).includes(value)
}
