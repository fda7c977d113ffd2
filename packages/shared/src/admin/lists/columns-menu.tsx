import { Button, Checkbox, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import { isName, type PlacedColumn } from './column-places.ts'
import classes from './columns-menu.module.css'
import type { ListLayout } from './use-list-layout.ts'

interface ColumnsMenuProps<R> {
  readonly layout: Pick<ListLayout<R>, 'placed' | 'place' | 'isOwn' | 'reset'>
}

/** Chooses and orders the columns of a list: by boxes, by dragging, and by buttons, which say the new place. */
export function ColumnsMenu<R>({ layout: { placed, place, isOwn, reset } }: ColumnsMenuProps<R>) {
  const [dragged, setDragged] = useState<string>()
  /** The order while one is being dragged. */
  const [draft, setDraft] = useState<readonly PlacedColumn<R>[]>()
  const [said, setSaid] = useState('')
  const inOrder = draft ?? placed

  const moved = (one: PlacedColumn<R>, to: number) =>
    inOrder.filter((other) => other !== one).toSpliced(to, 0, one)
  function move(one: PlacedColumn<R>, to: number) {
    if (to < 0 || to >= placed.length) return
    place(moved(one, to))
    setSaid(`${one.column.header} is column ${to + 1} of ${placed.length}.`)
  }
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      // The page must not scroll to what gets the focus in it.
      floatingStrategy="fixed"
      middlewares={{ flip: true, shift: true, size: true }}
      onClose={() => setSaid('')}
    >
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <ol className={classes.list} aria-label="Columns in their order">
          {inOrder.map((one, at) => {
            const { header } = one.column
            return (
              // Dragging is a shortcut for the buttons.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={header}
                className={classes.item}
                data-dragged={dragged === header || undefined}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', header)
                  setDragged(header)
                }}
                onDragOver={(event) => {
                  const other = inOrder.find(({ column }) => column.header === dragged)
                  if (other === undefined) return
                  event.preventDefault()
                  if (other !== one) setDraft(moved(other, at))
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  if (draft) place(draft)
                }}
                onDragEnd={() => {
                  setDragged(undefined)
                  setDraft(undefined)
                }}
              >
                <IconGripVertical className={classes.grip} size={16} stroke={1.7} aria-hidden />
                <Checkbox
                  className={classes.box}
                  size="sm"
                  label={header}
                  checked={one.isShown}
                  disabled={isName(one.column)}
                  onChange={({ currentTarget: { checked } }) =>
                    place(placed.map((other) => (other === one ? { ...one, isShown: checked } : other)))
                  }
                />
                <IconButton
                  variant="subtle"
                  aria-label={`Move ${header} up`}
                  tip="Move up"
                  onClick={() => move(one, at - 1)}
                >
                  <IconArrowUp size={16} stroke={1.7} aria-hidden />
                </IconButton>
                <IconButton
                  variant="subtle"
                  aria-label={`Move ${header} down`}
                  tip="Move down"
                  onClick={() => move(one, at + 1)}
                >
                  <IconArrowDown size={16} stroke={1.7} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ol>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.reset}
          aria-disabled={!isOwn}
          data-disabled={!isOwn}
          onClick={() => {
            if (!isOwn) return
            reset()
            setSaid('The columns are as they were at first.')
          }}
        >
          Reset columns
        </Button>
        <p role="status" className="visually-hidden">
          {said}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
