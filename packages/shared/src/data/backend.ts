import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { AsyncKeyValueStore } from '../platform/platform.ts'
import type { BackendConfig } from './backend-config.ts'
import { type Connectivity, createConnectivity } from './connectivity.ts'
import type { Database } from './database.types.ts'
import type { HeldRenewals } from './held-renewals.ts'

/** The key under which the session is kept, and the beginning of every key that belongs to it. */
export const sessionStorageKey = 'giftwell-auth'

/** The one way to the backend. Tables and functions answer at once; the rest of supabase-js is loaded on first use. */
export interface Backend {
  readonly config: BackendConfig
  /** Whether it can be reached. */
  readonly connectivity: Connectivity
  /** Tables and functions, with the session's token when somebody is signed in. */
  readonly rest: PostgrestClient<Database>
  /** The whole client, for sign-in and files; the same one every time. */
  loadSupabase(): Promise<SupabaseClient<Database>>
}

/** Where an app's way to the backend differs from the website's. */
export interface BackendOptions {
  /** Where a session that cannot be renewed for want of a network stays, until there is one: `holdRenewals`. */
  readonly hold?: ((connectivity: Connectivity) => HeldRenewals) | undefined
  /** Whether the browser keeps answers on the disk, unencrypted, as it sees fit; as usual unless given. */
  readonly cache?: 'no-store' | undefined
  /** What sends requests in place of the browser. */
  readonly send?: typeof fetch | undefined
}

/** Creates the way to the backend; nothing is requested yet. */
export function createBackend(
  config: BackendConfig,
  sessionStorage: AsyncKeyValueStore,
  { hold, cache, send }: BackendOptions = {},
): Backend {
  const connectivity = createConnectivity(config, { cache, send })
  const renewals = hold?.(connectivity)
  let supabase: Promise<SupabaseClient<Database>> | undefined

  async function accessToken(): Promise<string | undefined> {
    if (supabase === undefined) return undefined
    const { data } = await (await supabase).auth.getSession()
    return data.session?.access_token
  }

  async function fetchAsViewer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers)
    headers.set('apikey', config.supabaseKey)
    const token = await (renewals?.orOffline(accessToken) ?? accessToken())
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    return connectivity.fetch(input, { ...init, headers })
  }

  return {
    config,
    connectivity,
    rest: new PostgrestClient<Database>(`${config.supabaseUrl}/rest/v1`, {
      fetch: fetchAsViewer,
      retry: false,
    }),
    loadSupabase() {
      supabase ??= startSupabase(config, sessionStorage, (renewals ?? connectivity).fetch).catch(
        (error: unknown) => {
          supabase = undefined // a chunk that failed to load may load on the next try
          throw error
        },
      )
      return supabase
    },
  }
}

async function startSupabase(
  config: BackendConfig,
  storage: AsyncKeyValueStore,
  fetch: Connectivity['fetch'],
): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    auth: { storage, storageKey: sessionStorageKey, flowType: 'implicit' },
    db: { retry: false }, // reads are retried by the query client alone
    global: { fetch },
  })
}
