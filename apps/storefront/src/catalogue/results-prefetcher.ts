import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { createPrefetcher } from '@giftwell/shared/kernel/prefetcher.ts'
import { type CatalogueFilters, cleanFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { filterOptionsQuery } from '@giftwell/shared/catalogue/filter-options-query.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Prefetches the results that a choice would lead to. */
export interface ResultsPrefetch {
  /** @param change applied to the current filters when the prefetch starts; one per `target` */
  onHover(target: string, change: (current: CatalogueFilters) => CatalogueFilters): void
  onLeave(): void
}

/** The visible results, and their viewer. */
interface Viewing {
  readonly filters: CatalogueFilters
  /** The account's id; null without one. */
  readonly viewer: string | null
  readonly isSessionReady: boolean
}

/** Prefetched requests of a visitor without an account: half of the server's quota for a minute (docs/decisions/01). */
const maxAnonymousPrefetches = 60

/** The prefetcher of results, in a chunk of its own. */
export function createResultsPrefetcher(
  client: QueryClient,
  backend: Backend,
  current: () => Viewing,
): ResultsPrefetch {
  const prefetcher = createPrefetcher(client, backend.connectivity)
  const prefetched = new Set<string>()
  return {
    onHover(target, change) {
      prefetcher.onHover(target, () => {
        const { filters, viewer, isSessionReady } = current()
        if (!isSessionReady) return null
        const options = client.getQueryData(filterOptionsQuery(backend).queryKey)
        const wanted = change(filters)
        const query = catalogueQuery(backend, viewer, options ? cleanFilters(wanted, options) : wanted)
        if (viewer === null && prefetched.add(JSON.stringify(query.queryKey)).size > maxAnonymousPrefetches)
          return null
        return { queryKey: query.queryKey, fetch: () => client.infiniteQuery(query) }
      })
    },
    onLeave: prefetcher.onLeave,
  }
}
