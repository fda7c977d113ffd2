import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The clients of a site. */
export interface SiteClients {
  readonly publishableKey: string
  /** A client without a stored session. */
  client(): SupabaseClient
  /** A client that is signed in. */
  signedIn(credentials: { readonly email: string; readonly password: string }): Promise<SupabaseClient>
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
  }
}
