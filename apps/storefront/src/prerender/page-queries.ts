import type { Backend } from '@giftwell/shared/data/backend.ts'
import { catalogueQuery, filterOptionsQuery } from '@giftwell/shared/data/catalogue-queries.ts'
import { clientLogosQuery, featuredProductsQuery, statsQuery } from '@giftwell/shared/data/home-queries.ts'
import type { QueryClient } from '@tanstack/react-query'

import type { RenderedPath } from '../page/rendered-page.ts'

/**
 * Reads what an anonymous visitor sees of a page without any filter.
 * @throws when an answer is missing: such a page is not rendered with half of its data
 */
export async function readPageData(path: RenderedPath, backend: Backend, client: QueryClient): Promise<void> {
  await Promise.all(
    path === '/'
      ? [
          client.query(statsQuery(backend)),
          client.query(clientLogosQuery(backend)),
          client.query(featuredProductsQuery(backend)),
        ]
      : [client.query(filterOptionsQuery(backend)), client.infiniteQuery(catalogueQuery(backend, null, {}))],
  )
}
