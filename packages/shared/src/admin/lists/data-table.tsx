// Cards on phones take the elements' own roles away, so each is written out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useLayoutEffect, useMemo, useRef } from 'react'

import classes from './data-table.module.css'
import { type Column, type RowHandlers, TableRow } from './table-row.tsx'

/** What can be done with a row, beside reading it. */
export interface RowActions<R> {
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
