import { useLocation, useSearchParams } from 'react-router-dom'

import { pageSize, pageSizes } from '@giftwell/shared/kernel/keyset.ts'
import { useListView } from './list-views.ts'

/** The parameters of the page of a list. */
const pageParams = ['page', 'after', 'before', 'last'] as const

/** URL parameters; those that are undefined are removed. */
type Changes = Readonly<Record<string, string | undefined>>

/**
 * The parameters of the URL, and a function that changes some: by a new history entry, unless it replaces the current one,
 * and showing the first page, unless it names another or what is on it stays the same.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()

  function change(changes: Changes, { replace = false, isSamePage = false } = {}) {
    setParams(
      (current) => {
        if (!isSamePage) for (const name of pageParams) current.delete(name)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) current.delete(name)
          else current.set(name, value)
        }
        return current
      },
      replace ? { replace, state: state as unknown } : {},
    )
  }
  return [params, change] as const
}

/** Maps a list's search, filters and order to URL parameters. */
export interface ListAddress<Listing> {
  /** Parses the parameters and ignores invalid ones. */
  read(params: URLSearchParams): Listing
  /** Every parameter of the list; undefined if not set. */
  write(listing: Listing): Changes
}

/** The listing in the URL, and a setter. */
export type ListSearchParams<Listing> = readonly [
  listing: Listing,
  show: (next: Listing, options?: { readonly replace?: boolean }) => void,
]

/** Stores a list's search, filters and order in the URL. `show` adds a history entry unless it replaces the current one. */
export function useListSearchParams<Listing>(address: ListAddress<Listing>): ListSearchParams<Listing> {
  const [params, change] = useListParams()
  return [address.read(params), (next, options) => change(address.write(next), options)]
}

/** The number of rows on a page: the URL's, else the user's own. The setter changes both. */
export function usePageSize(): readonly [size: number, setSize: (size: number) => void] {
  const [params, change] = useListParams()
  const [view, setView] = useListView()
  const requested = pageSizes.find((size) => String(size) === params.get('size'))
  // A page in the URL without a number of rows has the default one.
  const size = requested ?? (params.has('page') ? pageSize : view.size)
  return [
    size,
    (next) => {
      setView({ size: next })
      change({ size: sizeParam(next) }, { replace: true })
    },
  ]
}

/** The parameter of a number of rows. */
export function sizeParam(size: number): string | undefined {
  return size === pageSize ? undefined : String(size)
}
