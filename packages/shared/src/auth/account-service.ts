import { recordOf } from '../kernel/record-of.ts'
import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js'

import { toAppError } from '../kernel/app-error.ts'
import { type Backend, sessionStorageKey } from '../kernel/backend.ts'
import type { Database } from '../kernel/database.types.ts'
import type { Platform } from '../platform/platform.ts'
import type { AccountRequests } from './account-requests.ts'
import type { AuthChange, AuthSession, Role } from './auth-machine.ts'
import type { AuthPort } from './auth-store.ts'

/** The account operations. Rejections are outcomes; all other failures are thrown. */
export interface AccountService extends AuthPort, AccountRequests {}

interface Connection {
  readonly supabase: SupabaseClient<Database>
  /** The error of the stored session. */
  readonly startError: AuthError | null
}

type Announce = (change: AuthChange, session: AuthSession | null) => void

const legacyTokenKey = 'supabase.auth.token'
const authStoragePrefix = sessionStorageKey
const backendSessionPrefix = 'sb-'

/** Milliseconds before the role is read again after a failure; 0 after the last try. */
const retryWaits = [100, 200, 0]

/** Accounts at the backend. supabase-js is loaded only when there may be a session or the user signs in. */
export function createAccountService(backend: Backend, platform: Platform): AccountService {
  let announce: Announce = () => {}
  let connection: Promise<Connection> | undefined

  async function connect(): Promise<Connection> {
    const supabase = await backend.loadSupabase()
    const { error: startError } = await supabase.auth.initialize()
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

  /** Not in the first view: signing in begins after it is shown. */
  async function requests(): Promise<AccountRequests> {
    const [{ createAccountRequests }, { supabase }] = await Promise.all([
      import('./account-requests.ts'),
      connected(),
    ])
    return createAccountRequests(supabase, platform.siteOrigin)
  }

  return {
    async start(listener) {
      announce = listener
      platform.onSessionChangedElsewhere(sessionStorageKey, () => void connected().catch(() => undefined))
      if ((await platform.sessionStorage.getItem(sessionStorageKey)) === null) {
        announce('INITIAL_SESSION', null)
        return { error: null }
      }
      const { startError } = await connected()
      return { error: startError?.message ?? null }
    },
    async readRole(userId) {
      for (const wait of retryWaits) {
        const rest = await backend.loadRest()
        const { data, error } = await rest
          .from('profiles')
          .select('is_admin, is_sales')
          .eq('id', userId)
          .maybeSingle()
        if (!error) return roleOf(data)
        if (wait === 0) throw toAppError(error)
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
      return 'customer'
    },
    async clearSession() {
      const { sessionStorage } = platform
      for (const key of await sessionStorage.keys()) if (isAuthKey(key)) await sessionStorage.removeItem(key)
    },
    signOut: async (session) => (await requests()).signOut(session),
    signIn: async (...request) => (await requests()).signIn(...request),
    signUp: async (...request) => (await requests()).signUp(...request),
    requestLink: async (...request) => (await requests()).requestLink(...request),
    verifyLink: async (...request) => (await requests()).verifyLink(...request),
    changePassword: async (...request) => (await requests()).changePassword(...request),
    hasFactor: async () => (await requests()).hasFactor(),
    enrollFactor: async () => (await requests()).enrollFactor(),
    verifyCode: async (...request) => (await requests()).verifyCode(...request),
    passRecoveryCode: async (code) => (await requests()).passRecoveryCode(code),
    removeFactor: async (code) => (await requests()).removeFactor(code),
  }
}

/** The keys that sign-out removes (product.md, section 4): the legacy token, our own, and the backend's default ones. */
export function isAuthKey(key: string): boolean {
  return key === legacyTokenKey || key.startsWith(authStoragePrefix) || key.includes(backendSessionPrefix)
}

function roleOf(profile: { is_admin: boolean; is_sales: boolean } | null): Role {
  if (profile?.is_admin === true) return 'administrator'
  return profile?.is_sales === true ? 'sales' : 'customer'
}

function toAuthSession({ user, access_token: accessToken }: Session): AuthSession {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') === true
  const needsCode = hasFactor && !isAssured(accessToken)
  return { user: { id: user.id, email: user.email ?? '' }, accessToken, ...(needsCode && { needsCode }) }
}

/** Whether the token says that a second factor was passed. The server enforces it; this only selects the form. */
function isAssured(token: string): boolean {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    )
    return recordOf(claims)['aal'] === 'aal2'
  } catch {
    return false
  }
}
