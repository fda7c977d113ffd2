import { useSearchParams } from 'react-router-dom'

/** Maps a list's search, filters and order to URL parameters. */
export interface ListAddress<Listing> {
  /** Parses the parameters and ignores invalid ones. */
  read(params: URLSearchParams): Listing
  /** Every parameter of the list; undefined if not set. */
  write(listing: Listing): Readonly<Record<string, string | undefined>>
}

/** The listing in the URL, and a setter. */
export type ListSearchParams<Listing> = readonly [
  listing: Listing,
  show: (next: Listing, options?: { readonly replace?: boolean }) => void,
]

/** Stores a list's search, filters and order in the URL. `show` adds a history entry unless it replaces the current one. */
export function useListSearchParams<Listing>(address: ListAddress<Listing>): ListSearchParams<Listing> {
  const [params, setParams] = useSearchParams()
  return [
    address.read(params),
    (next, { replace = false } = {}) => {
      setParams(
        (current) => {
          for (const [name, value] of Object.entries(address.write(next))) {
            if (value === undefined) current.delete(name)
            else current.set(name, value)
          }
          return current
        },
        { replace },
      )
    },
  ]
}
