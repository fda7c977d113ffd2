import { Flex, Group, NativeSelect, Text } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'

import { pageSizes } from '@giftwell/shared/kernel/keyset.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { useListView } from './list-views.ts'
import classes from './pager.module.css'

export interface PagerProps {
  /** Index of the first row, from 0. */
  readonly first: number
  /** Number of rows on the page. */
  readonly shown: number
  /** Number of all rows; undefined while loading. */
  readonly total: number | undefined
  /** Rows on a page. */
  readonly size: number
  readonly onSize: (size: number) => void
  readonly onFirst: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onLast: () => void
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** The position in a list, buttons for its pages, and how its rows are shown. */
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
    // At the left, as toasts are at the right.
    <Group gap="6px 16px" data-several-pages={hasPrevious || hasNext || undefined}>
      <Flex component="nav" align="center" wrap="wrap" gap={6} aria-label="Pages">
        {buttons.map(({ name, icon: Icon, go, isEnabled }) => (
          <IconButton key={name} variant="default" aria-label={name} disabled={!isEnabled} onClick={go}>
            <Icon size={18} stroke={1.7} aria-hidden />
          </IconButton>
        ))}
        <Text c="dimmed" size="sm" miw="8em" ml={8} role={hasPrevious || hasNext ? 'status' : undefined}>
          {rangeText(first, shown, total)}
        </Text>
      </Flex>
      <NativeSelect
        aria-label="Rows per page"
        size="xs"
        value={props.size}
        data={pageSizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
        onChange={({ currentTarget: { value } }) => props.onSize(Number(value))}
      />
      <RowsSwitch />
    </Group>
  )
}

/** Switches between rows of 40 and of 56 pixels, in every list of this browser. */
function RowsSwitch() {
  const [{ rows }, setView] = useListView()
  const isRoomy = rows === 'roomy'
  const Icon = isRoomy ? IconBaselineDensityMedium : IconBaselineDensitySmall
  return (
    <IconButton
      variant="subtle"
      className={classes.rows}
      aria-label="Roomy rows"
      aria-pressed={isRoomy}
      onClick={() => setView({ rows: isRoomy ? 'compact' : 'roomy' })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </IconButton>
  )
}

function rangeText(first: number, shown: number, total: number | undefined): string {
  const rows = `${(first + 1).toLocaleString()}–${(first + shown).toLocaleString()}`
  return total === undefined ? rows : `${rows} of ${total.toLocaleString()}`
}
