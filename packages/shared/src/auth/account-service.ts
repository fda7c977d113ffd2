import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js'

import { toAppError } from '../data/app-error.ts'
import { type Backend, sessionStorageKey } from '../data/backend.ts'
import type { Database } from '../data/database.types.ts'
import type { Credentials } from '../domain/credentials.ts'
import type { Platform } from '../platform/platform.ts'
import type { AuthChange, AuthSession } from './auth-machine.ts'
import type { AuthPort } from './auth-store.ts'

/** The outcome of a request: accepted, or refused with the server's message. */
export type Outcome = Accepted | { readonly accepted: false; readonly message: string }

export interface Accepted {
  readonly accepted: true
  /** Whether a new account is signed in without an e-mail confirmation. */
  readonly isSignedIn?: boolean
}

/** The account operations. Refusals are outcomes; all other failures are thrown. */
export interface AccountService extends AuthPort {
  /** @param captchaToken here and below, if the site uses captchas (use-challenge.ts) */
  signIn(credentials: Credentials, captchaToken?: string): Promise<Outcome>
  /** Creates an account; the confirmation e-mail links to this path of the site. */
  signUp(credentials: Credentials, returnPath: `/${string}`, captchaToken?: string): Promise<Outcome>
  /** Sends an e-mail with a link of this kind to this path of the site, if there is an account. */
  requestLink(
    kind: LinkKind,
    email: string,
    returnPath: `/${string}`,
    captchaToken?: string,
  ): Promise<Outcome>
  /** The kind of the e-mail's link that led here and no longer works; null when there was none. */
  readonly expiredLink: LinkKind | null
  /** Changes the password of the signed-in user. */
  changePassword(password: string): Promise<Outcome>
}

/** A link that confirms a new account, or one to a new password. The latter confirms an account as well. */
export type LinkKind = 'signup' | 'recovery'

/** The URL fragment of a link in an e-mail. */
export interface EmailLink {
  /** `location.hash`. */
  readonly hash: string
  /** Removes the fragment from the address bar: it may contain a token. */
  removeHash(): void
}

interface Connection {
  readonly supabase: SupabaseClient<Database>
  /** The error of the stored session or of the e-mail's link. */
  readonly startError: AuthError | null
}

type Announce = (change: AuthChange, session: AuthSession | null) => void

const legacyTokenKey = 'supabase.auth.token'
const authStoragePrefix = sessionStorageKey
const backendSessionPrefix = 'sb-'

/** Milliseconds before the role is read again after a failure; 0 after the last try. */
const retryWaits = [100, 200, 0]

/** Accounts at the backend. supabase-js is loaded only when there may be a session or the user signs in. */
export function createAccountService(
  backend: Backend,
  platform: Platform,
  emailLink: EmailLink,
): AccountService {
  const isFromEmail = /[#&](access_token|error)=/.test(emailLink.hash)
  let announce: Announce = () => {}
  let connection: Promise<Connection> | undefined

  async function connect(): Promise<Connection> {
    const supabase = await backend.loadSupabase()
    const { error: startError } = await supabase.auth.initialize()
    if (isFromEmail) emailLink.removeHash()
    supabase.auth.onAuthStateChange((change, session) => {
      // An empty initial session after a failed start would clear its error.
      const isRedundant = change === 'INITIAL_SESSION' && session === null && startError !== null
      if (!isRedundant) announce(change, session && toAuthSession(session))
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
      for (const wait of retryWaits) {
        const { data, error } = await (
          await backend.loadRest()
        )
          .from('profiles')
          .select('is_admin')
          .eq('id', userId)
          .maybeSingle()
        if (!error) return data?.is_admin ?? false
        if (wait === 0) throw toAppError(error)
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
      return false
    },
    async clearSession() {
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
      // The library does not validate the response.
      if (error === null && typeof data.user?.id !== 'string') throw new Error('The answer names no account')
      return outcome(error, { isSignedIn: data.session !== null })
    },
    async requestLink(kind, email, returnPath, captchaToken) {
      const redirectTo = `${platform.siteOrigin}${returnPath}`
      const proof = captchaToken !== undefined && { captchaToken }
      const client = await auth()
      const { error } =
        kind === 'recovery'
          ? await client.resetPasswordForEmail(email, { redirectTo, ...proof })
          : await client.resend({ type: kind, email, options: { emailRedirectTo: redirectTo, ...proof } })
      return outcome(error)
    },
    expiredLink: expiredLinkIn(emailLink.hash),
    async changePassword(password) {
      const { error } = await (await auth()).updateUser({ password })
      return outcome(error)
    },
  }
}

/** The keys that sign-out removes (specification): the legacy token, our own, and the backend's default ones. */
export function isAuthKey(key: string): boolean {
  return key === legacyTokenKey || key.startsWith(authStoragePrefix) || key.includes(backendSessionPrefix)
}

/** Only the embedded backend names the kind (`type`). */
function expiredLinkIn(hash: string): LinkKind | null {
  if (!hash.includes('error_code=otp_expired')) return null
  return hash.includes('type=signup') ? 'signup' : 'recovery'
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
