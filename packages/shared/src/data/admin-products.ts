import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { inOrder, type KeysetOrder, onPage, type PagePlace } from './keyset.ts'
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

const narrowedBy = {
  category: { column: 'category_id' },
  subcategory: { column: 'subcategory_id' },
  industry: { link: 'product_industry_tags', column: 'industry_tag_id' },
  theme: { link: 'product_themes', column: 'theme_id' },
  doctor_type: { link: 'product_doctor_type_tags', column: 'doctor_type_tag_id' },
  budget: { column: 'budget' },
  sample: { column: 'is_sample' },
  featured: { column: 'is_featured' },
} satisfies Record<string, { readonly column: string; readonly link?: string }>

/** One of the things that products can be narrowed by. */
export type ProductFilter = keyof typeof narrowedBy

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
      const { select, conditions } = narrowing(listing, productColumns)
      const asked = <Query extends Parameters<typeof onPage>[0] & Narrowed>(query: Query) =>
        onPage(meeting(conditions, query), productOrders[listing.order], place).abortSignal(signal)
      const { search: words } = listing
      const { data, error } = await (words === ''
        ? asked(backend.rest.from('products').select(select))
        : asked(backend.rest.rpc('search_products', { words }).select(select)))
      if (error) throw toAppError(error)
      // What `productColumns` ask for.
      return inOrder(rowsIn(data as unknown as Product[]), place)
    },
  })
}

/** How many products the list has on all of its pages. */
export function productCountQuery(backend: Backend, listing: Omit<ProductListing, 'order'>) {
  return queryOptions({
    ...productListRetries,
    queryKey: ['products', 'count', listing.search, listing.filters] as QueryKey,
    queryFn: async ({ signal }): Promise<number> => {
      const { select, conditions } = narrowing(listing, 'id')
      const { rest } = backend
      const { search: words } = listing
      // A search is a function of the database, whose answers have a body: as small a one as can be.
      const { count, error } = await (
        words === ''
          ? meeting(conditions, rest.from('products').select(select, { head: true, count: 'exact' }))
          : meeting(
              conditions,
              rest.rpc('search_products', { words }, { count: 'exact' }).select(select),
            ).limit(1)
      ).abortSignal(signal)
      // An answer without a body says no more of a failure than that it is one.
      if (error) throw toAppError({ code: error.code, message: error.message || 'Counting products failed' })
      if (count === null) throw new AppError('unexpected', 'Counting products gave no number')
      return count
    },
  })
}

interface Narrowed {
  eq(column: string, value: string): this
  abortSignal(signal: AbortSignal): this
}

interface Condition {
  readonly column: string
  readonly value: string
}

/** What is selected beside these columns, and asked of rows, to meet the filters. */
function narrowing({ filters }: Pick<ProductListing, 'filters'>, columns: string) {
  const select = [columns]
  const conditions = Object.entries(filters).map(([name, value]): Condition => {
    const { column, link }: { column: string; link?: string } = narrowedBy[name as ProductFilter] // their only names
    // Tags are embedded once more, under another name, so that those shown stay whole.
    if (link !== undefined) select.push(`only_${name}:${link}!inner()`)
    return {
      column: link === undefined ? column : `only_${name}.${column}`,
      value: value === 'yes' ? 'true' : value === 'no' ? 'false' : value,
    }
  })
  return { select: select.join(', '), conditions }
}

function meeting<Query extends Narrowed>(conditions: readonly Condition[], query: Query): Query {
  return conditions.reduce((met, { column, value }) => met.eq(column, value), query)
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
