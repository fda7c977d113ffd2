import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { type Cursor, type PagePlace, pageSize } from '../../data/keyset.ts'
import type { Pager } from './pager.tsx'
import { usePages } from './use-pages.ts'

interface LongList<R> {
  /** Changes with the list's search, filters and order. */
  readonly listKey: string
  readonly page: (place: PagePlace) => UseQueryOptions<readonly R[]>
  /** Counted in a request of its own, once for a list and not for each of its pages. */
  readonly count: UseQueryOptions<number>
}

/** A page of a long list. */
export interface ListPage<R> {
  /** Undefined until the first ones are there. */
  readonly rows: readonly R[] | undefined
  /** How many rows the whole list has; undefined until they are counted. */
  readonly total: number | undefined
  readonly place: PagePlace
  /** Whether the rows are those of the page before, while this page is on its way. */
  readonly isStale: boolean
  readonly error: Error | null
  readonly pager: ComponentProps<typeof Pager>
  retry(): void
  toFirst(): void
}

/** Shows a long list page by page: the rows before stay until the next ones are there. */
export function useListPage<R extends Cursor>({ listKey, page, count }: LongList<R>): ListPage<R> {
  const pages = usePages(listKey)
  const { place } = pages
  const read = useQuery({ ...page(place), placeholderData: keepPreviousData })
  const counted = useQuery(count)
  const { data: rows, isPlaceholderData: isStale } = read
  const total = counted.data
  const shown = rows?.length ?? 0

  // The last rows of the list were deleted, by whomever.
  const isBeyondEnd = !isStale && rows?.length === 0 && place.at !== 'first'
  if (isBeyondEnd && !read.isFetching && !counted.isFetching) {
    if (place.at === 'last') pages.toFirst()
    else pages.toLast(total ?? 0)
  }

  // The list may have grown or shrunk since its last page was asked for.
  const first = place.at === 'last' && total !== undefined ? Math.max(0, total - shown) : pages.first
  const hasNext = place.at !== 'last' && (total === undefined ? shown === pageSize : first + shown < total)
  /** Rows on their way have no neighbours yet. */
  const fromHere = (go: (from: readonly R[]) => void) => () => {
    if (!isStale && rows !== undefined) go(rows)
  }

  return {
    rows,
    total,
    place,
    isStale,
    error: read.error,
    pager: {
      first,
      shown,
      total,
      hasPrevious: first > 0,
      hasNext,
      onFirst: pages.toFirst,
      onPrevious: fromHere(pages.toPrevious),
      onNext: fromHere(pages.toNext),
      onLast: () => {
        if (total !== undefined) pages.toLast(total)
      },
    },
    retry() {
      void read.refetch()
      if (counted.isError) void counted.refetch()
    },
    toFirst: pages.toFirst,
  }
}
