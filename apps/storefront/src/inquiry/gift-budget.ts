import { type BudgetBand, budgetBands } from '@giftwell/shared/catalogue/budget.ts'

/** The band of a price per gift in rupees, of which a band holds its upper end; null below the cheapest band. */
export function bandAt(price: number): BudgetBand | null {
  const cheapest = boundsOf(budgetBands[0]).least
  return price < cheapest ? null : (budgetBands.find((band) => price <= boundsOf(band).most) ?? null)
}

/** Whether gifts of a band cost more than those of another; an unknown band is above none. */
export function isAbove(band: string | null | undefined, other: BudgetBand | null): boolean {
  const places: readonly string[] = budgetBands
  return places.indexOf(band ?? '') > (other === null ? -1 : budgetBands.indexOf(other))
}

/** The numbers in the band's name; the dearest has no upper end. */
function boundsOf(band: BudgetBand) {
  const [least = 0, most = Infinity] = (band.match(/\d+/g) ?? []).map(Number)
  return { least, most }
}
