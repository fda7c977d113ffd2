// Cards on phones take the elements' own roles away, so each is written out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode } from 'react'

import classes from './data-table.module.css'

/** A column of a back-office table. */
export interface Column<R> {
  readonly header: string
  readonly cell: (row: R) => ReactNode
  /** How wide and how loud it is; plain text unless given. */
  readonly look?: 'name' | 'quiet' | 'narrow' | 'wide'
}

/** What can be done with a row. */
export interface RowHandlers<R> {
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
export const TableRow = memo(Row) as typeof Row // memo forgets that it works for every kind of row

/** Links and buttons in a row do what they say, and selecting its text opens nothing. */
function isMeantForPart({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = document.getSelection()
  const selects =
    selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(currentTarget)
  return selects || (target instanceof Element && target.closest('a, button, input, label') !== null)
}
