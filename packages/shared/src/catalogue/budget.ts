/** The budget bands in rupees, cheapest first (product.md, section 9). The database has the same list. */
export const budgetBands = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+'] as const

/** A budget band (product.md, section 9). */
export type BudgetBand = (typeof budgetBands)[number]

/** Whether a text is a budget band, for values from addresses and files. */
export function isBudgetBand(value: string): value is BudgetBand {
  return (budgetBands as readonly string[]).includes(value)
}
