import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'

import { ForAdministrators } from '../screen/screen-head.tsx'
import type { Column } from './column-head.tsx'
import { DataTable } from './data-table.tsx'
import { ListCard, ListEmpty, listErrorMessage, ListFailure, ListLoading } from './list-card.tsx'
import { Pager, type PagerProps } from './pager.tsx'
import type { ListLayout } from './use-list-layout.ts'

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
  /** Search, filters and export. */
  readonly tools?: ReactNode
  /** Notices above the rows. */
  readonly notices?: ReactNode
  readonly loading?: string
  /** Shown in place of no rows: a sentence and what can be done. */
  readonly empty: ReactNode
  /** What follows the rows. */
  readonly children?: ReactNode
}

/** A list of the back office: its card with the tools, its rows or why there are none, and its pager (product.md, section 2). */
export function RecordList<R extends { readonly id: string }>(props: RecordListProps<R>) {
  const { label, heading, list, columns, layout, tools, notices, loading, empty, children, ...table } = props
  const { rows, error, pager, isStale = false } = list
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <ListCard
      heading={heading}
      count={list.total}
      tools={tools}
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

/** What a list shows where its search and filters find nothing. */
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

/** What an empty list of an entity shows: "No themes yet.", and to administrators how to begin. */
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
