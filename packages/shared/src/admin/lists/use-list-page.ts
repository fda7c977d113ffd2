import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'

import { type Cursor, type PagePlace, pageSize } from '../../data/keyset.ts'
import type { Pager } from './pager.tsx'

interface LongList<R> {
  /** Identifies the list's search, filters and order. */
  readonly listKey: string
  readonly page: (place: PagePlace) => UseQueryOptions<readonly R[]>
  /** A separate query, shared by all pages of the list. */
  readonly count: UseQueryOptions<number>
}

export interface ListPage<R> {
  /** Undefined while the first page loads. */
  readonly rows: readonly R[] | undefined
  /** Number of all rows; undefined while loading. */
  readonly total: number | undefined
  readonly place: PagePlace
  /** Whether the rows are of the former page, while this one loads. */
  readonly isStale: boolean
  readonly error: Error | null
  readonly pager: ComponentProps<typeof Pager>
  retry(): void
  toFirst(): void
}

/** Paginates a long list; the former rows stay while the next page loads. */
export function useListPage<R extends Cursor>({ listKey, page, count }: LongList<R>): ListPage<R> {
  const pages = usePages(listKey)
  const { place } = pages
  const read = useQuery({ ...page(place), placeholderData: keepPreviousData })
  const counted = useQuery(count)
  const { data: rows, isPlaceholderData: isStale } = read
  const total = counted.data
  const shown = rows?.length ?? 0

  // The last rows of the list were deleted.
  const isBeyondEnd = !isStale && rows?.length === 0 && place.at !== 'first'
  if (isBeyondEnd && !read.isFetching && !counted.isFetching) {
    if (place.at === 'last') pages.toFirst()
    else pages.toLast(total ?? 0)
  }

  // The list may have changed since its last page was fetched.
  const first = place.at === 'last' && total !== undefined ? Math.max(0, total - shown) : pages.first
  const hasNext = place.at !== 'last' && (total === undefined ? shown === pageSize : first + shown < total)
  // Placeholder rows are no cursors.
  const withRows = (go: (from: readonly R[]) => void) => () => {
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
      onPrevious: withRows(pages.toPrevious),
      onNext: withRows(pages.toNext),
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

interface Shown {
  readonly place: PagePlace
  /** Index of the page's first row, from 0. */
  readonly first: number
}

const start: Shown = { place: { at: 'first' }, first: 0 }

/** History entries may stem from another version of the app, so validate them. */
const pagesInHistory = z.object({
  listKey: z.string(),
  shown: z.object({
    first: z.int().nonnegative(),
    place: z.discriminatedUnion('at', [
      z.object({ at: z.literal('first') }),
      z.object({
        at: z.enum(['after', 'before']),
        cursor: z.object({
          id: z.guid(),
          created_at: z.string().exactOptional(),
          name: z.string().exactOptional(),
        }),
      }),
      z.object({ at: z.literal('last'), size: z.int().min(1).max(pageSize) }),
    ]),
  }),
})

interface StoredPages {
  readonly listKey: string
  readonly shown: Shown
}

/** The current page of a long list, and navigation. */
export interface Pages extends Shown {
  toFirst(): void
  toNext(rows: readonly Cursor[]): void
  toPrevious(rows: readonly Cursor[]): void
  toLast(total: number): void
}

/**
 * Keyset pagination of one list. When `listKey` changes, the first page is shown. The history entry stores the page, so that
 * a reload or a return restores it.
 */
export function usePages(listKey: string): Pages {
  const { state, search, hash } = useLocation()
  const navigate = useNavigate()
  const [current, setCurrent] = useState<StoredPages>()
  const inHistory = pagesIn(state)
  const shown = [current, inHistory].find((pages) => pages?.listKey === listKey)?.shown ?? start
  const show = (next: Shown) => setCurrent({ listKey, shown: next })

  const store = useEffectEvent((pages: StoredPages) => {
    if (pages.listKey !== listKey) return
    void navigate({ search, hash }, { replace: true, state: { ...Object(state), pages } })
  })
  useEffect(() => {
    if (current !== undefined) store(current)
  }, [current])

  return {
    ...shown,
    toFirst: () => show(start),
    toNext(rows) {
      const last = rows.at(-1)
      if (last === undefined) return
      show({ place: { at: 'after', cursor: cursorOf(last) }, first: shown.first + rows.length })
    },
    toPrevious(rows) {
      const [begin] = rows
      const first = shown.first - pageSize
      show(
        begin === undefined || first <= 0
          ? start
          : { place: { at: 'before', cursor: cursorOf(begin) }, first },
      )
    },
    toLast(total) {
      const size = total % pageSize || pageSize
      show(total <= pageSize ? start : { place: { at: 'last', size }, first: total - size })
    },
  }
}

function pagesIn(state: unknown): StoredPages | undefined {
  return pagesInHistory.safeParse(Object(state).pages).data
}

function cursorOf({ id, created_at, name }: Cursor): Cursor {
  return { id, ...(created_at !== undefined && { created_at }), ...(name !== undefined && { name }) }
}
