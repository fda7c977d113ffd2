import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import classes from './movable-item.module.css'

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
      <IconButton variant="subtle" aria-label={`Move ${name} up`} tip="Move up" onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton variant="subtle" aria-label={`Move ${name} down`} tip="Move down" onClick={() => onMove(1)}>
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
    <IconButton variant="subtle" color="brick" aria-label={`Remove ${name}`} tip="Remove" onClick={onRemove}>
      <IconTrash size={16} stroke={1.7} aria-hidden />
    </IconButton>
  )
}
