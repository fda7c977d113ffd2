import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import {
  type Cursor,
  inOrder,
  type PageArguments,
  type PagePosition,
  pageArguments,
} from '@giftwell/shared/kernel/keyset.ts'
import { type RestRequest, send } from '@giftwell/shared/kernel/rest-request.ts'
import { listAddress, type ListFilters, pathOf, type Searched, type SetFilters } from './list-address.ts'
import { readParts } from './list-export.ts'
import type { LongList } from './long-list-screen.tsx'

/** The search, the filters and the order of a list; days are those in India. */
export type FoundListing<Filters extends ListFilters, Sorted extends string> = Searched &
  SetFilters<Filters> & { readonly sorted: Sorted; readonly ascending: boolean }

interface Wanted {
  readonly words: string
  readonly filters: Record<string, string>
}

interface FoundListOptions<R, Filters extends ListFilters, Sorted extends string> {
  readonly label: LongList<never, Searched>['label']
  /** Begins the keys of its queries, and is the last part of its path: "orders". */
  readonly name: string
  /** The filters by their parameters, which the database's functions name alike. */
  readonly filters: Filters
  /** What sorts it; the first is the default, from the last to the first. */
  readonly sortable: readonly [Sorted, ...Sorted[]]
  /** Whether the default is from the first to the last. */
  readonly ascending?: boolean
  /** The database's function that reads a page. */
  readonly find: (
    page: Wanted & PageArguments & { readonly sorted: Sorted },
    signal: AbortSignal,
  ) => RestRequest<readonly R[]>
  /** The one that counts. */
  readonly count: (wanted: Wanted, signal: AbortSignal) => RestRequest<number>
}

/** A long list that a function of the database finds, and another one counts. */
export interface FoundList<R extends Cursor, Listing extends Searched> extends Required<
  Omit<LongList<R, Listing>, 'stored' | 'replacesSearch'>
> {
  /** The parameters of its address. */
  readonly params: readonly string[]
  /** The address of the list with these filters. */
  path(shows: Partial<Listing>): string
  /** Reads rows in request order (see `inOrder`), at most `size`. */
  read(
    backend: Backend,
    listing: Listing,
    position: PagePosition,
    options: { readonly size?: number; readonly signal: AbortSignal },
  ): Promise<readonly R[]>
  /** Reads all rows of a listing, for actions on all matching rows. */
  whole(backend: Backend, listing: Listing): UseQueryOptions<readonly R[]>
}

// Buyers and colleagues change what staff read, at any time.
const staleTime = 0

/** Makes such a list. */
export function foundList<R extends Cursor, Filters extends ListFilters, Sorted extends string>({
  label,
  name,
  filters,
  sortable,
  ascending: isUp = false,
  find,
  count,
}: FoundListOptions<R, Filters, Sorted>): FoundList<R, FoundListing<Filters, Sorted>> {
  type Listing = FoundListing<Filters, Sorted>
  const [sorted] = sortable
  const inOrderOf = { sorted, ascending: isUp }
  // No filter is set, whatever their names.
  const every = { search: '', from: '', to: '', ...inOrderOf } as Listing
  const address = listAddress(filters, {
    read(text) {
      const [, column, direction] = /^(.+)-(up|down)$/.exec(text) ?? []
      const found = sortable.find((one) => one === column)
      return found === undefined ? inOrderOf : { sorted: found, ascending: direction === 'up' }
    },
    write: ({ sorted: by, ascending }: Pick<Listing, 'sorted' | 'ascending'>) =>
      by === sorted && ascending === isUp ? undefined : `${by}-${ascending ? 'up' : 'down'}`,
  })

  const read: FoundList<R, Listing>['read'] = (backend, listing, position, { size, signal }) => {
    const { sorted: by, ascending } = listing
    const page = pageArguments({ column: 'sort_key', ascending, idAscending: ascending }, position, size)
    return send(backend, find({ ...wantedBy(listing), sorted: by, ...page }, signal))
  }
  return {
    label,
    address,
    every,
    orderOf: ({ sorted: by, ascending }) => ({ column: 'sort_key', by, ascending }),
    sort: (listing, by, ascending) => ({
      ...listing,
      sorted: sortable.find((one) => one === by) ?? sorted,
      ascending,
    }),
    page: (backend, listing, position) =>
      queryOptions({
        queryKey: [name, 'page', listing, position] as QueryKey,
        staleTime,
        queryFn: async ({ signal }): Promise<readonly R[]> =>
          inOrder(await read(backend, listing, position, { signal }), position),
      }),
    count(backend, listing) {
      const wanted = wantedBy(listing)
      return queryOptions({
        queryKey: [name, 'count', wanted.words, wanted.filters] as QueryKey,
        staleTime,
        queryFn: ({ signal }): Promise<number> => send(backend, count(wanted, signal)),
      })
    },
    params: Object.keys(address.write(every)),
    path: (shows) => pathOf(`/admin/${name}`, address, { ...every, ...shows }),
    read,
    whole: (backend, listing) =>
      queryOptions({
        queryKey: [name, 'whole', listing] as QueryKey,
        staleTime,
        // Rows read for an earlier press may be stale.
        gcTime: 0,
        async queryFn({ signal }): Promise<readonly R[]> {
          const rows: R[] = []
          const parts = readParts<R>((position, options) => read(backend, listing, position, options), signal)
          for await (const part of parts) rows.push(...part)
          return rows
        },
      }),
  }
}

/** The words and the filters of a listing, as the functions of the database take them. */
function wantedBy(listing: Searched & { readonly sorted: string; readonly ascending: boolean }): Wanted {
  const { search, sorted: _sorted, ascending: _up, from, to, ...filters } = listing
  const days = { since: from && startInIndia(from), before: to && startInIndia(to, 1) }
  const set = Object.entries<string | undefined>({ ...filters, ...days })
  return {
    words: search,
    filters: Object.fromEntries(set.flatMap(([key, value]) => (value ? [[key, value]] : []))),
  }
}
