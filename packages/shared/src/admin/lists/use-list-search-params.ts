import { useSearchParams } from 'react-router-dom'

/** How a list's search, filters and order stand in the address. */
export interface ListAddress<Listing> {
  /** Reads an address that anybody may have typed: what makes no sense is left out. */
  read(params: URLSearchParams): Listing
  /** Every parameter that the list has; undefined for what is not set. */
  write(listing: Listing): Readonly<Record<string, string | undefined>>
}

/** The list that the address asks for, and a way to ask for another one. */
export type ListSearchParams<Listing> = readonly [
  listing: Listing,
  show: (next: Listing, options?: { readonly replace?: boolean }) => void,
]

/**
 * Keeps what a list shows in the address, so that reload, back and links show the same; other parameters stay. Each
 * `show` is a step that the browser's Back undoes, unless it replaces the last one.
 */
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
