// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useMediaQuery } from '@mantine/hooks'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import { type Column, ColumnHead, type Sorting } from './column-head.tsx'
import classes from './data-table.module.css'
import { useListView } from './list-view.ts'
import { SelectBox } from './select-box.tsx'
import { useRowFocus } from './use-row-focus.ts'
import type { Selection } from './use-selection.ts'

interface RowActions<R> {
  /** The name in the labels "Edit NAME" and "Delete NAME". */
  readonly nameOf: (row: R) => string
  readonly onEdit: (row: R) => void
  readonly onDelete: (row: R) => void
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
  /** Called on a click on the row, and on the button that its name is then; by default edits it. */
  readonly onOpen?: (row: R) => void
  readonly sorting?: Sorting
  /** On phones shown under the name in place of the other columns but pictures. */
  readonly card?: (row: R) => ReactNode
  /** Whether newer rows are loading. */
  readonly isStale?: boolean
}

/** More columns than this get less padding. */
const maxWideColumns = 7

/**
 * A back-office table (specification, section 2) with a sticky header, sorted by its heads, and row actions. Rows are 40
 * pixels high, or 56. On phones each row is a card; that layout removes the implicit roles, so they are explicit.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, actions, selection, onOpen = actions?.onEdit } = props
  const { sorting, card, isStale = false } = props
  const latest = useLatest({ actions, onOpen, onSelect: selection?.toggle })
  const rowFocus = useRowFocus()
  const [view] = useListView()
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const cardOnPhone = isPhone ? card : undefined
  const shownColumns =
    cardOnPhone === undefined ? columns : columns.filter(({ look }) => look === 'name' || look === 'picture')
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
      >
        <thead role="rowgroup">
          <tr role="row">
            {/* No head of a column of the specification. */}
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
              <ColumnHead key={column.header} column={column} sorting={sorting} />
            ))}
            {actions && (
              <th scope="col" role="columnheader" data-look="actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" {...rowFocus}>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={shownColumns}
              card={cardOnPhone}
              name={actions?.nameOf(row)}
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
      onOpen: (row) => latest.current.onOpen?.(row),
      onSelect: (id, isRange) => latest.current.onSelect?.(id, isRange),
    }),
    [],
  )
}

interface RowHandlers<R> {
  onEdit(row: R): void
  onDelete(row: R): void
  onOpen(row: R): void
  onSelect(id: string, isRange: boolean): void
}

interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly Column<R>[]
  readonly card: ((row: R) => ReactNode) | undefined
  /** The row's name in its button labels; undefined without buttons. */
  readonly name: string | undefined
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined
  readonly isDisabled: boolean
  readonly opens: boolean
  readonly handlers: RowHandlers<R>
}

function Row<R extends { readonly id: string }>(props: TableRowProps<R>) {
  const { row, columns, card, name, isSelected, isDisabled, opens, handlers } = props
  return (
    <tr
      role="row"
      data-opens={opens}
      data-selected={isSelected ? true : undefined}
      onClick={(event) => {
        if (!isDisabled && !isForPart(event)) handlers.onOpen(row)
      }}
    >
      {isSelected !== undefined && (
        <td role="cell" data-look="select">
          <SelectBox
            label={`Select ${name}`}
            isChecked={isSelected}
            onChange={(isRange) => handlers.onSelect(row.id, isRange)}
          />
        </td>
      )}
      {columns.map(({ header, cell, look, beside }) => {
        const content = cell(row)
        return (
          <td
            key={header}
            role="cell"
            data-label={header}
            data-look={look}
            data-empty={content === '-' || undefined}
            title={typeof content === 'string' ? content : undefined}
          >
            {look === 'name' && opens ? (
              <span className={classes.named}>
                <button
                  type="button"
                  className={classes.name}
                  aria-haspopup="dialog"
                  disabled={isDisabled}
                  onClick={() => handlers.onOpen(row)}
                >
                  {content}
                </button>
                {beside?.(row)}
              </span>
            ) : (
              content
            )}
            {look === 'name' && card?.(row)}
          </td>
        )
      })}
      {name !== undefined && (
        <td role="cell" data-look="actions">
          <div className={classes.actions}>
            <IconButton
              variant="subtle"
              aria-label={`Edit ${name}`}
              tip="Edit"
              disabled={isDisabled}
              onClick={() => handlers.onEdit(row)}
            >
              <IconPencil size={18} stroke={1.7} aria-hidden />
            </IconButton>
            <IconButton
              variant="subtle"
              color="brick"
              aria-label={`Delete ${name}`}
              tip="Delete"
              disabled={isDisabled}
              onClick={() => handlers.onDelete(row)}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden />
            </IconButton>
          </div>
        </td>
      )}
    </tr>
  )
}

/** Rerenders only when its own record changes. */
const TableRow = memo(Row) as typeof Row // memo loses the type parameter

/** Whether a click is on a control in the row, or selects text. */
function isForPart({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = document.getSelection()
  const selects =
    selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(currentTarget)
  return selects || (target instanceof Element && target.closest('a, button, input, label') !== null)
}
