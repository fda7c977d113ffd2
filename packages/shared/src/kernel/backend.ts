import { recordOf } from './record-of.ts'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { AsyncKeyValueStore } from '../platform/platform.ts'
import { toAppError } from './app-error.ts'
import type { BackendConfig } from './backend-config.ts'
import { type Connectivity, createConnectivity, noNetwork } from './connectivity.ts'
import type { Database } from './database.types.ts'
import type { DeferredRefresh } from './defer-token-refresh.ts'

/** The storage key of the session, and the prefix of related keys. */
export const sessionStorageKey = 'giftwell-auth'

/** The client of the backend, without a request or a library yet: pages that bring their data need none. */
export interface Backend {
  readonly config: BackendConfig
  readonly connectivity: Connectivity
  /**
   * Tables and functions, with the session's token when a user is signed in; loaded once.
   *
   * @throws AppError when the library cannot be loaded
   */
  loadRest(): Promise<PostgrestClient<Database>>
  /** The complete client, for sign-in and files; loaded once. */
  loadSupabase(): Promise<SupabaseClient<Database>>
}

/** Options that differ between apps. */
export interface BackendOptions {
  /** The origin of the page, for a configuration that names none: the libraries take no relative address. */
  readonly siteOrigin?: string | undefined
  /** Defers token refreshes while offline: `deferTokenRefresh`. */
  readonly deferRefresh?: ((connectivity: Connectivity) => DeferredRefresh) | undefined
  /** `no-store` forbids the browser's unencrypted HTTP cache. */
  readonly cache?: 'no-store' | undefined
  /** Replaces `fetch`. */
  readonly send?: typeof fetch | undefined
}

/** Milliseconds between refreshes of a session, at least. */
const minRefreshMs = 60_000
/** How long before the end of a session the library refreshes it, in seconds. */
const refreshMargin = 90

/** Auth's error codes for the refresh of an ended session, or of a deleted account's. */
const sessionIsOver = new Set([400, 401, 403, 404])

/** Preloads the library for tables and functions. */
export const preloadRest = () => import('@supabase/postgrest-js')

/** Creates the client without a request. */
export function createBackend(
  config: BackendConfig,
  sessionStorage: AsyncKeyValueStore,
  { siteOrigin = '', deferRefresh, cache, send }: BackendOptions = {},
): Backend {
  const api = { ...config, supabaseUrl: config.supabaseUrl || siteOrigin }
  const connectivity = createConnectivity(config, { cache, send })
  const refreshes = deferRefresh?.(connectivity)
  let rest: Promise<PostgrestClient<Database>> | undefined
  let supabase: Promise<SupabaseClient<Database>> | undefined

  function loadSupabase(): Promise<SupabaseClient<Database>> {
    supabase ??= startSupabase(api, sessionStorage, (refreshes ?? connectivity).fetch).catch(
      (error: unknown) => {
        supabase = undefined // retry a failed chunk on the next call
        throw error
      },
    )
    return supabase
  }

  async function accessToken(): Promise<string | undefined> {
    if (supabase === undefined) return undefined
    const { data, error } = await (await supabase).auth.getSession()
    // The session could not be refreshed and goes on: without its token, the answer would be what anonymous visitors get.
    if (error?.name === 'AuthRetryableFetchError') throw noNetwork()
    return data.session?.access_token
  }

  async function fetchAsViewer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers)
    headers.set('apikey', config.supabaseKey)
    const token = await (refreshes?.orOffline(accessToken) ?? accessToken())
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    const response = await connectivity.fetch(input, { ...init, headers })
    if (response.status !== 401 || token === undefined) return response
    const renewed = (await renewSession()) ? await accessToken() : undefined
    if (renewed === undefined) return response
    headers.set('Authorization', `Bearer ${renewed}`)
    return connectivity.fetch(input, { ...init, headers })
  }

  let renewal: Promise<boolean> | undefined
  let renewedAt = 0

  /** Refreshes the session whose token was rejected, at most once a minute. If the server rejects the refresh, the session is removed. */
  function renewSession(): Promise<boolean> {
    if (renewal === undefined || performance.now() - renewedAt > minRefreshMs) {
      renewedAt = performance.now()
      renewal = refreshSession().catch(() => false)
    }
    return renewal
  }

  async function refreshSession(): Promise<boolean> {
    const { auth } = await loadSupabase()
    const { error } = await auth.refreshSession()
    // After a refused refresh the library keeps a session that has not expired by this clock.
    if (error?.status !== undefined && sessionIsOver.has(error.status)) await auth.signOut({ scope: 'local' })
    return error === null
  }

  return {
    config,
    connectivity,
    loadRest() {
      rest ??= startRest(api, fetchAsViewer).catch((error: unknown) => {
        rest = undefined // retry a failed chunk on the next call
        throw toAppError(error)
      })
      return rest
    },
    loadSupabase,
  }
}

async function startRest(
  { supabaseUrl }: BackendConfig,
  fetch: Connectivity['fetch'],
): Promise<PostgrestClient<Database>> {
  const { PostgrestClient } = await preloadRest()
  return new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, { fetch, retry: false })
}

async function startSupabase(
  config: BackendConfig,
  storage: AsyncKeyValueStore,
  fetch: Connectivity['fetch'],
): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js')
  // Without `expires_at` the library counts `expires_in` by this clock. One that is ahead of the server's would refresh the
  // session at each request, and soon be rate limited. So would a session that ends within the library's margin.
  const fetchSession: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const path = new URL(input instanceof Request ? input.url : input, 'http://page').pathname
    if (!response.ok || !/\/auth\/v1\/(token|signup|verify|factors\/.+\/verify)$/.test(path)) return response
    const { expires_at: _, ...session } = recordOf(await response.json())
    const shortest = refreshMargin + minRefreshMs / 1000
    const { expires_in: lasts } = session
    const isShort = typeof lasts === 'number' && lasts < shortest
    const longer = isShort ? { ...session, expires_in: shortest } : session
    return Response.json(longer, { status: response.status, headers: response.headers })
  }
  return createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    // Tokens in an address are never taken over: anyone can send a link with their own.
    auth: { storage, storageKey: sessionStorageKey, detectSessionInUrl: false },
    db: { retry: false }, // the query client retries reads
    global: { fetch: fetchSession },
  })
}
