// On phones the cards' CSS removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import type { Column } from './column-head.tsx'
import classes from './data-table.module.css'
import { Checkbox } from '@mantine/core'

/** The actions of a row's controls. */
export interface RowHandlers<R> {
  onEdit(row: R): void
  onDelete(row: R): void
  onDuplicate(row: R): void
  onOpen(row: R): void
  onSelect(id: string, isRange: boolean): void
}

interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly Column<R>[]
  readonly card: ((row: R) => ReactNode) | undefined
  /** The row's name in the labels of its box and buttons; undefined without any. */
  readonly name: string | undefined
  readonly hasActions: boolean
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined
  readonly isDisabled: boolean
  readonly opens: boolean
  readonly opensPage: boolean
  readonly handlers: RowHandlers<R>
}

const rowActions = [
  { verb: 'Edit', icon: IconPencil },
  { verb: 'Duplicate', icon: IconCopy },
  { verb: 'Delete', icon: IconTrash, color: 'brick' },
] as const

function Row<R extends { readonly id: string }>(props: TableRowProps<R>) {
  const { row, columns, card, name, hasActions, isSelected, isDisabled, opens, opensPage, handlers } = props
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
                  aria-haspopup={opensPage ? undefined : 'dialog'}
                  disabled={isDisabled}
                  onClick={() => handlers.onOpen(row)}
                >
                  {content}
                </button>
                {beside !== undefined && <span className={classes.beside}>{beside(row)}</span>}
              </span>
            ) : (
              content
            )}
            {look === 'name' && card?.(row)}
          </td>
        )
      })}
      {hasActions && (
        <td role="cell" data-look="actions">
          <div className={classes.actions}>
            {rowActions.map(({ verb, icon: Icon, ...color }) => (
              <IconButton
                key={verb}
                variant="subtle"
                {...color}
                aria-label={`${verb} ${name}`}
                tip={verb}
                disabled={isDisabled}
                onClick={() => handlers[`on${verb}`](row)}
              >
                <Icon size={18} stroke={1.7} aria-hidden />
              </IconButton>
            ))}
          </div>
        </td>
      )}
    </tr>
  )
}

/** A row of a table, with its box and its actions; rerenders only when its own record changes. */
export const TableRow = memo(Row) as typeof Row // memo loses the type parameter

/** Whether a click is on a control in the row, or selects text. */
function isForPart({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = document.getSelection()
  const selects =
    selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(currentTarget)
  return selects || (target instanceof Element && target.closest('a, button, input, label') !== null)
}

interface SelectBoxProps {
  readonly label: string
  readonly isChecked: boolean
  /** Whether some of its rows are selected. */
  readonly isMixed?: boolean
  readonly onChange: (isRange: boolean) => void
}

/** The box that selects a row or a page: it is pressed wherever its cell is, and with Shift selects a range. */
export function SelectBox({ label, isChecked, isMixed = false, onChange }: SelectBoxProps) {
  return (
    // Checkbox has the control.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={label}
        checked={isChecked}
        indeterminate={isMixed && !isChecked}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
