// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'

import classes from './data-table.module.css'
import { useRowFocus } from './use-row-focus.ts'

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
  /** Called on a click on the row; a button in the row has to do the same for the keyboard. */
  readonly onOpen?: (row: R) => void
  /** Whether newer rows are loading. */
  readonly isStale?: boolean
}

/** More columns than this get less padding. */
const maxWideColumns = 7

/**
 * A back-office table (specification, section 2) with a sticky header and row actions. On phones each row is a card with
 * the headers beside the values; that layout removes the implicit roles, so they are explicit.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, actions, onOpen, isStale = false } = props
  const latest = useLatest({ actions, onOpen })
  const rowFocus = useRowFocus()
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
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, look }) => (
              <th key={header} scope="col" role="columnheader" data-look={look}>
                {header}
              </th>
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
              columns={columns}
              name={actions?.nameOf(row)}
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
    }),
    [],
  )
}

/** A column of a back-office table. */
export interface Column<R> {
  readonly header: string
  readonly cell: (row: R) => ReactNode
  /** Width and emphasis; by default plain text. */
  readonly look?: 'name' | 'quiet' | 'narrow' | 'wide'
}

interface RowHandlers<R> {
  onEdit(row: R): void
  onDelete(row: R): void
  onOpen(row: R): void
}

interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly Column<R>[]
  /** The row's name in its button labels; undefined without buttons. */
  readonly name: string | undefined
  readonly isDisabled: boolean
  readonly opens: boolean
  readonly handlers: RowHandlers<R>
}

function Row<R>(props: TableRowProps<R>) {
  const { row, columns, name, isDisabled, opens, handlers } = props
  return (
    <tr
      role="row"
      data-opens={opens}
      onClick={(event) => {
        if (!isForPart(event)) handlers.onOpen(row)
      }}
    >
      {columns.map(({ header, cell, look }) => (
        <td key={header} role="cell" data-label={header} data-look={look}>
          {cell(row)}
        </td>
      ))}
      {name !== undefined && (
        <td role="cell" data-look="actions">
          <div className={classes.actions}>
            <ActionIcon
              variant="subtle"
              aria-label={`Edit ${name}`}
              disabled={isDisabled}
              onClick={() => handlers.onEdit(row)}
            >
              <IconPencil size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="brick"
              aria-label={`Delete ${name}`}
              disabled={isDisabled}
              onClick={() => handlers.onDelete(row)}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
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
