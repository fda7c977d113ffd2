import { ActionIcon } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'

import classes from './pager.module.css'

/** What `Pager` shows, and what its buttons do. */
export interface PagerProps {
  /** The place of the first row shown, from 0. */
  readonly first: number
  /** How many rows are shown. */
  readonly shown: number
  /** How many there are; undefined while they are being counted. */
  readonly total: number | undefined
  readonly onFirst: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onLast: () => void
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** Where one is in a long list, and the ways through it. */
export function Pager(props: PagerProps) {
  const { first, shown, total, hasPrevious, hasNext } = props
  const ways = [
    { name: 'First page', icon: IconChevronLeftPipe, go: props.onFirst, isOpen: hasPrevious },
    { name: 'Previous page', icon: IconChevronLeft, go: props.onPrevious, isOpen: hasPrevious },
    { name: 'Next page', icon: IconChevronRight, go: props.onNext, isOpen: hasNext },
    {
      name: 'Last page',
      icon: IconChevronRightPipe,
      go: props.onLast,
      // Where it begins follows from how many rows there are.
      isOpen: hasNext && total !== undefined,
    },
  ]
  return (
    <nav className={classes.pager} aria-label="Pages">
      <p className={classes.place} role="status">
        {place(first, shown, total)}
      </p>
      {ways.map(({ name, icon: Icon, go, isOpen }) => (
        <ActionIcon key={name} variant="default" aria-label={name} disabled={!isOpen} onClick={go}>
          <Icon size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ))}
    </nav>
  )
}

function place(first: number, shown: number, total: number | undefined): string {
  const rows = `${(first + 1).toLocaleString()}–${(first + shown).toLocaleString()}`
  return total === undefined ? rows : `${rows} of ${total.toLocaleString()}`
}
