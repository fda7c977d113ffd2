import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js'

import { toAppError } from '../data/app-error.ts'
import { type Backend, sessionStorageKey } from '../data/backend.ts'
import type { Database } from '../data/database.types.ts'
import type { Credentials } from '../domain/credentials.ts'
import type { Platform } from '../platform/platform.ts'
import type { AuthChange, AuthSession } from './auth-machine.ts'
import type { AuthPort } from './auth-store.ts'

/** The outcome of asking the service for something: accepted, or refused in the server's words. */
export type Outcome = Accepted | { readonly accepted: false; readonly message: string }

/** The service has done what was asked. */
export interface Accepted {
  readonly accepted: true
  /** Whether a new account is signed in at once, without a confirmation by e-mail. */
  readonly isSignedIn?: boolean
}

/** Accounts: what the auth store needs, and signing in and up. Failures that are no refusal are thrown. */
export interface AccountService extends AuthPort {
  /** @param captchaToken proves that a person asks, here and below, where the site wants that (use-challenge.ts) */
  signIn(credentials: Credentials, captchaToken?: string): Promise<Outcome>
  /** Creates an account; the confirmation e-mail leads back to the given path of the site. */
  signUp(credentials: Credentials, returnPath: `/${string}`, captchaToken?: string): Promise<Outcome>
  /** Sends an e-mail whose link leads back to the given path, where a new password is chosen. */
  requestPasswordReset(email: string, returnPath: `/${string}`, captchaToken?: string): Promise<Outcome>
  /** Changes the password of whoever is signed in. */
  changePassword(password: string): Promise<Outcome>
}

/** What is left of the address when somebody arrives from an e-mail's link. */
export interface Arrival {
  /** The part of the address after `#`, with the `#` or empty. */
  readonly hash: string
  /** Takes that part out of the address: it may hold a token. */
  forget(): void
}

interface Connection {
  readonly supabase: SupabaseClient<Database>
  /** What was wrong with the session, or the e-mail's link, that the client began with. */
  readonly startError: AuthError | null
}

type Announce = (change: AuthChange, session: AuthSession | null) => void

const legacyTokenKey = 'supabase.auth.token'
const authStoragePrefix = sessionStorageKey
const backendSessionPrefix = 'sb-'

/** Accounts at the backend. The service's client is loaded only when there may be a session, or somebody signs in. */
export function createAccountService(backend: Backend, platform: Platform, arrival: Arrival): AccountService {
  const isFromEmail = /[#&](access_token|error)=/.test(arrival.hash)
  let announce: Announce = () => {}
  let connection: Promise<Connection> | undefined

  async function connect(): Promise<Connection> {
    const supabase = await backend.loadSupabase()
    const { error: startError } = await supabase.auth.initialize()
    if (isFromEmail) arrival.forget()
    supabase.auth.onAuthStateChange((change, session) => {
      // Nobody being signed in is no news after a start that failed, and would take its error away.
      const isNoNews = change === 'INITIAL_SESSION' && session === null && startError !== null
      if (!isNoNews) announce(change, session && toAuthSession(session))
    })
    return { supabase, startError }
  }

  function connected(): Promise<Connection> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function auth() {
    return (await connected()).supabase.auth
  }

  return {
    async start(listener) {
      announce = listener
      platform.onSessionChangedElsewhere(sessionStorageKey, () => void connected().catch(() => undefined))
      const mayBeSignedIn = isFromEmail || (await platform.sessionStorage.getItem(sessionStorageKey)) !== null
      if (!mayBeSignedIn) {
        announce('INITIAL_SESSION', null)
        return { error: null }
      }
      const { startError } = await connected()
      return { error: startError?.message ?? null }
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
      const client = await auth()
      if (session !== null) {
        const { error } = await client.admin.signOut(session.accessToken, 'global')
        if (error && !hasEndedAlready(error)) throw error
      }
      await client.signOut({ scope: 'local' })
    },
    async signIn(credentials, captchaToken) {
      const options = captchaToken === undefined ? {} : { captchaToken }
      const { error } = await (await auth()).signInWithPassword({ ...credentials, options })
      return outcome(error)
    },
    async signUp(credentials, returnPath, captchaToken) {
      const emailRedirectTo = `${platform.siteOrigin}${returnPath}`
      const options = { emailRedirectTo, ...(captchaToken !== undefined && { captchaToken }) }
      const { data, error } = await (await auth()).signUp({ ...credentials, options })
      // The library takes any answer for an account.
      if (error === null && typeof data.user?.id !== 'string') throw new Error('The answer names no account')
      return outcome(error, { isSignedIn: data.session !== null })
    },
    async requestPasswordReset(email, returnPath, captchaToken) {
      const redirectTo = `${platform.siteOrigin}${returnPath}`
      const options = { redirectTo, ...(captchaToken !== undefined && { captchaToken }) }
      const { error } = await (await auth()).resetPasswordForEmail(email, options)
      return outcome(error)
    },
    async changePassword(password) {
      const { error } = await (await auth()).updateUser({ password })
      return outcome(error)
    },
  }
}

/** Every key the specification's sign-out removes: the legacy token, our own, and the backend's default ones. */
export function isAuthKey(key: string): boolean {
  return key === legacyTokenKey || key.startsWith(authStoragePrefix) || key.includes(backendSessionPrefix)
}

function outcome(error: AuthError | null, accepted: Omit<Accepted, 'accepted'> = {}): Outcome {
  if (error === null) return { accepted: true, ...accepted }
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
