import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The clients of a site. */
export interface SiteClients {
  readonly publishableKey: string
  /** A client without a stored session. */
  client(): SupabaseClient
  /** A client that is signed in. */
  signedIn(credentials: { readonly email: string; readonly password: string }): Promise<SupabaseClient>
  /** A request without supabase-js: a POST where it has a body, which is sent as JSON. */
  send(path: string, options?: SentRequest): Promise<Response>
}

export interface SentRequest {
  readonly body?: unknown
  readonly method?: string
  /** An access token. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The access token of a client that is signed in. */
export async function tokenOf({ auth }: SupabaseClient): Promise<string> {
  return (await auth.getSession()).data.session?.access_token ?? ''
}

/** The clients of the site at an address. */
export async function clientsOf(url: string): Promise<SiteClients> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const client = (): SupabaseClient =>
    createClient(url, supabaseKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      db: { retry: false },
    })
  return {
    publishableKey: supabaseKey,
    client,
    async signedIn(credentials) {
      const signedIn = client()
      const { error } = await signedIn.auth.signInWithPassword(credentials)
      if (error !== null) throw error
      return signedIn
    },
    send: async (path, { body, method = body === undefined ? 'GET' : 'POST', token, headers } = {}) =>
      fetch(url + path, {
        method,
        headers: {
          apikey: supabaseKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  }
}
