import { ActionIcon } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'

import classes from './pager.module.css'

export interface PagerProps {
  /** Index of the first row, from 0. */
  readonly first: number
  /** Number of rows on the page. */
  readonly shown: number
  /** Number of all rows; undefined while loading. */
  readonly total: number | undefined
  readonly onFirst: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onLast: () => void
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** The position in a long list, and buttons for its pages. */
export function Pager(props: PagerProps) {
  const { first, shown, total, hasPrevious, hasNext } = props
  const buttons = [
    { name: 'First page', icon: IconChevronLeftPipe, go: props.onFirst, isEnabled: hasPrevious },
    { name: 'Previous page', icon: IconChevronLeft, go: props.onPrevious, isEnabled: hasPrevious },
    { name: 'Next page', icon: IconChevronRight, go: props.onNext, isEnabled: hasNext },
    {
      name: 'Last page',
      icon: IconChevronRightPipe,
      go: props.onLast,
      // The size of the last page depends on the total.
      isEnabled: hasNext && total !== undefined,
    },
  ]
  return (
    <nav className={classes.pager} aria-label="Pages">
      <p className={classes.place} role="status">
        {place(first, shown, total)}
      </p>
      {buttons.map(({ name, icon: Icon, go, isEnabled }) => (
        <ActionIcon key={name} variant="default" aria-label={name} disabled={!isEnabled} onClick={go}>
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
