import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { type Cursor, type KeysetOrder, type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import type { PagerProps, ListRows } from './record-list.tsx'
import { sizeParam, useListParams, usePageSize } from './list-views.ts'

interface LongList<R> {
  /** Identifies the list's search, filters and order. */
  readonly listKey: string
  /** The list's sort key. */
  readonly column: KeysetOrder['column']
  readonly page: (position: PagePosition) => UseQueryOptions<readonly R[]>
  /** A separate query, shared by all pages of the list. */
  readonly count: UseQueryOptions<number>
}

/** The rows of the current page, and its pagination. */
export interface ListPage<R> extends ListRows<R> {
  readonly isStale: boolean
  readonly pager: PagerProps
  toFirst(): void
}

/**
 * Paginates a long list; the current rows stay while the next page loads. A page turn requested meanwhile follows
 * once its cursor is known.
 */
export function useListPage<R extends Cursor>({ listKey, column, page, count }: LongList<R>): ListPage<R> {
  const { key } = useLocation()
  const [size, setSize] = usePageSize()
  const pages = usePages(column, size)
  const { position } = pages
  const read = useQuery({ ...page(position), placeholderData: keepPreviousData })
  const counted = useQuery(count)
  const { data: rows, isPlaceholderData: isStale } = read
  const total = counted.data
  const shown = rows?.length ?? 0

  // The last rows of the list were deleted.
  const isBeyondEnd =
    !isStale &&
    shown === 0 &&
    rows !== undefined &&
    position.at !== 'first' &&
    !read.isFetching &&
    !counted.isFetching
  const leaveEnd = useEffectEvent(() => {
    if (position.at === 'last') pages.toFirst()
    else pages.toLast(total ?? 0)
  })
  useEffect(() => {
    if (isBeyondEnd) leaveEnd()
  }, [isBeyondEnd])

  // The list may have changed since its last page was fetched.
  const first = position.at === 'last' && total !== undefined ? Math.max(0, total - shown) : pages.first
  const hasNext = position.at !== 'last' && (total === undefined ? shown === size : first + shown < total)
  const hasPrevious = first > 0

  // Rows of the former page are no cursors of this one.
  const cursors = isStale ? undefined : rows
  /** The entry of the history that a turn has left, and the turns that are queued: forwards, or backwards if negative. */
  const turnedKey = useRef<string>(undefined)
  const queued = useRef({ listKey, turns: 0 })

  function turn(step: number, from: readonly R[]) {
    turnedKey.current = key
    if (step > 0) pages.toNext(from)
    else pages.toPrevious(from)
  }
  const requestTurn = (step: number) => () => {
    const turns = queued.current.listKey === listKey ? queued.current.turns : 0
    if (cursors !== undefined && turnedKey.current !== key) turn(step, cursors)
    else queued.current = { listKey, turns: turns + step }
  }
  const turnQueued = useEffectEvent((from: readonly R[]) => {
    const turns = queued.current.listKey === listKey ? queued.current.turns : 0
    if (turns === 0 || turnedKey.current === key) return
    const step = Math.sign(turns)
    const canTurn = step > 0 ? hasNext : hasPrevious
    queued.current = { listKey, turns: canTurn ? turns - step : 0 }
    if (canTurn) turn(step, from)
  })
  useEffect(() => {
    if (cursors !== undefined) turnQueued(cursors)
  }, [cursors])
  const jump = (go: () => void) => () => {
    queued.current = { listKey, turns: 0 }
    go()
  }

  return {
    rows,
    total,
    isStale,
    error: read.error,
    pager: {
      first,
      shown,
      total,
      size,
      onSize: setSize,
      hasPrevious,
      hasNext,
      onFirst: jump(pages.toFirst),
      onPrevious: requestTurn(-1),
      onNext: requestTurn(1),
      onLast: jump(() => {
        if (total !== undefined) pages.toLast(total)
      }),
    },
    retry() {
      void read.refetch()
      if (counted.isError) void counted.refetch()
    },
    toFirst: pages.toFirst,
  }
}

interface Shown {
  readonly position: PagePosition
  /** Index of the page's first row, from 0. */
  readonly first: number
}

/** The current page of a long list, and navigation. */
export interface Pages extends Shown {
  toFirst(): void
  toNext(rows: readonly Cursor[]): void
  toPrevious(rows: readonly Cursor[]): void
  toLast(total: number): void
}

/**
 * Keyset pagination of one list. The URL has the number of the page and its cursor, so a reload, Back and a shared
 * link restore it.
 */
export function usePages(column: KeysetOrder['column'], size: number): Pages {
  const [params, change] = useListParams()
  const { position, first } = pageIn(params, column, size)

  function show(next: PagePosition, from: number) {
    const page = next.at === 'first' ? undefined : String(Math.floor(from / size) + 1)
    change(
      {
        page,
        size: page === undefined ? (params.get('size') ?? undefined) : sizeParam(size),
        ...positionParams(next, column),
      },
      { replace: true },
    )
  }
  const toFirst = () => show({ at: 'first' }, 0)

  return {
    position,
    first,
    toFirst,
    toNext(rows) {
      const cursor = rows.at(-1)
      if (cursor !== undefined) show({ at: 'after', cursor }, first + rows.length)
    },
    toPrevious([cursor]) {
      if (cursor === undefined || first <= size) toFirst()
      else show({ at: 'before', cursor }, first - size)
    },
    toLast(total) {
      const rest = total % size || size
      if (total <= size) toFirst()
      else show({ at: 'last', size: rest }, total - rest)
    },
  }
}

function positionParams(
  position: PagePosition,
  column: KeysetOrder['column'],
): Readonly<Record<string, string>> {
  if (position.at === 'last') return { last: String(position.size) }
  return 'cursor' in position
    ? { [position.at]: `${position.cursor.id},${position.cursor[column] ?? ''}` }
    : {}
}

const cursorForm = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}),(.{1,200})$/is
const timeForm = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/

/** The first page. A position of the default size has none, so that a prefetched page has the same key. */
export function firstPosition(size: number): PagePosition {
  return { at: 'first', ...ofSize(size) }
}

const ofSize = (size: number) => (size === pageSize ? {} : { size })

/** The page in the URL; the first one where it has none that can be read. */
function pageIn(params: URLSearchParams, column: KeysetOrder['column'], size: number): Shown {
  const page = Number(params.get('page'))
  const start: Shown = { position: firstPosition(size), first: 0 }
  if (!Number.isSafeInteger(page) || page < 2) return start
  const first = (page - 1) * size
  const last = Number(params.get('last'))
  if (Number.isInteger(last) && last >= 1 && last <= size)
    return { position: { at: 'last', size: last }, first }
  const at = params.has('before') ? 'before' : 'after'
  const [, id, value = ''] = cursorForm.exec(params.get(at) ?? '') ?? []
  if (id === undefined || (column === 'created_at' && !timeForm.test(value))) return start
  return { position: { at, cursor: { id, [column]: value }, ...ofSize(size) }, first }
}
