import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import {
  choosingColumns,
  type ListSettings,
  ownViewsQuery,
  type SavedView,
  savedViewQuery,
  useListParams,
  usePageSize,
} from './list-views.ts'
import { type Column, widthWithin } from './column-head.tsx'

/** The columns of a list as its user has placed them, and its views. */
export interface ListLayout<R> {
  readonly list: string
  /** All columns, in their order. */
  readonly placed: readonly PlacedColumn<R>[]
  /** Those that are shown, with their widths. */
  readonly shown: readonly Column<R>[]
  /** Whether the columns are other than by default. */
  readonly isOwn: boolean
  /** Whether a width was chosen. */
  readonly isSized: boolean
  readonly arrange: (placed: readonly PlacedColumn<R>[]) => void
  /** Changes the width of a column; undefined for its own. */
  readonly resize: (header: string, width: number | undefined) => void
  readonly reset: () => void
  /** The user's own views, by name. */
  readonly views: readonly SavedView[]
  /** The view of the address, also one of another user. */
  readonly view: SavedView | undefined
  readonly isOwnView: boolean
  /** Whether the list shows something else than the view. */
  readonly isChanged: boolean
  /** Why the view of the address cannot be opened. */
  readonly problem: string | undefined
  /** The list's current state. */
  readonly settings: ListSettings
  /** Shows a view; undefined for the list without one. */
  readonly open: (view: SavedView | undefined) => void
  /** Removes the view from the address; the list stays the same. */
  readonly leave: () => void
}

/**
 * The layout of a list. A view is in the address, with everything that it shows: `?view=ID` alone opens it. Without a view
 * the columns are those that the user has chosen, wherever they sign in.
 *
 * @param list the table that the list shows
 * @param names the parameters of the list's search, order and filters
 */
export function useListLayout<R>(
  list: string,
  columns: readonly Column<R>[],
  names: readonly string[],
): ListLayout<R> {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { user } = useAuth()
  const owner = user?.id ?? ''
  const [params, change] = useListParams()
  const [size] = usePageSize()
  const own = useQuery({ ...ownViewsQuery(backend, list, owner), enabled: isOnline && owner !== '' })
  const { mutate: choose } = useMutation(choosingColumns(backend, list, owner))

  const id = params.get('view')
  const views = own.data?.views ?? []
  const ownView = views.find((one) => one.id === id)
  const other = useQuery({
    ...savedViewQuery(backend, list, id ?? ''),
    enabled: isOnline && id !== null && ownView === undefined && own.isFetched,
  })
  const view = id === null ? undefined : (ownView ?? other.data ?? undefined)
  const problem = id === null || view !== undefined ? undefined : problemOf(other)

  const inAddress = params.get('columns')
  const text = inAddress ?? own.data?.columns ?? ''
  const placed = useMemo(() => placeColumns(text, columns), [text, columns])
  const shown = useMemo(
    () =>
      placed
        .filter(({ isShown }) => isShown)
        .map(({ column, width }) => (width === undefined ? column : { ...column, width: `${width}px` })),
    [placed],
  )
  function store(changed: string) {
    if (inAddress === null) choose(changed)
    else change({ columns: changed }, { replace: true, isSamePage: true })
  }
  const arrange = (next: readonly PlacedColumn<R>[]) => store(placesText(next, columns))

  const everyName = [...names, 'size', 'columns']
  const settings = Object.fromEntries([
    ...names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
    ['size', String(size)],
    ['columns', text],
  ]) as ListSettings // of texts
  const differs = (name: string) => (view?.settings[name] ?? '') !== (settings[name] ?? '')
  function open(opened: SavedView | undefined, options?: { readonly replace: boolean }) {
    const shows = everyName.map((name) => [name, opened?.settings[name]])
    change(
      {
        ...Object.fromEntries(shows),
        ...(opened && { columns: opened.settings['columns'] ?? '' }),
        view: opened?.id,
      },
      options,
    )
  }
  const openFirst = useEffectEvent(() => open(view, { replace: true }))
  const isToOpen = view !== undefined && inAddress === null
  useEffect(() => {
    if (isToOpen) openFirst()
  }, [isToOpen])

  return {
    list,
    placed,
    shown,
    isOwn: text !== '',
    isSized: placed.some(({ isShown, width }) => isShown && width !== undefined),
    arrange,
    resize: (header, width) =>
      arrange(placed.map((one) => (one.column.header === header ? { ...one, width } : one))),
    reset: () => store(''),
    views,
    view,
    isOwnView: ownView !== undefined,
    isChanged: view !== undefined && !isToOpen && everyName.some(differs),
    problem,
    settings,
    open,
    leave: () => change({ view: undefined, columns: undefined }, { replace: true, isSamePage: true }),
  }
}

function problemOf({ data, error }: { data: SavedView | null | undefined; error: Error | null }) {
  if (error !== null) return `This view could not be opened: ${error.message}`
  return data === null ? 'This view does not exist: it was deleted, or its address is incomplete.' : undefined
}

/** A column of a list as its user has placed it. */
export interface PlacedColumn<R> {
  readonly column: Column<R>
  readonly isShown: boolean
  /** In pixels; undefined for the column's own width. */
  readonly width: number | undefined
}

/** Whether a column is the record's name, which is always shown. */
export function isName<R>({ look }: Column<R>): boolean {
  return look === 'name'
}

const form = /^(?<hidden>-?)(?<header>.+?)(?:_(?<width>\d{1,4}))?$/

/**
 * The columns as a text such as `Image.Name_240.-Budget` places them: in this order, without those behind a minus, and with
 * these widths. Unknown columns are ignored; those that the text does not have follow the one before them by default.
 */
export function placeColumns<R>(text: string, columns: readonly Column<R>[]): readonly PlacedColumn<R>[] {
  const placed: PlacedColumn<R>[] = []
  const has = (column: Column<R>) => placed.some((one) => one.column === column)
  for (const part of text.split('.')) {
    const { hidden, header, width } = form.exec(part)?.groups ?? {}
    const column = columns.find((one) => one.header === header)
    if (column === undefined || has(column)) continue
    placed.push({
      column,
      isShown: hidden === '' || isName(column),
      width: width === undefined ? undefined : widthWithin(Number(width)),
    })
  }
  for (const [index, column] of columns.entries()) {
    if (has(column)) continue
    const before = placed.findIndex((one) => one.column === columns[index - 1])
    placed.splice(before + 1, 0, { column, isShown: column.isExtra !== true, width: undefined })
  }
  return placed
}

/** The text of the columns as they are placed; empty as they are by default. */
export function placesText<R>(placed: readonly PlacedColumn<R>[], columns: readonly Column<R>[]): string {
  const text = placed
    .map(
      ({ column: { header }, isShown, width }) =>
        `${isShown ? '' : '-'}${header}${width === undefined ? '' : `_${width}`}`,
    )
    .join('.')
  const byDefault = columns.map(({ header, isExtra }) => (isExtra === true ? `-${header}` : header))
  return text === byDefault.join('.') ? '' : text
}
