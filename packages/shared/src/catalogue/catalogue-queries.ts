import { infiniteQueryOptions } from '@tanstack/react-query'

import type { CatalogueFilters, FilterName } from './catalogue-filters.ts'
import type { Backend } from '../kernel/backend.ts'
import { checkShape } from './filter-options-query.ts'
import { send } from '../kernel/rest-request.ts'

/** A product as its catalogue card shows it. */
export interface CatalogueProduct {
  readonly id: string
  readonly name: string
  /** Absolute, or relative to the backend for images of our own bucket. */
  readonly image_url: string | null
  /** In pixels, ascending; null where the image has no sizes. */
  readonly image_widths?: readonly number[] | null
  /** The background while the image loads, as `#rrggbb`. */
  readonly image_colour?: string | null
  readonly video_url: string | null
  readonly budget: string | null
  /** Theme names in alphabetical order. */
  readonly themes: readonly string[]
  /** The key that opens the product by a link for 60 to 90 days (docs/decisions/44). */
  readonly key?: string
}

/** The number of products for each value of each section with the other filters; zero if a value is missing. */
export type FilterCounts = Partial<Record<FilterName, Readonly<Record<string, number>>>>

/** One page of results; `next` asks for the following one and is null on the last. */
export interface CataloguePage {
  readonly total: number
  readonly products: readonly CatalogueProduct[]
  readonly next: string | null
  /** Of the first page. */
  readonly counts?: FilterCounts
  /** For a search: the matched words in their compared form, and those that replace unknown ones. */
  readonly search?: {
    readonly words: readonly string[]
    readonly spelling: Readonly<Record<string, string>>
    /** If no product has all of the words: those used, and those left out. */
    readonly used?: string
    readonly left_out?: readonly string[]
  } | null
}

/** Products asked for at once. */
const pageSize = 48

/**
 * The catalogue under the given filters, page after page (product.md, section 7, Catalogue). `viewer` is the
 * signed-in user's id or null: the server answers anonymous visitors with the preview only.
 */
export function catalogueQuery(backend: Backend, viewer: string | null, filters: CatalogueFilters) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', viewer, filters],
    initialPageParam: null as string | null,
    getNextPageParam: (last: CataloguePage) => last.next,
    queryFn: async ({ pageParam, signal }): Promise<CataloguePage> => {
      const args = await filterArguments(filters)
      const data = await send(backend, (rest) =>
        rest
          .rpc(
            'catalogue_page',
            {
              ...args,
              page_size: pageSize,
              ...(pageParam === null ? { counts: true } : { after: pageParam }),
            },
            { get: true },
          )
          .abortSignal(signal),
      )
      const { counts, ...page } = checkShape<ServedPage>(data, 'products')
      if (!counts) return page
      const { doctor_type: doctorTypes = {}, ...others } = counts
      return { ...page, counts: { ...others, doctorType: doctorTypes } }
    },
  })
}

/**
 * The filters as the catalogue's functions name them. A price in the words is a budget, and a quantity the minimum quantity,
 * unless one is chosen; what finds them is loaded for a search.
 */
export async function filterArguments({
  sort,
  q = '',
  doctorType,
  ...named
}: CatalogueFilters): Promise<Record<string, string>> {
  const said = q === '' ? undefined : (await import('./spoken-price.ts')).spokenFilters(q)
  const words = said?.words ?? q
  const filters = {
    ...named,
    budget: named.budget ?? said?.price?.bands,
    moq: named.moq ?? (said?.quantity && [said.quantity.quantity]),
    doctor_type: doctorType,
  }
  const chosen = Object.entries(filters).flatMap(([name, values]) =>
    values === undefined ? [] : [[name, asArgument(values)]],
  )
  return {
    ...Object.fromEntries(chosen),
    ...(sort !== undefined && { sort }),
    ...(words !== '' && { q: words }),
  }
}

interface ServedPage extends Omit<CataloguePage, 'counts'> {
  readonly counts?: (FilterCounts & { readonly doctor_type?: Readonly<Record<string, number>> }) | null
}

/** A name, or several as the function takes them. */
function asArgument(values: readonly string[]): string {
  const [first = ''] = values
  return values.length === 1 && !first.startsWith('[') ? first : JSON.stringify(values)
}
