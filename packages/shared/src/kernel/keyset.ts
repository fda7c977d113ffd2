/** The sort order of a long list: a column that is never null, then the id. */
export interface KeysetOrder {
  readonly column: 'created_at' | 'name' | 'company' | 'state' | 'assigned' | 'due' | 'sort_key'
  readonly ascending: boolean
  readonly idAscending: boolean
}

/** The cursor: the sorted columns of a row. */
export type Cursor = { readonly id: string } & { readonly [Column in KeysetOrder['column']]?: string }

/**
 * A page of a long list by keyset pagination: relative to a cursor instead of an offset, so that the last page costs as
 * much as the first. `size` is the number of rows, by default `pageSize`; on the last page it is the remainder.
 */
export type PagePosition =
  | { readonly at: 'first'; readonly size?: number }
  | { readonly at: 'after' | 'before'; readonly cursor: Cursor; readonly size?: number }
  | { readonly at: 'last'; readonly size: number }

/** Rows on a page, unless the user has chosen another number. */
export const pageSize = 25

/** The numbers of rows on a page to choose from. */
export const pageSizes = [pageSize, 50, 100] as const

interface Sortable {
  order(column: string, options: { ascending: boolean }): this
  filter(column: string, operator: string, value: string): this
  or(filters: string): this
  limit(count: number): this
}

/** Restricts a query to one page; pass its rows to `inOrder`. */
export function onPage<Query extends Sortable>(
  query: Query,
  order: KeysetOrder,
  position: PagePosition,
): Query {
  const { column, ascending, idAscending } = order
  const backwards = isBackwards(position)
  const sorted = query
    .order(column, { ascending: ascending !== backwards })
    .order('id', { ascending: idAscending !== backwards })
    .limit(position.size ?? pageSize)
  if (!('cursor' in position)) return sorted

  const beyond = ascending === backwards ? 'lt' : 'gt'
  const idBeyond = idAscending === backwards ? 'lt' : 'gt'
  const { id, [column]: value = '' } = position.cursor
  // The first condition lets an index scan start at the cursor; the second is exact.
  return sorted
    .filter(column, `${beyond}e`, value)
    .or(`${column}.${beyond}.${quoted(value)},and(${column}.eq.${quoted(value)},id.${idBeyond}.${id})`)
}

/** The arguments of a database function that paginates itself; `onPage` then sorts its rows. */
export interface PageArguments {
  readonly ascending: boolean
  readonly size: number
  /** The cursor: its value in the sorted column, and its id. */
  readonly beyond?: string
  readonly beyond_id?: string
}

/** Builds these arguments; `size` overrides the page size. */
export function pageArguments(order: KeysetOrder, position: PagePosition, size?: number): PageArguments {
  return {
    ascending: order.ascending !== isBackwards(position),
    size: size ?? position.size ?? pageSize,
    ...('cursor' in position && {
      beyond: position.cursor[order.column] ?? '',
      beyond_id: position.cursor.id,
    }),
  }
}

/** The rows of a page in list order; pages before a cursor are fetched in reverse. */
export function inOrder<R>(rows: readonly R[], position: PagePosition): R[] {
  return isBackwards(position) ? rows.toReversed() : [...rows]
}

function isBackwards(position: PagePosition): boolean {
  return position.at === 'before' || position.at === 'last'
}

/** Quotes a value for `or(...)`, where commas and parentheses are syntax. */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
