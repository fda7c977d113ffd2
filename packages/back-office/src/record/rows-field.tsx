import { Input, NativeSelect, Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FormRow } from '@giftwell/shared/kernel/entity.ts'
import { useFieldValue } from './fields.tsx'
import classes from './rows-field.module.css'
import { RowButton } from '../screen/buttons.tsx'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'

/** A field of a list's rows. */
interface RowColumn {
  readonly name: string
  readonly label: string
  readonly isShort?: boolean
  readonly inputMode?: 'numeric' | 'decimal'
  /** The options of a select. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Whether it is a colour, which is typed or picked. */
  readonly isColour?: boolean
}

interface RowsFieldProps<Form> {
  readonly form: UseFormReturnType<Form>
  /** The field with the rows. */
  readonly name: keyof Form & string
  readonly label: string
  /** "colour" */
  readonly one: string
  readonly columns: readonly RowColumn[]
  /** A row's name; empty at first. */
  readonly nameOf: (row: FormRow) => string | undefined
  readonly isOrdered?: boolean
  readonly hint?: ReactNode
}

/** A list of a record's form as a small table: rows are added, removed and, where their order matters, moved. */
export function RowsField<Form>(props: RowsFieldProps<Form>) {
  const { form, name, label, one, columns, nameOf, isOrdered = false, hint } = props
  const rows = useFieldValue(form, name) as readonly FormRow[] // a list, as the caller promises
  const root = useRef<HTMLFieldSetElement>(null)
  const error = form.errors[name]

  /** Replaces the rows, and focuses the replacement of the focused control. */
  function change(next: readonly FormRow[], focused: string) {
    flushSync(() => {
      for (const path of Object.keys(form.errors)) {
        if (path === name || path.startsWith(`${name}.`)) form.clearFieldError(path)
      }
      form.setFieldValue(name, next as never, { forceUpdate: false }) // rows of the same field
    })
    root.current?.querySelector<HTMLElement>(focused)?.focus()
  }
  const inRow = (index: number, control: string) => `li:nth-child(${index + 1}) ${control}`

  function move(index: number, by: number) {
    const row = rows[index]
    const to = index + by
    if (row === undefined || to < 0 || to >= rows.length) return
    change(
      rows.toSpliced(index, 1).toSpliced(to, 0, row),
      inRow(to, `[data-button="${by < 0 ? 'up' : 'down'}"]`),
    )
  }

  function remove(index: number) {
    const rest = rows.toSpliced(index, 1)
    const next = Math.min(index, rest.length - 1)
    change(rest, rest.length === 0 ? '[data-add]' : inRow(next, '[data-button="remove"]'))
  }

  return (
    <fieldset
      ref={root}
      tabIndex={-1}
      data-path={name}
      data-refused={error !== undefined}
      className={classes.root}
    >
      <Text component="legend" size="sm" fw={600} p={0}>
        {label}
      </Text>
      {hint}
      <ul>
        {rows.map((row, index) => {
          const number = `${one} ${index + 1}`
          const title = [nameOf(row), number].find(Boolean) ?? number
          return (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity, and hold no state of their own
            <li key={index} className={classes.row}>
              {columns.map((column) => (
                <RowCell
                  key={column.name}
                  form={form}
                  path={`${name}.${index}.${column.name}`}
                  value={row[column.name] ?? ''}
                  of={number}
                  {...column}
                />
              ))}
              <div className={classes.buttons}>
                {isOrdered && <MoveButtons name={title} onMove={(by) => move(index, by)} />}
                <RemoveButton name={title} onRemove={() => remove(index)} />
              </div>
            </li>
          )
        })}
      </ul>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      <RowButton
        label={`Add ${one}`}
        leftSection={<IconPlus size={16} aria-hidden />}
        data-add
        onClick={() =>
          change(
            [...rows, Object.fromEntries(columns.map((column) => [column.name, '']))],
            inRow(rows.length, ':is(input, select)'),
          )
        }
      />
    </fieldset>
  )
}

interface RowCellProps<Form> extends Omit<RowColumn, 'name'> {
  readonly form: UseFormReturnType<Form>
  /** "colours.0.name" */
  readonly path: string
  readonly value: string
  /** "colour 1" */
  readonly of: string
}

/** A field of a row. It is controlled, since rows move. */
export function RowCell<Form>(props: RowCellProps<Form>) {
  const { form, path, value, of, label, isShort = false, inputMode, options, isColour = false } = props
  const { defaultValue: _, ...field } = form.getInputProps(path)
  const shared = {
    ...field,
    value,
    label: (
      <>
        {label} <VisuallyHidden>of {of}</VisuallyHidden>
      </>
    ),
    size: 'md' as const,
    className: isShort ? `${classes.cell} ${classes.short}` : classes.cell,
  }
  if (options !== undefined) {
    return <NativeSelect {...shared} data={[{ value: '', label: 'None' }, ...options]} />
  }
  return (
    <TextInput
      {...shared}
      inputMode={inputMode}
      autoComplete="off"
      {...(isColour && {
        leftSection: (
          <input
            type="color"
            className={classes.swatch}
            aria-label={`Pick the colour of ${of}`}
            value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#ffffff'}
            onChange={field.onChange}
          />
        ),
      })}
    />
  )
}

interface MovableItemProps {
  readonly name: string
  readonly isDragged: boolean
  /** False while a text in it is selected by dragging. */
  readonly isDraggable?: boolean
  /** A line below it. */
  readonly isMarked?: boolean
  readonly onDragStart: () => void
  readonly onDragEnd: () => void
  /** Another item is dragged over this one. Returns false when that is none of the list. */
  readonly onDragOver: () => boolean
  readonly onDrop?: () => void
  /** By -1 up, by 1 down. */
  readonly onMove: (by: number) => void
  readonly children: ReactNode
}

/** An item of a list that is ordered by dragging and by buttons. */
export function MovableItem(props: MovableItemProps) {
  const {
    name,
    isDragged,
    isMarked = false,
    isDraggable = true,
    onDragStart,
    onDragEnd,
    onDragOver,
    onDrop,
    onMove,
    children,
  } = props
  return (
    // Dragging is a shortcut for the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${classes.item} line-below`}
      data-dragged={isDragged || undefined}
      data-marked={isMarked || undefined}
      draggable={isDraggable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDragStart()
      }}
      onDragOver={(event) => {
        if (onDragOver()) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop?.()
      }}
      onDragEnd={onDragEnd}
    >
      <IconGripVertical color="var(--mantine-color-dimmed)" size={16} stroke={1.7} aria-hidden />
      {children}
      <MoveButtons name={name} onMove={onMove} />
    </li>
  )
}

/** The buttons that move an item of a list up and down. */
export function MoveButtons({ name, onMove }: Pick<MovableItemProps, 'name' | 'onMove'>) {
  return (
    <>
      <IconButton
        variant="subtle"
        data-button="up"
        aria-label={`Move ${name} up`}
        tip="Move up"
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton
        variant="subtle"
        data-button="down"
        aria-label={`Move ${name} down`}
        tip="Move down"
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} stroke={1.7} aria-hidden />
      </IconButton>
    </>
  )
}

interface RemoveButtonProps {
  readonly name: string
  readonly onRemove: () => void
}

/** The button that removes an item of a list. */
export function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  return (
    <IconButton
      variant="subtle"
      color="brick"
      data-button="remove"
      aria-label={`Remove ${name}`}
      tip="Remove"
      onClick={onRemove}
    >
      <IconTrash size={16} stroke={1.7} aria-hidden />
    </IconButton>
  )
}
