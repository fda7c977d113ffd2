import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { CatalogueFilters, FilterOptions, NamedOption } from '../domain/catalogue-filters.ts'
import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

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
  /** The budget band. */
  readonly budget: string | null
  /** Theme names in alphabetical order. */
  readonly themes: readonly string[]
}

/** One page of results; `next` asks for the following one and is null on the last. */
export interface CataloguePage {
  readonly total: number
  readonly products: readonly CatalogueProduct[]
  readonly next: string | null
}

/** Products asked for at once. */
const pageSize = 48

/**
 * The catalogue under the given filters, page after page (specification, section 7, Catalogue). `viewer` is the
 * signed-in user's id or null: the server answers anonymous visitors with the preview only.
 */
export function catalogueQuery(backend: Backend, viewer: string | null, filters: CatalogueFilters) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', viewer, filters],
    initialPageParam: null as string | null,
    getNextPageParam: (last: CataloguePage) => last.next,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await (
        await backend.loadRest()
      )
        .rpc(
          'catalogue_page',
          { ...askedFilters(filters), page_size: pageSize, ...(pageParam !== null && { after: pageParam }) },
          { get: true },
        )
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return checkShape<CataloguePage>(data, 'products')
    },
  })
}

/** The filters as the catalogue's functions name them. */
export function askedFilters({ doctorType, ...named }: CatalogueFilters) {
  return { ...named, ...(doctorType !== undefined && { doctor_type: doctorType }) }
}

/** Ids say nothing to a visitor, and a page that brings the options along would be a fifth larger by them. */
const nameOnly = ({ name }: NamedOption): NamedOption => ({ name })

interface ServedFilterOptions extends Omit<FilterOptions, 'doctorTypes'> {
  readonly doctor_types: FilterOptions['doctorTypes']
}

/**
 * Everything that can be chosen in the filters, in one request (specification, section 7, Catalogue). Cached while the
 * site is open, until the back office invalidates it.
 */
export function filterOptionsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['filter-options'],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async ({ signal }): Promise<FilterOptions> => {
      const { data, error } = await (
        await backend.loadRest()
      )
        .rpc('catalogue_filters', {}, { get: true })
        .abortSignal(signal)
      if (error) throw toAppError(error)
      const options = checkShape<ServedFilterOptions>(data, 'industries')
      return {
        industries: options.industries.map(nameOnly),
        categories: options.categories.map(({ name, subcategories }) => ({
          name,
          subcategories: subcategories.map(nameOnly),
        })),
        themes: options.themes.map(nameOnly),
        doctorTypes: options.doctor_types.map(nameOnly),
      }
    },
  })
}

/** The functions answer with JSON whose shape the database's tests hold; an answer of something else is refused here. */
function checkShape<Shape>(data: unknown, list: keyof Shape & string): Shape {
  if (!Array.isArray(Object(data)[list]))
    throw new AppError('unexpected', 'The server gave an unreadable answer')
  return data as Shape
}
