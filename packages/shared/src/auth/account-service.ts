import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js'

import { toAppError } from '../data/app-error.ts'
import { type Backend, sessionStorageKey } from '../data/backend.ts'
import type { Database } from '../data/database.types.ts'
import type { Credentials } from '../domain/credentials.ts'
import type { Platform } from '../platform/platform.ts'
import type { AuthChange, AuthSession } from './auth-machine.ts'
import type { AuthPort } from './auth-store.ts'

/** The outcome of asking the service for something: accepted, or refused in the server's words. */
export type Outcome = { readonly accepted: true } | { readonly accepted: false; readonly message: string }

/** Accounts: what the auth store needs, and signing in and up. Failures that are no refusal are thrown. */
export interface AccountService extends AuthPort {
  signIn(credentials: Credentials): Promise<Outcome>
  /** Creates an account; the confirmation e-mail leads back to the given path of the site. */
  signUp(credentials: Credentials, returnPath: `/${string}`): Promise<Outcome>
}

/** What is left of the address when somebody arrives from an e-mail's link. */
export interface Arrival {
  /** The part of the address after `#`, with the `#` or empty. */
  readonly hash: string
}

type Announce = (change: AuthChange, session: AuthSession | null) => void

const legacyTokenKey = 'supabase.auth.token'
const authStoragePrefix = sessionStorageKey
const backendSessionPrefix = 'sb-'

/** Accounts at the backend. The service's client is loaded only when there may be a session, or somebody signs in. */
export function createAccountService(backend: Backend, platform: Platform, arrival: Arrival): AccountService {
  let announce: Announce = () => {}
  let connection: Promise<SupabaseClient<Database>> | undefined

  async function connect(): Promise<SupabaseClient<Database>> {
    const supabase = await backend.loadSupabase()
    const { error } = await supabase.auth.initialize()
    supabase.auth.onAuthStateChange((change, session) => announce(change, session && toAuthSession(session)))
    if (error) throw error
    return supabase
  }

  function connected() {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  return {
    async start(listener) {
      announce = listener
      platform.onSessionChangedElsewhere(sessionStorageKey, () => void connected().catch(() => undefined))
      const mayBeSignedIn =
        /[#&](access_token|error)=/.test(arrival.hash) ||
        (await platform.sessionStorage.getItem(sessionStorageKey)) !== null
      if (!mayBeSignedIn) {
        announce('INITIAL_SESSION', null)
        return { error: null }
      }
      try {
        await connected()
        return { error: null }
      } catch (error) {
        if (isAuthError(error)) return { error: error.message }
        throw error
      }
    },
    async readIsAdmin(userId) {
      const { data, error } = await backend.rest
        .from('profiles')
        .select('is_admin')
        .eq('id', userId)
        .maybeSingle()
      if (error) throw toAppError(error)
      return data?.is_admin ?? false
    },
    async forgetSession() {
      const { sessionStorage } = platform
      for (const key of await sessionStorage.keys()) if (isAuthKey(key)) await sessionStorage.removeItem(key)
    },
    async signOut(session) {
      const supabase = await connected()
      if (session !== null) {
        const { error } = await supabase.auth.admin.signOut(session.accessToken, 'global')
        if (error && !hasEndedAlready(error)) throw error
      }
      await supabase.auth.signOut({ scope: 'local' })
    },
    async signIn(credentials) {
      const { error } = await (await connected()).auth.signInWithPassword(credentials)
      return outcome(error)
    },
    async signUp(credentials, returnPath) {
      const options = { emailRedirectTo: `${platform.siteOrigin}${returnPath}` }
      const { error } = await (await connected()).auth.signUp({ ...credentials, options })
      return outcome(error)
    },
  }
}

/** Every key the specification's sign-out removes: the legacy token, our own, and the backend's default ones. */
export function isAuthKey(key: string): boolean {
  return key === legacyTokenKey || key.startsWith(authStoragePrefix) || key.includes(backendSessionPrefix)
}

function outcome(error: AuthError | null): Outcome {
  if (error === null) return { accepted: true }
  if (error.name === 'AuthRetryableFetchError' || error.status === undefined || error.status >= 500)
    throw error
  return { accepted: false, message: error.message }
}

function hasEndedAlready(error: AuthError): boolean {
  return error.status === 401 || error.status === 403 || error.status === 404
}

function toAuthSession({ user, access_token: accessToken }: Session): AuthSession {
  return { user: { id: user.id, email: user.email ?? '' }, accessToken }
}

function isAuthError(error: unknown): error is AuthError {
  return typeof error === 'object' && error !== null && '__isAuthError' in error
}
