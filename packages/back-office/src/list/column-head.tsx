// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles */
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'

import classes from './column-head.module.css'
import { localMoment } from './list-export.ts'

/** A column of a back-office table. */
export interface Column<R> {
  readonly header: string
  /** The cell's content; "-" if empty, which cards leave out. */
  readonly cell: (row: R) => ReactNode
  /** Emphasis; by default plain text. */
  readonly look?: 'name' | 'quiet' | 'picture'
  /** The width in CSS; columns without one share the rest. */
  readonly width?: string
  /** Whether it is hidden until a user chooses it. */
  readonly isExtra?: boolean
  /** Shown beside a name. */
  readonly beside?: (row: R) => ReactNode
  /** The sort key of this column; other heads are plain. */
  readonly sortedBy?: string
  /** The value that a list which is read whole is sorted by and, if it is a text, searched for. */
  readonly value?: (row: R) => string | number | null
  /** The text in an export; by default the value, else the content if it is a text. Null leaves the column out. */
  readonly text?: ((row: R) => string) | null
}

/** The text of a cell, in an export; empty for nothing. */
export function textOf<R>({ text, value, cell }: Column<R>, row: R): string {
  if (text) return text(row)
  if (value !== undefined) return String(value(row) ?? '')
  const shown = cell(row)
  return typeof shown === 'string' && shown !== '-' ? shown : ''
}

/** The order of a list, and how its column heads change it. */
export interface Sorting {
  /** The `sortedBy` of a column. */
  readonly by: string
  readonly ascending: boolean
  readonly onSort: (by: string, ascending: boolean) => void
}

interface ColumnHeadProps<R> {
  readonly column: Column<R>
  readonly sorting: Sorting | undefined
  /** With it, the column can be sized. */
  readonly onResize: ((header: string, width: number | undefined) => void) | undefined
}

/** The head of a column; a button if the list can be sorted by it. */
export function ColumnHead<R>({ column, sorting, onResize }: ColumnHeadProps<R>) {
  const { header, look, width, sortedBy } = column
  const isSorted = sorting !== undefined && sorting.by === sortedBy
  const order = isSorted ? (sorting.ascending ? 'ascending' : 'descending') : 'none'
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[order]
  const canSort = sorting !== undefined && sortedBy !== undefined
  return (
    <th
      scope="col"
      role="columnheader"
      data-look={look}
      style={{ width }}
      // Without the handle.
      aria-label={header}
      aria-sort={canSort ? order : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => sorting.onSort(sortedBy, !isSorted || !sorting.ascending)}
        >
          {header}
          <Icon size={14} stroke={1.9} aria-hidden />
        </button>
      ) : (
        header
      )}
      {onResize && <WidthHandle header={header} onResize={(to) => onResize(header, to)} />}
    </th>
  )
}

/** The limits of a column's width, in pixels. */
const narrowest = 48
const widest = 1200

/** A width within the limits. */
export function widthWithin(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}

interface WidthHandleProps {
  readonly header: string
  /** Undefined for the column's own width. */
  readonly onResize: (width: number | undefined) => void
}

/** Pixels that an arrow key adds or takes away, and with Shift. */
const step = { small: 8, large: 64 }

/** The edge of a column head that sizes the column, by dragging and by arrow keys; a double click or Delete resets it. */
function WidthHandle({ header, onResize }: WidthHandleProps) {
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly from: number; readonly width: number; readonly before: string }>(undefined)
  const head = () => handle.current?.parentElement
  const width = () => head()?.offsetWidth ?? 0
  function announceWidth() {
    handle.current?.setAttribute('aria-valuenow', String(width()))
  }
  useLayoutEffect(announceWidth)

  const widthAt = ({ clientX }: PointerEvent) =>
    drag.current && widthWithin(drag.current.width + clientX - drag.current.from)

  function showWidth(css: string) {
    const cell = head()
    if (cell) cell.style.width = css
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined && event.key !== 'Delete') return
    event.preventDefault()
    const by = event.shiftKey ? step.large : step.small
    onResize(direction === undefined ? undefined : widthWithin(width() + direction * by))
  }
  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={classes.handle}
      onFocus={announceWidth}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: event.clientX, width: width(), before: head()?.style.width ?? '' }
      }}
      onPointerMove={(event) => {
        const dragged = widthAt(event)
        if (dragged !== undefined) showWidth(`${dragged}px`)
      }}
      onPointerUp={(event) => {
        const dragged = widthAt(event)
        const isMoved = drag.current !== undefined && event.clientX !== drag.current.from
        drag.current = undefined
        if (isMoved) onResize(dragged)
      }}
      onPointerCancel={() => {
        if (drag.current) showWidth(drag.current.before)
        drag.current = undefined
      }}
    />
  )
}

/** The Name column (product.md, section 2, Other admin management screens). */
export const nameColumn: Column<{ readonly name: string }> = {
  header: 'Name',
  cell: (row) => row.name,
  look: 'name',
  sortedBy: 'name',
  value: (row) => row.name,
}

/** The Description column; "-" if empty (product.md, section 2, Other admin management screens). */
export const descriptionColumn: Column<{ readonly description: string | null }> = {
  header: 'Description',
  cell: (row) => row.description ?? '-',
  sortedBy: 'description',
  value: (row) => row.description,
}

/** The creation date in the user's locale (product.md, section 2). */
export const createdColumn: Column<{ readonly created_at: string }> = {
  header: 'Created',
  cell: (row) => (
    <time dateTime={row.created_at} title={new Date(row.created_at).toLocaleString()}>
      {new Date(row.created_at).toLocaleDateString()}
    </time>
  ),
  look: 'quiet',
  width: '124px',
  sortedBy: 'created_at',
  value: (row) => Date.parse(row.created_at),
  text: (row) => localMoment(row.created_at),
}
