import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'

import { inRows } from './in-rows.ts'
import type { Sheet, Sheets } from './use-sheets.ts'

interface Place {
  readonly sheet: Sheet
  /** The place of the row, from 0. */
  readonly index: number
  readonly isOnScreen: boolean
}

/** A row and how many products there are with those in it. */
interface RowOnSheet {
  readonly products: readonly CatalogueProduct[]
  readonly total: number
}

/**
 * What stands in a place of the list; null for nothing. Rows that nobody sees take other results over when those on the
 * screen have been painted, and those of a sheet that has just come are not there before.
 *
 * @param painted what the sheets held when they were last painted
 */
export function rowOnSheet(
  { sheet, index, isOnScreen }: Place,
  now: Sheets,
  painted: Sheets,
  columns: number,
): RowOnSheet | null {
  const before = painted.front === sheet ? painted.on[sheet] : null
  const here = isOnScreen ? now.on[sheet] : before
  if (here === null) return null
  // More of the same results bring rows that were not there.
  const later = sheet === now.front ? now.on[sheet] : null
  const products = inRows(here.products, columns)[index] ?? inRows(later?.products ?? [], columns)[index]
  return products === undefined ? null : { products, total: here.total }
}
