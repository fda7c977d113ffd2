import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import {
  inOrder,
  type KeysetOrder,
  onPage,
  pageArguments,
  type PagePosition,
} from '@giftwell/shared/kernel/keyset.ts'
import { mayRetry } from '@giftwell/shared/kernel/query-client.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import { readAll } from '@giftwell/shared/kernel/table.ts'
import { type Named, type Product, productColumns } from '@giftwell/shared/products/products.ts'

/** Products with exactly this name, in any case: at most two, since one may be the product itself. */
export function productsNamedQuery(backend: Backend, name: string) {
  return queryOptions({
    queryKey: ['products', 'named', name] as QueryKey,
    enabled: name !== '',
    queryFn: async ({ signal }): Promise<readonly Named[]> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('products')
          .select('id, name')
          .ilike('name', name.replaceAll(/[\\%_]/g, String.raw`\$&`))
          .limit(2)
          .abortSignal(signal),
      )
      // PostgREST reads `*` as a wildcard, too.
      return rows.filter((product) => product.name.toLowerCase() === name.toLowerCase())
    },
  })
}

/** The sort orders of products; the default is `newest`. */
export const productOrders = {
  newest: { column: 'created_at', ascending: false, idAscending: true },
  oldest: { column: 'created_at', ascending: true, idAscending: false },
  'name-up': { column: 'name', ascending: true, idAscending: true },
  'name-down': { column: 'name', ascending: false, idAscending: false },
} satisfies Record<string, KeysetOrder>

/** An order of the product list. */
export type ProductOrder = keyof typeof productOrders

/** A product filter, as the database's functions name it. */
export type ProductFilter =
  | 'category'
  | 'subcategory'
  | 'industry'
  | 'theme'
  | 'doctor_type'
  | 'budget'
  | 'image'
  | 'video'
  | 'sample'
  | 'featured'
  | 'health'
  /** The id of an import that created or updated them; no control of the list has it. */
  | 'import'
  | keyof typeof productDemand

/** The value of a filter for products that have none of a kind. */
export const noneOfKind = 'none'

/** The values of the filter `health`. */
export const productHealth = {
  draft: 'Drafts',
  hidden_featured: 'Featured, but drafts',
  broken_image: 'Image is missing',
  untagged: 'Without any tag',
  same_name: 'Same name',
  same_image: 'Same picture',
  dead_video: 'Video does not play',
  no_description: 'No description',
  one_picture: 'One picture only',
  no_min_quantity: 'No minimum quantity',
  no_hsn: 'No HSN',
  old_gst_rate: 'GST rate older than a year',
} as const

/** Filters by the figures; their value is "yes". */
export const productDemand = {
  seen_never_asked: 'Seen 100 times, never asked',
  asked_never_quoted: 'Asked, never quoted',
  quoted_declined: 'Quoted and declined',
} as const

/** The value of each filter: a record's id, a budget band, `noneOfKind`, "yes" or "no", or a key of `productHealth`. */
export type ProductFilters = Readonly<Partial<Record<ProductFilter, string>>>

/** Search, filters and order of the product list. */
export interface ProductListing {
  /** Words in the name, the supplier code, the category or the tags, in any order; empty for all. */
  readonly search: string
  readonly order: ProductOrder
  readonly filters: ProductFilters
}

const maxRetries = 3

/** The retries of the product list (product.md, section 9): three, one second apart, none after an auth error. */
export const productListRetries = {
  retry: (failedBefore: number, error: Error) => failedBefore < maxRetries && mayRetry(error),
  retryDelay: 1000,
}

/** Fetches one page of the products, of `size` rows where the position has none. */
export async function readProducts(
  backend: Backend,
  { search: words, filters, order: name }: ProductListing,
  position: PagePosition,
  { size = position.size, signal }: { readonly size?: number | undefined; readonly signal: AbortSignal },
): Promise<readonly Product[]> {
  const order = productOrders[name]
  const sized: PagePosition = size === undefined ? position : { ...position, size }
  const isWhole = words === '' && Object.keys(filters).length === 0
  const rest = await backend.loadRest()
  const found = isWhole
    ? rest.from('products').select(productColumns)
    : rest
        .rpc('find_products', { words, filters, sorted: order.column, ...pageArguments(order, sized) })
        .select(productColumns)
  const { data, error } = await onPage(found, order, sized).abortSignal(signal)
  if (error) throw toAppError(error)
  // The rows have the shape of `productColumns`.
  return inOrder(rowsIn(data as unknown as Product[]), sized)
}

/** One page of the products (product.md, section 7, Products). */
export function productPageQuery(backend: Backend, listing: ProductListing, position: PagePosition) {
  return queryOptions({
    ...productListRetries,
    queryKey: ['products', 'page', listing, position] as QueryKey,
    queryFn: ({ signal }) => readProducts(backend, listing, position, { signal }),
  })
}

/** The total number of products in the list. */
export function productCountQuery(backend: Backend, { search, filters }: Omit<ProductListing, 'order'>) {
  return queryOptions({
    ...productListRetries,
    queryKey: ['products', 'count', search, filters] as QueryKey,
    queryFn: async ({ signal }): Promise<number> => {
      const data = await send(backend, (rest) =>
        rest.rpc('count_products', { words: search, filters }).abortSignal(signal),
      )
      if (data === null) throw new AppError('forbidden', 'Only administrators may count products')
      if (typeof data !== 'number') throw new AppError('unexpected', 'Counting products gave no number')
      return data
    },
  })
}

/** An industry, and whether products for it have doctor types. */
export interface IndustryChoice extends Named {
  readonly has_doctor_types: boolean
}

/** All industries, by name. */
export function industryChoicesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['industry_tags', 'choices'],
    queryFn: ({ signal }) =>
      readAll<IndustryChoice>(
        backend,
        {
          table: 'industry_tags',
          select: 'id, name, has_doctor_types',
          order: { column: 'name', ascending: true },
        },
        signal,
      ),
  })
}

/** A subcategory with its categories. */
export interface SubcategoryChoice extends Named {
  readonly subcategory_categories: readonly { readonly categories: Named }[]
}

/** All subcategories with their categories, by name (product.md, section 7, Products). */
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

/** A single character would match nearly everything. */
export const minSearchCharacters = 2

const maxFound = 8

/** The products that match the text best. */
export function productNamesQuery(backend: Backend, text: string) {
  return queryOptions({
    queryKey: ['products', 'palette', text],
    enabled: text.length >= minSearchCharacters,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest
          .rpc('find_products', { words: text, sorted: 'match', size: maxFound })
          .select('id, name')
          .abortSignal(signal),
      ),
  })
}
