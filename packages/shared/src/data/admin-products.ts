import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { inOrder, type KeysetOrder, onPage, pageArguments, type PagePlace } from './keyset.ts'
import { mayRetry } from './query-client.ts'
import { readAll, type Row } from './table.ts'
import { rowsIn } from './readable.ts'

/** A record as others show and choose it. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** A product with the names of its category and subcategory, and with its tags (specification, section 3). */
export interface Product extends Row<'products'> {
  readonly categories: { readonly name: string } | null
  readonly subcategories: { readonly name: string } | null
  readonly product_industry_tags: readonly { readonly industry_tags: Named }[]
  readonly product_doctor_type_tags: readonly { readonly doctor_type_tags: Named }[]
  readonly product_themes: readonly { readonly themes: Named }[]
}

/** What is read of a product: exactly a `Product` (specification, section 7, Admin side). */
export const productColumns = [
  '*',
  'categories(name)',
  'subcategories(name)',
  'product_industry_tags(industry_tags(id, name))',
  'product_doctor_type_tags(doctor_type_tags(id, name))',
  'product_themes(themes(id, name))',
].join(', ')

/** The ways to sort the products; the specification's is `newest`. */
export const productOrders = {
  newest: { column: 'created_at', ascending: false, idAscending: true },
  oldest: { column: 'created_at', ascending: true, idAscending: false },
  'name-up': { column: 'name', ascending: true, idAscending: true },
  'name-down': { column: 'name', ascending: false, idAscending: false },
} satisfies Record<string, KeysetOrder>

/** One of the ways to sort the products. */
export type ProductOrder = keyof typeof productOrders

/** One of the things that products can be narrowed by, as the database's functions name them. */
export type ProductFilter =
  | 'category'
  | 'subcategory'
  | 'industry'
  | 'theme'
  | 'doctor_type'
  | 'budget'
  | 'sample'
  | 'featured'

/** What is asked of products: the id of a record, a budget band, or "yes" or "no". */
export type ProductFilters = Readonly<Partial<Record<ProductFilter, string>>>

/** Which products are listed, and in which order. */
export interface ProductListing {
  /** A part of the name; empty for all. */
  readonly search: string
  readonly order: ProductOrder
  readonly filters: ProductFilters
}

const mostRetries = 3

/** The list's own retries (specification, section 9): three, a second apart, and none after a refusal of the session. */
export const productListRetries = {
  retry: (failedBefore: number, error: Error) => failedBefore < mostRetries && mayRetry(error),
  retryDelay: 1000,
}

/** One page of the products (specification, section 7, Products). */
export function productPageQuery(backend: Backend, listing: ProductListing, place: PagePlace) {
  return queryOptions({
    ...productListRetries,
    queryKey: ['products', 'page', listing, place] as QueryKey,
    queryFn: async ({ signal }): Promise<readonly Product[]> => {
      const { search: words, filters } = listing
      const order = productOrders[listing.order]
      const isWhole = words === '' && Object.keys(filters).length === 0
      const found = isWhole
        ? backend.rest.from('products').select(productColumns)
        : backend.rest
            .rpc('find_products', {
              words,
              filters,
              sorted: order.column,
              ...pageArguments(order, place),
            })
            .select(productColumns)
      const { data, error } = await onPage(found, order, place).abortSignal(signal)
      if (error) throw toAppError(error)
      // What `productColumns` ask for.
      return inOrder(rowsIn(data as unknown as Product[]), place)
    },
  })
}

/** How many products the list has on all of its pages, from what the database keeps of them. */
export function productCountQuery(backend: Backend, { search, filters }: Omit<ProductListing, 'order'>) {
  return queryOptions({
    ...productListRetries,
    queryKey: ['products', 'count', search, filters] as QueryKey,
    queryFn: async ({ signal }): Promise<number> => {
      const { data, error } = await backend.rest
        .rpc('count_products', { words: search, filters })
        .abortSignal(signal)
      if (error) throw toAppError(error)
      if (typeof data !== 'number') throw new AppError('unexpected', 'Counting products gave no number')
      return data
    },
  })
}

/** A subcategory to choose, with the categories that it belongs to. */
export interface SubcategoryChoice extends Named {
  readonly subcategory_categories: readonly { readonly categories: Named }[]
}

/** Subcategories in alphabetical order with their categories, to choose from (specification, section 7, Products). */
export function subcategoryChoicesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['subcategories', 'choices'],
    queryFn: ({ signal }) =>
      readAll<SubcategoryChoice>(
        backend,
        {
          table: 'subcategories',
          select: 'id, name, subcategory_categories(categories(id, name))',
          order: { column: 'name', ascending: true },
        },
        signal,
      ),
  })
}
