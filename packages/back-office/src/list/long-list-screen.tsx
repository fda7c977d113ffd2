import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { UseQueryOptions } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Cursor, KeysetOrder, PagePosition } from '@giftwell/shared/kernel/keyset.ts'
import { below } from '@giftwell/shared/ui/breakpoints.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import { CachedNotice, NeedsConnection, NotCachedNotice, useStored } from './cached-list.tsx'
import type { Column, Sorting } from './column-head.tsx'
import { ExportButton } from './export-button.tsx'
import { SearchField } from './list-card.tsx'
import type { ExportedList } from './list-export.ts'
import { type ListAddress, useListSearchParams } from './list-views.ts'
import { type ListRows, NoneFound, RecordList } from './record-list.tsx'
import { type Selection, SelectionToolbar, useSelection } from './selection-bar.tsx'
import type { StoredList, StoredRows } from './stored-list.ts'
import type { ListLayout } from './use-list-layout.ts'
import { type ListPage, useListPage } from './use-list-page.ts'
import { useWholeList } from './use-whole-list.ts'

/** A long list, read page by page: its address, its queries, and its offline cache. */
export interface LongList<
  R extends Cursor,
  Listing extends { readonly search: string },
  Stored = never,
  Beside extends object = object,
> {
  /** "quotation", "Quotations". */
  readonly label: { readonly one: string; readonly many: string }
  readonly address: ListAddress<Listing>
  /** The listing without a search and filters, in the default order. */
  readonly every: Listing
  readonly orderOf: (listing: Listing) => Pick<KeysetOrder, 'column' | 'ascending'> & {
    /** The `sortedBy` of its column; by default the column. */
    readonly by?: string
  }
  /** Sorts a listing by a column; without it the heads are plain. */
  readonly sort?: (listing: Listing, by: string, ascending: boolean) => Listing
  /** Whether a changed search replaces its entry in the history; otherwise each search has one. */
  readonly replacesSearch?: boolean
  readonly page: (backend: Backend, listing: Listing, position: PagePosition) => UseQueryOptions<readonly R[]>
  /** A separate query, shared by all pages of the list. */
  readonly count: (backend: Backend, listing: Listing) => UseQueryOptions<number>
  /** The newest rows, shown and searched while the server is unreachable. */
  readonly stored?: {
    readonly list: StoredList<Stored, Beside>
    readonly rowOf: (stored: Stored) => R
  }
}

/** The displayed long list. */
export interface ShownList<R extends Cursor, Listing, Stored = unknown> extends ListPage<R> {
  /** The search, filters and order of the address; offline only the search. */
  readonly listing: Listing
  readonly show: (listing: Listing) => void
  readonly search: (text: string) => void
  readonly sorting: Sorting | undefined
  /** Whether a search or a filter hides rows. */
  readonly isNarrowed: boolean
  /** How many parameters of filters are set. */
  readonly filtersInUse: number
  readonly clear: () => void
  readonly selection: Selection
  /** The selected rows, of the pages that were shown. */
  readonly selectedRows: () => readonly R[]
  /** The stored rows, if they are shown because the server is unreachable. */
  readonly stored: StoredRows<Stored> | undefined
  /** All stored rows that match the search, while those are shown. */
  readonly matching: readonly R[] | undefined
}

interface LongListOptions {
  /** Whether its pages can be read yet. */
  readonly enabled?: boolean
  readonly isCounted?: boolean
}

const newestFirst = { column: 'created_at', ascending: false }

/** Reads a long list as its address says; the stored rows while the server is unreachable. */
export function useLongList<
  R extends Cursor,
  Listing extends { readonly search: string },
  Stored = never,
  Beside extends object = object,
>(
  list: LongList<R, Listing, Stored, Beside>,
  { enabled = true, isCounted = enabled }: LongListOptions = {},
): ShownList<R, Listing, Stored> {
  const { address, every, sort } = list
  const backend = useBackend()
  const [inAddress, show] = useListSearchParams(address)
  const stored = useStored(list.stored?.list)
  const isStored = stored !== undefined
  const listing = isStored ? { ...every, search: inAddress.search } : inAddress
  const { column, ascending, by = column } = list.orderOf(listing)

  const read = useListPage<R>({
    listKey: JSON.stringify(inAddress),
    column: list.orderOf(inAddress).column,
    page: (position) => ({ ...list.page(backend, inAddress, position), enabled: enabled && !isStored }),
    count: { ...list.count(backend, inAddress), enabled: isCounted && !isStored },
  })
  const whole = useWholeList<Stored>(
    { data: stored?.rows, error: null, refetch: () => undefined },
    [{ header: 'Text', cell: () => null, value: (row) => list.stored?.list.textOf(row) ?? null }],
    newestFirst,
  )
  const { rowOf } = list.stored ?? {}
  const page: ListPage<R> =
    isStored && rowOf !== undefined
      ? { ...read, ...whole.list, rows: whole.list.rows?.map(rowOf), isStale: false }
      : read

  /** The parameters of a listing, in the default order. */
  const written = (one: Listing) => {
    const order = list.orderOf(every)
    return address.write(sort === undefined ? one : sort(one, order.by ?? order.column, order.ascending))
  }
  const filters = (one: Listing) => JSON.stringify(written(one))
  const unset = written(every)
  const { rows, total } = page
  const selection = useSelection({
    listKey: filters(listing),
    page: rows?.map(({ id }) => id) ?? [],
    total,
  })
  const seen = useRef(new Map<string, R>())
  useEffect(() => {
    for (const row of rows ?? []) seen.current.set(row.id, row)
  }, [rows])

  return {
    ...page,
    listing,
    show,
    search(search) {
      const replace = list.replacesSearch === true && inAddress.search !== '' && search !== ''
      show({ ...inAddress, search }, { replace })
    },
    sorting:
      sort === undefined || isStored
        ? undefined
        : { by, ascending, onSort: (other, isUp) => show(sort(listing, other, isUp)) },
    isNarrowed: filters(listing) !== filters(every),
    filtersInUse: Object.entries(written({ ...listing, search: every.search })).filter(
      ([name, value]) => value !== unset[name],
    ).length,
    clear: () => show(sort === undefined ? every : sort(every, by, ascending)),
    selection,
    selectedRows: () => [...seen.current.values()].filter(({ id }) => selection.has(id)),
    stored,
    matching: isStored && rowOf !== undefined ? whole.matching.map(rowOf) : undefined,
  }
}

/** Reads the rows that are here already, for an export. */
export function readFrom<R extends Cursor>(rows: readonly R[]): ExportedList<R>['read'] {
  return ({ at }) => Promise.resolve(at === 'first' ? rows : [])
}

type RecordListProps<R extends Cursor> = ComponentProps<typeof RecordList<R>>

interface LongListScreenProps<
  R extends Cursor,
  Listing extends { readonly search: string },
  Stored,
  Beside extends object,
> extends Pick<
  RecordListProps<R>,
  'notices' | 'loading' | 'actions' | 'nameOf' | 'onOpen' | 'opensPage' | 'hasTwoLines' | 'card'
> {
  readonly list: LongList<R, Listing, Stored, Beside>
  readonly shown: ShownList<R, Listing>
  /** The title of the screen; without one the list is a part of another screen. */
  readonly title?: string | undefined
  readonly subtitle?: string
  /** Buttons beside the title. */
  readonly head?: ReactNode
  /** By default "All Quotations". */
  readonly heading?: string
  /** The columns, or the layout in which its user has placed them. */
  readonly columns: readonly Column<R>[] | ListLayout<R>
  /** The label of the search field, for example "Search quotations". */
  readonly searchLabel?: string
  /** The fields of the filters; on phones they are behind a button. */
  readonly fields?: ReactNode
  /** The filters that have no field, or what else is beside the search. */
  readonly filters?: ReactNode
  /** Reads the rows to export; without it the screen has its own export. */
  readonly exported?: Pick<ExportedList<R>, 'read' | 'documents' | 'vouchers'> & {
    readonly columns: readonly Column<R>[]
    /** The file's name; by default the list's. */
    readonly label?: LongList<R, Listing>['label']
  }
  /** Replaces the rows' own if they cannot be read. */
  readonly failure?: Pick<ListRows<R>, 'error' | 'retry'> | undefined
  /** Shown where the list has no rows at all. */
  readonly empty: ReactNode
  /** Shown where its search and filters find nothing; by default a button that clears them. */
  readonly noneFound?: ReactNode
  /** What narrows the list, as the button that clears it names it. */
  readonly narrowedBy?: string
  /** The actions on selected rows; without them rows cannot be selected. */
  readonly bulk?: ReactNode
}

/**
 * The screen of a long list (product.md, section 2): title and actions, search, filters, columns and views, export, rows, pager
 * and the toolbar of the selected rows. While the server is unreachable it shows what is stored, and the controls that need the
 * server are disabled. It has no code for a particular list.
 */
export function LongListScreen<
  R extends Cursor,
  Listing extends { readonly search: string },
  Stored,
  Beside extends object,
>(props: LongListScreenProps<R, Listing, Stored, Beside>) {
  const { list, shown, title, columns, exported, failure, bulk, ...rows } = props
  const { subtitle, head, heading, searchLabel, fields, filters, noneFound, narrowedBy, ...table } = rows
  const isOnline = useIsOnline()
  const { many } = list.label
  const { stored, selection } = shown
  const layout = 'placed' in columns ? columns : undefined
  const isOffline = stored !== undefined
  return (
    <>
      {title !== undefined && (
        <ScreenHead title={title} {...(subtitle !== undefined && { subtitle })}>
          {head}
        </ScreenHead>
      )}
      <RecordList
        {...table}
        label={many}
        heading={heading ?? `All ${many}`}
        list={{ ...shown, ...failure }}
        columns={'placed' in columns ? columns.shown : columns}
        {...(layout && { layout })}
        isOffline={isOffline}
        tools={
          <>
            <SearchField
              label={searchLabel ?? `Search ${many.toLowerCase()}`}
              value={shown.listing.search}
              onSearch={shown.search}
            />
            <NeedsConnection isOffline={isOffline}>
              {fields !== undefined && <FoldedFields inUse={shown.filtersInUse}>{fields}</FoldedFields>}
              {filters}
            </NeedsConnection>
            {exported && (
              <ExportButton
                label={exported.label ?? list.label}
                columns={exported.columns}
                read={shown.matching === undefined ? exported.read : readFrom(shown.matching)}
                // They are read from the server.
                {...(exported.documents && !isOffline && { documents: exported.documents })}
                {...(exported.vouchers && !isOffline && { vouchers: exported.vouchers })}
                total={shown.total}
              />
            )}
          </>
        }
        notices={
          <>
            <CachedNotice readAt={stored?.readAt}>
              {stored?.isWhole === false && (
                <span>
                  Only the newest {stored.rows.length.toLocaleString()} {many.toLowerCase()} are stored.
                </span>
              )}
              <span>Filters and sorting need a connection.</span>
            </CachedNotice>
            {props.notices}
          </>
        }
        empty={
          shown.isNarrowed
            ? (noneFound ?? (
                <NoneFound
                  many={many.toLowerCase()}
                  {...(narrowedBy !== undefined && { by: narrowedBy })}
                  onClear={shown.clear}
                />
              ))
            : props.empty
        }
        {...(shown.sorting && { sorting: shown.sorting })}
        {...(bulk !== undefined && isOnline && { selection })}
      >
        {bulk !== undefined && (
          <SelectionToolbar label={`Selected ${many.toLowerCase()}`} selection={selection}>
            {bulk}
          </SelectionToolbar>
        )}
      </RecordList>
      {list.stored && <NotCachedNotice many={many} />}
    </>
  )
}

interface FoldedFieldsProps {
  /** How many filters are set. */
  readonly inUse: number
  readonly children: ReactNode
}

/** The fields of the filters, which would push the rows off a phone's screen. */
function FoldedFields({ inUse, children }: FoldedFieldsProps) {
  const isPhone = useMediaQuery(below('sm'), undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isPhone && (
        <Button
          variant={inUse > 0 ? 'light' : 'default'}
          size="sm"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {inUse === 0 ? 'Filters' : `Filters (${inUse})`}
        </Button>
      )}
      {(!isPhone || isOpen) && children}
    </>
  )
}
