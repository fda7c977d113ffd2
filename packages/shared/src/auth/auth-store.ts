import { isTokenRefused } from '../kernel/app-error.ts'
import {
  type AuthChange,
  type AuthEvent,
  type AuthSession,
  type AuthState,
  initialAuth,
  nextAuth,
  type Role,
} from './auth-machine.ts'

/** The part of the account service that the store uses. */
export interface AuthPort {
  /** Reads the session and then announces every change. Throws or returns an error when it cannot be read. */
  start(
    announce: (change: AuthChange, session: AuthSession | null) => void,
  ): Promise<{ error: string | null }>
  readRole(userId: string): Promise<Role>
  /** Removes the session's keys from the storage. */
  clearSession(): Promise<void>
  /** Ends all of the user's sessions on the server, and the local one. */
  signOut(session: AuthSession | null): Promise<void>
}

/** The auth state with its subscribers, and sign-out. */
export interface AuthStore {
  get(): AuthState
  /** The state in the prerendered HTML, which hydration has to match. */
  rendered(): AuthState
  subscribe(listener: () => void): () => void
  /** Signs out everywhere. Returns false on failure, with the error in the state. */
  signOut(): Promise<boolean>
  /** Notifies after every successful `signOut`, but not of a session that ended; returns a function that unsubscribes. */
  onSignOut(listener: () => void): () => void
  /** Ends the password recovery, with or without a new password. */
  endRecovery(): void
  /** Reads the signed-in user's role again, after a failed read or a rejected action. */
  readRoleAgain(): Promise<void>
}

/**
 * Runs the auth machine against an authentication service.
 *
 * @param rendered the state in the prerendered HTML
 */
export function createAuthStore(port: AuthPort, rendered = initialAuth): AuthStore {
  let state = initialAuth
  const listeners = new Set<() => void>()
  const signOutListeners = new Set<() => void>()
  let known: { readonly userId: string; readonly role: Role } | undefined
  let isSigningOut = false

  function send(event: AuthEvent) {
    const previous = state
    const next = nextAuth(state, event)
    // Keep the reference stable to avoid a re-render after hydration.
    state = isAlike(next, rendered) ? rendered : next
    if (state !== previous) for (const listener of listeners) listener()
  }

  function announce(change: AuthChange, session: AuthSession | null) {
    try {
      send({ type: 'changed', change, session, isSigningOut })
    } catch {
      send({ type: 'change-failed' })
    }
    // A call from inside supabase-js's callback would deadlock.
    if (session !== null) queueMicrotask(() => void readRole(change, session.user.id))
    else known = undefined
  }

  async function readRole(change: AuthChange, userId: string) {
    try {
      if (!keepsRole.has(change) || known?.userId !== userId)
        known = { userId, role: await port.readRole(userId) }
      send({ type: 'role-read', change, userId, role: known.role })
    } catch (error) {
      // An invalid token ends the session. Other errors do not change the role.
      if (!isTokenRefused(error)) send({ type: 'role-read', change, userId, role: null })
      else if (state.user?.id === userId) send({ type: 'changed', change: 'SIGNED_OUT', session: null })
    }
  }

  port.start(announce).then(
    ({ error }) => error !== null && send({ type: 'start-up-failed', message: error }),
    () => send({ type: 'start-up-failed', message: 'Authentication failed' }),
  )

  return {
    get: () => state,
    rendered: () => rendered,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSignOut(listener) {
      signOutListeners.add(listener)
      return () => signOutListeners.delete(listener)
    },
    endRecovery: () => send({ type: 'recovery-ended' }),
    async readRoleAgain() {
      if (state.user !== null) await readRole('USER_UPDATED', state.user.id)
    },
    async signOut() {
      const { session } = state
      send({ type: 'sign-out-started' })
      try {
        isSigningOut = true
        await port.clearSession()
        await port.signOut(session)
        known = undefined
        send({ type: 'sign-out-done' })
        for (const listener of signOutListeners) listener()
        return true
      } catch {
        send({ type: 'sign-out-failed' })
        return false
      } finally {
        isSigningOut = false
      }
    },
  }
}

/** The changes of a session that leave its user's role as it is: the library announces the latter at each return to a tab. */
const keepsRole: ReadonlySet<AuthChange> = new Set(['TOKEN_REFRESHED', 'SIGNED_IN'])

function isAlike(one: AuthState, other: AuthState): boolean {
  const parts = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, part]) => parts.get(name) === part)
}
