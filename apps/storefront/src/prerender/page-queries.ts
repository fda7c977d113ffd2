import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { filterOptionsQuery } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { clientLogosQuery, featuredProductsQuery, statsQuery } from '../home/home-queries.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { productQuery } from '../product/product-queries.ts'
import { cleanFilters, readFilters, sameFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { shortIdIn } from '@giftwell/shared/kernel/site-routes.ts'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads what an anonymous visitor sees of a page.
 * @param search the filters of the address, as a query
 * @throws when an answer is missing: such a page is not rendered with half of its data; and for filters that do not
 * exist, so that made-up addresses cost nothing
 */
export async function readPageData(
  path: string,
  search: string,
  backend: Backend,
  client: QueryClient,
): Promise<void> {
  const details = client.query(siteDetailsQuery(backend))
  // The footer of every page lists industries.
  const readOptions = client.query(filterOptionsQuery(backend))
  if (path === '/') {
    await Promise.all([
      details,
      readOptions,
      client.query(statsQuery(backend)),
      client.query(clientLogosQuery(backend)),
      client.query(featuredProductsQuery(backend)),
    ])
    return
  }
  const filters = readFilters(new URLSearchParams(search))
  const product = shortIdIn(path)
  if (product !== null) {
    await Promise.all([details, readOptions, client.query(productQuery(backend, null, product, filters))])
    return
  }
  const [options] = await Promise.all([readOptions, details])
  if (!sameFilters(filters, cleanFilters(filters, options))) throw new Error(`No such filters: ${search}`)
  await client.infiniteQuery(catalogueQuery(backend, null, filters))
}
