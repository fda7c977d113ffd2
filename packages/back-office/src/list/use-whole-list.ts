import type { Order } from '@giftwell/shared/kernel/table.ts'
import type { Column, Sorting } from './column-head.tsx'
import type { ListRows, PagerProps } from './record-list.tsx'
import { useListParams, usePageSize } from './list-views.ts'

interface WholeList<R> {
  /** The page. */
  readonly list: ListRows<R> & { readonly pager: PagerProps }
  readonly matching: readonly R[]
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly sorting: Sorting
  /** Shows a new record by clearing the search and filters that may hide it; undefined without any. */
  readonly onShowNew: (() => void) | undefined
}

const collator = new Intl.Collator(undefined, { numeric: true })
/** "10,000+" as a number that the collator reads. */
const ungrouped = (text: string) => text.replaceAll(/(?<=\d),(?=\d)/g, '')

/** A filter of a whole list, beside its search. */
export interface WholeListFilter<R> {
  readonly matches: (row: R) => boolean
  readonly param: string
}

/** A list as far as it is read. */
interface ReadList<R> {
  readonly data: readonly R[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Searches, sorts and paginates a completely loaded list by the URL; `order` is the order of loading. */
export function useWholeList<R>(
  read: ReadList<R>,
  columns: readonly Column<R>[],
  order: Order,
  filter: WholeListFilter<R> = { matches: () => true, param: 'filter' },
): WholeList<R> {
  const [params, change] = useListParams()
  const [size, onSize] = usePageSize()
  const search = params.get('search')?.trim() ?? ''
  const sort = sortIn(params.get('sort'), columns)

  const words = search.toLocaleLowerCase().split(/\s+/)
  const found = (read.data ?? []).filter((row) => {
    if (!filter.matches(row)) return false
    const text = textOf(row, columns)
    return words.every((word) => text.includes(word))
  })
  const sorted = sort === undefined ? found : found.toSorted(comparing(sort.value, sort.ascending))
  const pages = Math.max(1, Math.ceil(sorted.length / size))
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), pages)
  const first = (page - 1) * size
  const rows = sorted.slice(first, first + size)
  const sorting = sort ?? order
  const isNewestFirst = sorting.column === 'created_at' && !sorting.ascending
  const mayHideNew = search !== '' || params.has(filter.param) || page > 1 || (pages > 1 && !isNewestFirst)
  const newest = order.column === 'created_at' && !order.ascending ? undefined : 'created_at-down'
  const show = (next: number) => () =>
    change(next === 1 ? {} : { page: String(next), size: params.get('size') ?? String(size) }, {
      replace: true,
    })

  return {
    list: {
      rows: read.data && rows,
      total: read.data && sorted.length,
      error: read.data === undefined ? read.error : null,
      retry: () => void read.refetch(),
      pager: {
        first,
        shown: rows.length,
        total: sorted.length,
        size,
        onSize,
        hasPrevious: page > 1,
        hasNext: page < pages,
        onFirst: show(1),
        onPrevious: show(page - 1),
        onNext: show(page + 1),
        onLast: show(pages),
      },
    },
    matching: sorted,
    search,
    // One history entry per search, not per keystroke.
    onSearch: (text) => change({ search: text || undefined }, { replace: search !== '' && text !== '' }),
    sorting: {
      by: sorting.column,
      ascending: sorting.ascending,
      onSort: (column, ascending) => {
        const isDefault = column === order.column && ascending === order.ascending
        change({ sort: isDefault ? undefined : `${column}-${ascending ? 'up' : 'down'}` })
      },
    },
    onShowNew: mayHideNew
      ? () => change({ search: undefined, [filter.param]: undefined, sort: newest })
      : undefined,
  }
}

/** The searched text: the displayed columns, in lower case. */
function textOf<R>(row: R, columns: readonly Column<R>[]): string {
  const values = columns.map(({ value }) => value?.(row))
  return values
    .filter((value) => typeof value === 'string')
    .join('\n')
    .toLocaleLowerCase()
}

function sortIn<R>(text: string | null, columns: readonly Column<R>[]) {
  const [, name, direction] = /^(.+)-(up|down)$/.exec(text ?? '') ?? []
  const value = columns.find(({ sortedBy }) => sortedBy !== undefined && sortedBy === name)?.value
  return name === undefined || value === undefined
    ? undefined
    : { column: name, value, ascending: direction === 'up' }
}

type Value<R> = NonNullable<Column<R>['value']>

/** Compares by a column; rows without a value come last. */
function comparing<R>(value: Value<R>, ascending: boolean) {
  return (one: R, other: R): number => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const ranks =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : collator.compare(ungrouped(String(a)), ungrouped(String(b)))
    return ascending ? ranks : -ranks
  }
}
