import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'

import { type Cursor, type PagePlace, pageSize } from '../../data/keyset.ts'
import type { Pager } from './pager.tsx'

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

interface Shown {
  readonly place: PagePlace
  /** The place of the page's first row in the list, from 0. */
  readonly first: number
}

const start: Shown = { place: { at: 'first' }, first: 0 }

/** Entries of the history outlive versions of this program: what they hold may be anything. */
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

interface Kept {
  readonly listKey: string
  readonly shown: Shown
}

/** The page of a long list that is shown, and the ways to the others. */
export interface Pages extends Shown {
  toFirst(): void
  toNext(rows: readonly Cursor[]): void
  toPrevious(rows: readonly Cursor[]): void
  toLast(total: number): void
}

/**
 * Pages of one list at a time: when `listKey` (its search, filters and order) changes, the first page is shown. Whoever
 * reloads, or comes back from elsewhere, finds the page where they were: the entry of the browser's history keeps it.
 */
export function usePages(listKey: string): Pages {
  const { state, search, hash } = useLocation()
  const navigate = useNavigate()
  const [kept, setKept] = useState<Kept>()
  const inHistory = keptIn(state)
  const shown = [kept, inHistory].find((pages) => pages?.listKey === listKey)?.shown ?? start
  const show = (next: Shown) => setKept({ listKey, shown: next })

  const keep = useEffectEvent((pages: Kept) => {
    if (pages.listKey !== listKey) return
    void navigate({ search, hash }, { replace: true, state: { ...Object(state), pages } })
  })
  useEffect(() => {
    if (kept !== undefined) keep(kept)
  }, [kept])

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

function keptIn(state: unknown): Kept | undefined {
  return pagesInHistory.safeParse(Object(state).pages).data
}

/** Of a row, what tells its place. */
function cursorOf({ id, created_at, name }: Cursor): Cursor {
  return { id, ...(created_at !== undefined && { created_at }), ...(name !== undefined && { name }) }
}
