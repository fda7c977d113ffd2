import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { createAccountService } from '@giftwell/shared/auth/account-service.ts'
import type { AuthState } from '@giftwell/shared/auth/auth-machine.ts'
import {
  type CatalogueFilters,
  cleanFilters,
  readFilters,
  sameFilters,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { filterOptionsQuery } from '@giftwell/shared/catalogue/filter-options-query.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { type Backend, createBackend } from '@giftwell/shared/kernel/backend.ts'
import { shareIn } from '@giftwell/shared/kernel/shared-link.ts'
import { shortIdIn, termsRoute } from '@giftwell/shared/kernel/site-routes.ts'
import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'
import type { Platform } from '@giftwell/shared/platform/platform.ts'
import { siteDetailsQuery, termsTextQuery } from '@giftwell/shared/settings/site-queries.ts'
import { createToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import type { QueryClient } from '@tanstack/react-query'

import { clientLogosQuery, featuredProductsQuery, statsQuery } from '../home/home-queries.ts'
import { productQuery } from '../product/use-product.ts'

interface PageServicesOptions {
  readonly config: BackendConfig
  /** The origin that links lead back to, without a slash at the end. */
  readonly origin: string
  /** Who the page is rendered for. */
  readonly auth: AuthState
  /** Answers the page's queries. */
  readonly send: typeof fetch
}

/** The services of a page that is rendered on a server: no browser, no storage, no changes. */
export function createPageServices({ config, origin, auth, send }: PageServicesOptions): AppServices {
  const platform = createPagePlatform(origin)
  const backend = createBackend(config, platform.sessionStorage, { siteOrigin: origin, send })
  const queryClient = createQueryClient()
  // A page whose data cannot be read is sent without it, and the browser fetches it.
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })
  return {
    platform,
    backend,
    // Loads nothing until it is called, which no render does.
    accountService: createAccountService(backend, platform),
    authStore: {
      get: () => auth,
      rendered: () => auth,
      subscribe: () => () => undefined,
      signOut: unavailable,
      onSignOut: () => () => undefined,
      endRecovery: () => undefined,
      readRoleAgain: unavailable,
    },
    queryClient,
    toasts: createToasts(),
  }
}

function createPagePlatform(siteOrigin: string): Platform {
  return {
    sessionStorage: {
      getItem: () => Promise.resolve(null),
      setItem: () => Promise.resolve(),
      removeItem: () => Promise.resolve(),
      keys: () => Promise.resolve([]),
    },
    offlineStorage: null,
    siteOrigin,
    settingsPath: null,
    confirm: unavailable,
    pickImage: unavailable,
    saveFile: unavailable,
    announcesLeads: false,
    announceLeads: () => undefined,
    leadsSeen: () => undefined,
    showUnanswered: () => undefined,
    onSessionChangedElsewhere: () => () => undefined,
  }
}

function unavailable(): Promise<never> {
  return Promise.reject(new Error('Not available while a page is rendered'))
}

/**
 * Reads a page's data for an anonymous visitor.
 * @param search the filters of the address, or the key of a shared link, as a query
 * @throws if a response is missing, since a page is not rendered with half of its data, and for unknown filters,
 * so invented addresses cost nothing
 */
export async function readPageData(
  path: string,
  search: string,
  backend: Backend,
  client: QueryClient,
): Promise<void> {
  const parameters = new URLSearchParams(search)
  const filters = readFilters(parameters)
  const details = client.query(siteDetailsQuery(backend))
  // The footer of every page lists industries.
  const readOptions = readFilterOptions(client, backend, filters)
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
  if (path === termsRoute) {
    await Promise.all([details, readOptions, client.query(termsTextQuery(backend))])
    return
  }
  const product = shortIdIn(path)
  if (product !== null) {
    const query = productQuery(backend, null, product, filters, shareIn(parameters))
    await Promise.all([details, readOptions, client.query(query)])
    return
  }
  const [options] = await Promise.all([readOptions, details])
  if (!sameFilters(filters, cleanFilters(filters, options))) throw new Error(`No such filters: ${search}`)
  await client.infiniteQuery(catalogueQuery(backend, null, filters))
}

/** The options of the filters, without subcategories where no category is chosen (`useFilterOptions`). */
async function readFilterOptions(client: QueryClient, backend: Backend, { category }: CatalogueFilters) {
  const query = filterOptionsQuery(backend)
  const { subcategories, ...options } = await client.query(query)
  return client.setQueryData(query.queryKey, category ? { ...options, subcategories } : options) ?? options
}
