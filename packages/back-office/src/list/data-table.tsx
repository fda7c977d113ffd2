// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react'

import { below } from '@giftwell/shared/ui/breakpoints.ts'
import { useKeys } from '../screen/use-keys.ts'
import { type Column, ColumnHead, type Sorting } from './column-head.tsx'
import { isName, type ListLayout } from './use-list-layout.ts'
import classes from './data-table.module.css'
import { useListView } from './list-views.ts'
import { SelectBox, type RowHandlers, TableRow } from './table-row.tsx'
import type { Selection } from './selection-bar.tsx'
import { focusElement, setFocusSuccessor } from '@giftwell/shared/ui/focus-element.ts'

interface RowActions<R> {
  /** The name in the labels "Edit NAME" and "Delete NAME". */
  readonly nameOf: (row: R) => string
  readonly onEdit: (row: R) => void
  readonly onDelete: (row: R) => void
  /** Opens a new record that is like this one. */
  readonly onDuplicate: (row: R) => void
  readonly disabled?: boolean
}

interface DataTableProps<R> {
  /** The table's name for assistive technology. */
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly actions?: RowActions<R>
  /** With it, rows can be selected. */
  readonly selection?: Selection
  /** The name in the label "Select NAME"; by default that of the actions. */
  readonly nameOf?: (row: R) => string
  /** Whether a row opens as a page; by default as a dialog. */
  readonly opensPage?: boolean
  /** Whether cells hold two lines, which makes rows higher. */
  readonly hasTwoLines?: boolean
  /** Called on a click on the row, and on the button that its name is then; by default edits it. */
  readonly onOpen?: (row: R) => void
  readonly sorting?: Sorting
  /** With it, columns can be sized. */
  readonly layout?: Pick<ListLayout<R>, 'isOwn' | 'isSized' | 'resize'>
  /** On phones shown under the name, instead of all other columns but pictures, unless the user has chosen columns. */
  readonly card?: (row: R) => ReactNode
  /** Whether newer rows are loading. */
  readonly isStale?: boolean
}

/** More columns than this get less padding. */
const maxWideColumns = 7

/**
 * A back-office table (product.md, section 2) with a sticky header, sorted by its heads, and row actions. Rows are 40
 * pixels high, or 56. On phones each row is a card; that layout removes the implicit roles, so they are explicit.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const {
    label,
    columns,
    rows,
    actions,
    selection,
    onOpen = actions?.onEdit,
    nameOf = actions?.nameOf,
  } = props
  const { sorting, layout, card, isStale = false } = props
  const latest = useLatest({ actions, onOpen, onSelect: selection?.toggle })
  const rowFocus = useRowFocus()
  useRowKeys(rowFocus, props, onOpen)
  const [view] = useListView()
  const isPhone = useMediaQuery(below('sm'), undefined, { getInitialValueInEffect: false })
  const cardOnPhone = isPhone && layout?.isOwn !== true ? card : undefined
  const shownColumns = useMemo(() => {
    if (!isPhone) return columns
    // The title of a card is its first line.
    const [names, others] = [columns.filter(isName), columns.filter((column) => !isName(column))]
    return [
      ...names,
      ...(cardOnPhone === undefined ? others : others.filter(({ look }) => look === 'picture')),
    ]
  }, [columns, isPhone, cardOnPhone])
  return (
    // Scrollable regions must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.frame} role="region" aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        aria-busy={isStale}
        data-crowded={columns.length > maxWideColumns || undefined}
        data-rows={view.rows}
        data-lines={props.hasTwoLines === true ? 'two' : undefined}
        data-labelled={(isPhone && card !== undefined && cardOnPhone === undefined) || undefined}
        {...(layout?.isSized === true && sizing(columns, selection !== undefined, actions !== undefined))}
      >
        <thead role="rowgroup">
          <tr role="row">
            {/* No head of a column of product.md. */}
            {selection && (
              <td role="cell" data-look="select">
                <SelectBox
                  label="Select all on this page"
                  isChecked={rows.every(({ id }) => selection.has(id))}
                  isMixed={rows.some(({ id }) => selection.has(id))}
                  onChange={selection.togglePage}
                />
              </td>
            )}
            {shownColumns.map((column) => (
              <ColumnHead key={column.header} column={column} sorting={sorting} onResize={layout?.resize} />
            ))}
            {actions && (
              <th scope="col" role="columnheader" data-look="actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" {...rowFocus.body}>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={shownColumns}
              card={cardOnPhone}
              name={nameOf?.(row)}
              hasActions={actions !== undefined}
              opensPage={props.opensPage === true}
              isSelected={selection?.has(row.id)}
              isDisabled={actions?.disabled ?? false}
              opens={onOpen !== undefined}
              handlers={latest}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Pixels of the columns that no user sizes. */
const fixedWidths = { select: 44, actions: 124 }
/** The minimum width of an unsized column beside sized ones. */
const leastWidth = '96px'

/** The table is as wide as its columns, and at least as wide as the screen if one of them has no width. */
function sizing<R>(columns: readonly Column<R>[], hasBoxes: boolean, hasActions: boolean) {
  const others = (hasBoxes ? fixedWidths.select : 0) + (hasActions ? fixedWidths.actions : 0)
  const widths = columns.map(({ width }) => width ?? leastWidth)
  return {
    'data-sized': columns.every(({ width }) => width !== undefined) ? 'all' : 'some',
    // No property of React's types.
    style: { '--gw-columns': `calc(${[...widths, `${others}px`].join(' + ')})` } as CSSProperties,
  }
}

/** j and k move between the rows; x selects one, Shift+Arrow several, and e edits or opens it. */
function useRowKeys<R extends { readonly id: string }>(
  { current, focus }: ReturnType<typeof useRowFocus>,
  { rows, actions, selection }: Pick<DataTableProps<R>, 'rows' | 'actions' | 'selection'>,
  onOpen: DataTableProps<R>['onOpen'] | undefined,
) {
  const edit = actions?.disabled === true ? undefined : (actions?.onEdit ?? onOpen)
  function move(step: number) {
    const to = current() + step
    if (to >= rows.length || !focus(Math.max(0, to))) return undefined
    return rows[Math.max(0, to)]
  }
  function extend({ shiftKey }: KeyboardEvent, step: number): boolean {
    const from = rows[current()]
    if (!shiftKey || selection === undefined || from === undefined) return false
    const to = move(step)
    selection.choose([from, ...(to === undefined ? [] : [to])].map(({ id }) => id))
    return true
  }
  useKeys({
    j: () => move(1) !== undefined,
    k: () => move(-1) !== undefined,
    x({ shiftKey }) {
      const row = rows[current()]
      if (selection === undefined || row === undefined) return false
      selection.toggle(row.id, shiftKey)
      return true
    },
    e() {
      const row = rows[current()]
      if (edit === undefined || row === undefined) return false
      edit(row)
      return true
    },
    ArrowDown: (event) => extend(event, 1),
    ArrowUp: (event) => extend(event, -1),
  })
}

interface Callbacks<R> {
  readonly actions: RowActions<R> | undefined
  readonly onOpen: ((row: R) => void) | undefined
  readonly onSelect: Selection['toggle'] | undefined
}

/** Stable handlers that call the latest callbacks, so that memoised rows do not rerender. */
function useLatest<R>(callbacks: Callbacks<R>): RowHandlers<R> {
  const latest = useRef(callbacks)
  useLayoutEffect(() => {
    latest.current = callbacks
  })
  return useMemo(
    () => ({
      onEdit: (row) => latest.current.actions?.onEdit(row),
      onDelete: (row) => latest.current.actions?.onDelete(row),
      onDuplicate: (row) => latest.current.actions?.onDuplicate(row),
      onOpen: (row) => latest.current.onOpen?.(row),
      onSelect: (id, isRange) => latest.current.onSelect?.(id, isRange),
    }),
    [],
  )
}

interface FocusedControl {
  readonly control: Element
  /** Index of its row. */
  row: number
  /** Index among the controls of its row. */
  readonly position: number
}

/**
 * Keeps the focus in a table: when the row that has it leaves the list, the same control of the row now in its place gets
 * it, or the screen's heading when the list is empty. Returns the props of the `tbody`, and the current row for keys.
 */
function useRowFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<FocusedControl>(undefined)

  useLayoutEffect(() => {
    const focused = last.current
    if (focused === undefined || body.current === null) return
    const row = focused.control.closest('tr')
    if (row?.isConnected) {
      focused.row = row.sectionRowIndex
      return
    }
    const { rows: left } = body.current
    const successor = controlsOf(left[Math.min(focused.row, left.length - 1)])[focused.position]
    last.current = undefined
    if (successor === undefined) return
    setFocusSuccessor(focused.control, successor)
    last.current = { ...focused, control: successor }
    if (document.activeElement === document.body) focusElement(successor)
  })

  useLayoutEffect(
    () => () => {
      const hadFocus = last.current?.control === document.activeElement
      if (hadFocus) setTimeout(() => focusUnlessElsewhere(document.querySelector('main h1')))
    },
    [],
  )

  return {
    body: {
      ref: body,
      onFocus({ target }: FocusEvent) {
        const row = target.closest('tr')
        if (row === null) return
        last.current = {
          control: target,
          row: row.sectionRowIndex,
          position: controlsOf(row).indexOf(target),
        }
      },
    },
    /** The index of the row that has the focus or had it last; -1 for none. */
    current: () => (last.current?.control.isConnected ? last.current.row : -1),
    /** Focuses the row by its name; false where there is none. */
    focus(index: number): boolean {
      const row = body.current?.rows[index]
      const control = row?.querySelector('td[data-look="name"] button') ?? controlsOf(row)[0]
      if (!(control instanceof HTMLElement)) return false
      control.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
      return true
    },
  }
}

function controlsOf(row: Element | undefined): Element[] {
  return row === undefined ? [] : [...row.querySelectorAll('a, button, input')]
}

function focusUnlessElsewhere(element: Element | null) {
  if (document.activeElement === document.body) focusElement(element)
}
