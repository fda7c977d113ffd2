// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'

import classes from './data-table.module.css'

/** What can be done with a row, beside reading it. */
interface RowActions<R> {
  /** What the row is called: the buttons are named "Edit NAME" and "Delete NAME". */
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
  /** A press anywhere on a row, for the mouse; a button in the row has to do the same for everybody else. */
  readonly onOpen?: (row: R) => void
  /** While newer rows are on their way the old ones stay, and say so. */
  readonly isStale?: boolean
}

/** With more columns than that, they stand closer together. */
const maxRoomyColumns = 7

/**
 * A back-office table (specification, section 2): sticky head, actions that step forward on hover and stay for keyboard
 * and touch. On phones each row is a card with its headers beside the values. The roles are written out because that
 * layout would take them away.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, actions, onOpen, isStale = false } = props
  const latest = useLatest({ actions, onOpen })
  return (
    // Scrollable regions must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.frame} role="region" aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        aria-busy={isStale}
        data-crowded={columns.length > maxRoomyColumns || undefined}
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
        <tbody role="rowgroup">
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

interface Given<R> {
  readonly actions: RowActions<R> | undefined
  readonly onOpen: ((row: R) => void) | undefined
}

/** What is done with a row, as it was last said: the same functions for good, so that rows need not be rendered again. */
function useLatest<R>(given: Given<R>): RowHandlers<R> {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
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
  /** How wide and how loud it is; plain text unless given. */
  readonly look?: 'name' | 'quiet' | 'narrow' | 'wide'
}

/** What can be done with a row. */
interface RowHandlers<R> {
  onEdit(row: R): void
  onDelete(row: R): void
  onOpen(row: R): void
}

interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly Column<R>[]
  /** Of the row, in the names of its buttons; undefined where it has none. */
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
        if (!isMeantForPart(event)) handlers.onOpen(row)
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

/** Rendered again when its own record changes, and not when another one does or when somebody types beside the table. */
const TableRow = memo(Row) as typeof Row // memo forgets that it works for every kind of row

/** Links and buttons in a row do what they say, and selecting its text opens nothing. */
function isMeantForPart({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = document.getSelection()
  const selects =
    selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(currentTarget)
  return selects || (target instanceof Element && target.closest('a, button, input, label') !== null)
}
