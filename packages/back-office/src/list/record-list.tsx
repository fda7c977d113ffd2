import { Button, Flex, Group, NativeSelect, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'

import { ForAdministrators } from '../screen/screen-head.tsx'
import type { Column } from './column-head.tsx'
import { DataTable } from './data-table.tsx'
import { ListCard, ListEmpty, listErrorMessage, ListFailure, ListLoading } from './list-card.tsx'
import type { ListLayout } from './use-list-layout.ts'
import { pageSizes } from '@giftwell/shared/kernel/keyset.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { useListView } from './list-views.ts'
import classes from './list-card.module.css'

/** The rows of a list as far as they are read. */
export interface ListRows<R> {
  /** Undefined while they load, and when they could not be read. */
  readonly rows: readonly R[] | undefined
  /** The number of rows on all pages; undefined while loading. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Absent where all rows are on one page. */
  readonly pager?: PagerProps
  /** Whether newer rows are loading. */
  readonly isStale?: boolean
}

type TableProps<R> = ComponentProps<typeof DataTable<R & { readonly id: string }>>

interface RecordListProps<R> extends Pick<
  TableProps<R>,
  'actions' | 'selection' | 'nameOf' | 'onOpen' | 'opensPage' | 'hasTwoLines' | 'sorting' | 'card'
> {
  /** The table's name, for example "Categories". */
  readonly label: string
  /** For example "All Categories"; the number of rows is added when known. */
  readonly heading: string
  readonly list: ListRows<R>
  readonly columns: readonly Column<R>[]
  /** The columns and views that the user has chosen. */
  readonly layout?: ListLayout<R>
  /** Whether stored rows are shown because the server is unreachable. */
  readonly isOffline?: boolean
  /** Search, filters and export. */
  readonly tools?: ReactNode
  /** Notices above the rows. */
  readonly notices?: ReactNode
  readonly loading?: string
  /** Shown without rows: a message and an action. */
  readonly empty: ReactNode
  /** What follows the rows. */
  readonly children?: ReactNode
}

/** A list of the back office: its card with the tools, its rows or why there are none, and its pager (product.md, section 2). */
export function RecordList<R extends { readonly id: string }>(props: RecordListProps<R>) {
  const { label, heading, list, columns, layout, tools, notices, loading, empty, children, ...others } = props
  const { isOffline = false, ...table } = others
  const { rows, error, pager, isStale = false } = list
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <ListCard
      heading={heading}
      count={list.total}
      tools={tools}
      isOffline={isOffline}
      {...(layout && { layout })}
      foot={hasRows && pager ? <Pager {...pager} /> : undefined}
    >
      {notices}
      {error !== null && (
        <ListFailure onRetry={list.retry}>
          Error loading {label.toLowerCase()}: {listErrorMessage(error)}
        </ListFailure>
      )}
      {error === null && rows === undefined && <ListLoading>{loading}</ListLoading>}
      {rows?.length === 0 && <ListEmpty>{empty}</ListEmpty>}
      {hasRows && (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          isStale={isStale}
          {...(layout && { layout })}
          {...table}
        />
      )}
      {children}
    </ListCard>
  )
}

interface NoneFoundProps {
  readonly many: string
  /** What narrows the list, as the button names it. */
  readonly by?: string
  readonly onClear: () => void
}

/** The list's content if its search and filters find nothing. */
export function NoneFound({ many, by = 'search and filters', onClear }: NoneFoundProps) {
  return (
    <>
      <p>
        No {many} match your {by}.
      </p>
      <Button variant="default" size="sm" onClick={onClear}>
        Clear {by}
      </Button>
    </>
  )
}

/** The empty list of an entity: "No themes yet.", and for administrators a way to start. */
export function NoneYet({ many, onAdd }: { readonly many: string; readonly onAdd: () => void }) {
  return (
    <>
      <p>No {many} yet.</p>
      <ForAdministrators instead={null}>
        <Button variant="default" size="sm" onClick={onAdd}>
          Add the first one
        </Button>
      </ForAdministrators>
    </>
  )
}

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
