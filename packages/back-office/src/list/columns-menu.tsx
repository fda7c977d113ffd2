import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'

import { isName, type PlacedColumn, type ListLayout } from './use-list-layout.ts'
import classes from './columns-menu.module.css'
import { MovableItem } from '../record/movable-item.tsx'

interface ColumnsMenuProps<R> {
  readonly layout: Pick<ListLayout<R>, 'placed' | 'arrange' | 'isOwn' | 'reset'>
}

/** Chooses and orders the columns of a list: by boxes, by dragging, and by buttons, which say the new position. */
export function ColumnsMenu<R>({ layout: { placed, arrange, isOwn, reset } }: ColumnsMenuProps<R>) {
  const [dragged, setDragged] = useState<string>()
  /** The order while one is being dragged. */
  const [draft, setDraft] = useState<readonly PlacedColumn<R>[]>()
  const [announcement, announce] = useState('')
  const inOrder = draft ?? placed

  const moved = (one: PlacedColumn<R>, to: number) =>
    inOrder.filter((other) => other !== one).toSpliced(to, 0, one)
  function move(one: PlacedColumn<R>, to: number) {
    if (to < 0 || to >= placed.length) return
    arrange(moved(one, to))
    announce(`${one.column.header} is column ${to + 1} of ${placed.length}.`)
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
      onClose={() => announce('')}
    >
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} miw={270} p="8px 0 12px">
        <ol className={classes.list} aria-label="Columns in their order">
          {inOrder.map((one, at) => {
            const { header } = one.column
            return (
              <MovableItem
                key={header}
                name={header}
                isDragged={dragged === header}
                onDragStart={() => setDragged(header)}
                onDragOver={() => {
                  const other = inOrder.find(({ column }) => column.header === dragged)
                  if (other !== undefined && other !== one) setDraft(moved(other, at))
                  return other !== undefined
                }}
                onDrop={() => draft && arrange(draft)}
                onDragEnd={() => {
                  setDragged(undefined)
                  setDraft(undefined)
                }}
                onMove={(by) => move(one, at + by)}
              >
                <Checkbox
                  flex={1}
                  miw={0}
                  pl={4}
                  size="sm"
                  label={header}
                  checked={one.isShown}
                  disabled={isName(one.column)}
                  onChange={({ currentTarget: { checked } }) =>
                    arrange(placed.map((other) => (other === one ? { ...one, isShown: checked } : other)))
                  }
                />
              </MovableItem>
            )
          })}
        </ol>
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          mx={12}
          aria-disabled={!isOwn}
          data-disabled={!isOwn}
          onClick={() => {
            if (!isOwn) return
            reset()
            announce('The columns are back to their defaults.')
          }}
        >
          Reset columns
        </Button>
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
