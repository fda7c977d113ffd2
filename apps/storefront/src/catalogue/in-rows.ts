import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'

type Row = readonly CatalogueProduct[]

/** Rows by their first product. */
const known = new WeakMap<CatalogueProduct, Row>()

/** Products in rows, the last one shorter. An unchanged row keeps its identity, so that it is not rendered again. */
export function inRows(products: readonly CatalogueProduct[], columns: number): readonly Row[] {
  const rows: Row[] = []
  for (let place = 0; place < products.length; place += columns) {
    rows.push(asBefore(products.slice(place, place + columns)))
  }
  return rows
}

function asBefore(row: Row): Row {
  const [first] = row
  if (first === undefined) return row
  const before = known.get(first)
  if (before?.length === row.length && before.every((product, place) => product === row[place])) return before
  known.set(first, row)
  return row
}
