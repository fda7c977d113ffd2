import { dayIn } from './list-filters.tsx'
import type { ListAddress } from './list-views.ts'

/** The filters of a list by the names of their parameters, each parsed: undefined if invalid. */
export type ListFilters = Readonly<Record<string, (text: string) => string | undefined>>

/** The filters that are set. */
export type SetFilters<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]?: ReturnType<Filters[Name]>
}

/** A search, and the days from and to, as `YYYY-MM-DD`; empty for no limit. */
export interface Searched {
  readonly search: string
  readonly from: string
  readonly to: string
}

/** Accepts these values. */
export function oneOf<Value extends string>(...values: readonly Value[]) {
  return (text: string): Value | undefined => values.find((value) => value === text)
}

/** Accepts texts of a form. */
export function formed(form: RegExp) {
  return (text: string): string | undefined => (form.test(text) ? text : undefined)
}

/** Accepts the id of a record, or `none`. */
export const uuidOrNone = formed(/^(?:none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)

/** The order of a list as the parameter `sort`; undefined for the default one. */
interface OrderParam<Order> {
  read(text: string): Order
  write(order: Order): string | undefined
}

/** The address of a list with a search, days, filters and an order. */
export function listAddress<Filters extends ListFilters, Order extends object>(
  filters: Filters,
  order: OrderParam<Order>,
): ListAddress<Searched & Order & SetFilters<Filters>> {
  return {
    read(params) {
      const set = Object.entries(filters).flatMap(([name, parse]) => {
        const value = parse(params.get(name) ?? '')
        return value === undefined ? [] : [[name, value]]
      })
      return {
        search: params.get('search')?.trim() ?? '',
        from: dayIn(params, 'from'),
        to: dayIn(params, 'to'),
        ...order.read(params.get('sort') ?? ''),
        // The parsed value of each filter.
        ...(Object.fromEntries(set) as SetFilters<Filters>),
      }
    },
    write: (listing) => ({
      search: listing.search || undefined,
      from: listing.from || undefined,
      to: listing.to || undefined,
      sort: order.write(listing),
      ...Object.fromEntries(Object.keys(filters).map((name) => [name, listing[name]])),
    }),
  }
}

/** A path with a listing's parameters. */
export function pathOf<Listing>(path: string, address: ListAddress<Listing>, listing: Listing): string {
  const set = Object.entries(address.write(listing)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `${path}?${new URLSearchParams(set).toString()}`
}
