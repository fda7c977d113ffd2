/** How a long list is sorted: by a column that is never null, and by id among equals. */
export interface KeysetOrder {
  readonly column: 'created_at' | 'name'
  readonly ascending: boolean
  readonly idAscending: boolean
}

/** A row as far as it marks a place in a list. */
export type Mark = { readonly id: string } & { readonly [Column in KeysetOrder['column']]?: string }

/**
 * A page of a long list, told by the row that it begins or ends beside and never by a count of rows to skip, so that
 * the last page costs what the first does. `size` of the last page: what is left over after full ones.
 */
export type PagePlace =
  | { readonly at: 'first' }
  | { readonly at: 'after' | 'before'; readonly mark: Mark }
  | { readonly at: 'last'; readonly size: number }

/** Rows on a page of a long list: about what a screen shows. */
export const pageSize = 25

interface Sortable {
  order(column: string, options: { ascending: boolean }): this
  filter(column: string, operator: string, value: string): this
  or(filters: string): this
  limit(count: number): this
}

/** The query for one page; its rows come in the order of `inOrder`. */
export function onPage<Query extends Sortable>(query: Query, order: KeysetOrder, place: PagePlace): Query {
  const { column, ascending, idAscending } = order
  const backwards = isBackwards(place)
  const sorted = query
    .order(column, { ascending: ascending !== backwards })
    .order('id', { ascending: idAscending !== backwards })
    .limit(place.at === 'last' ? place.size : pageSize)
  if (!('mark' in place)) return sorted

  const beyond = ascending === backwards ? 'lt' : 'gt'
  const idBeyond = idAscending === backwards ? 'lt' : 'gt'
  const { id, [column]: value = '' } = place.mark
  // The first condition alone lets an index begin at the place; the second one is exact.
  return sorted
    .filter(column, `${beyond}e`, value)
    .or(`${column}.${beyond}.${quoted(value)},and(${column}.eq.${quoted(value)},id.${idBeyond}.${id})`)
}

/** The arguments of a function of the database that finds the rows of one page itself; `onPage` then sorts them. */
export interface PageArguments {
  readonly ascending: boolean
  readonly size: number
  /** Where the page begins: the mark's value in the column that the list is sorted by, and its id. */
  readonly beyond?: string
  readonly beyond_id?: string
}

/** Where a page of such a function lies; `size` in place of a whole page's. */
export function pageArguments(order: KeysetOrder, place: PagePlace, size?: number): PageArguments {
  const own = place.at === 'last' ? place.size : pageSize
  return {
    ascending: order.ascending !== isBackwards(place),
    size: size ?? own,
    ...('mark' in place && { beyond: place.mark[order.column] ?? '', beyond_id: place.mark.id }),
  }
}

/** The rows of a page in the order of the list, however they were asked for. */
export function inOrder<R>(rows: readonly R[], place: PagePlace): R[] {
  return isBackwards(place) ? rows.toReversed() : [...rows]
}

function isBackwards(place: PagePlace): boolean {
  return place.at === 'before' || place.at === 'last'
}

/** A value inside of `or(...)`, where commas and brackets have a meaning. */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
