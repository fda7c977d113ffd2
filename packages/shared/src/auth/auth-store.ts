import { isTokenRefused } from '../data/app-error.ts'
import {
  type AuthChange,
  type AuthEvent,
  type AuthSession,
  type AuthState,
  initialAuth,
  nextAuth,
} from './auth-machine.ts'

/** What the store needs of the authentication service. */
export interface AuthPort {
  /** Reads the current session and then announces every change. Throws or answers with an error when it cannot be read. */
  start(
    announce: (change: AuthChange, session: AuthSession | null) => void,
  ): Promise<{ error: string | null }>
  /** Whether the user is an administrator. */
  readIsAdmin(userId: string): Promise<boolean>
  /** Forgets every key that the session has left in the browser. */
  forgetSession(): Promise<void>
  /** Ends all of the user's sessions on the server, and the one held here. */
  signOut(session: AuthSession | null): Promise<void>
}

/** The auth state, who listens to it, and sign-out. */
export interface AuthStore {
  get(): AuthState
  /** The state that the HTML of the page shows, which the first render has to repeat. */
  rendered(): AuthState
  subscribe(listener: () => void): () => void
  /** Signs out everywhere; true when done, false when it failed and the state holds the error. */
  signOut(): Promise<boolean>
  /** The new password has been chosen, or will not be. */
  endRecovery(): void
}

/**
 * Runs the auth machine against an authentication service.
 * @param rendered what the HTML of the page shows: the state before a session has been read, unless given
 */
export function createAuthStore(port: AuthPort, rendered = initialAuth): AuthStore {
  let state = initialAuth
  const listeners = new Set<() => void>()

  function send(event: AuthEvent) {
    const previous = state
    const next = nextAuth(state, event)
    // The very same state, so that nothing that the HTML shows already is rendered again.
    state = isAlike(next, rendered) ? rendered : next
    if (state !== previous) for (const listener of listeners) listener()
  }

  function announce(change: AuthChange, session: AuthSession | null) {
    try {
      send({ type: 'changed', change, session })
    } catch {
      send({ type: 'change-failed' })
    }
    // Asking the service from inside its own announcement would wait for itself.
    if (session !== null) queueMicrotask(() => void readRole(change, session.user.id))
  }

  async function readRole(change: AuthChange, userId: string) {
    try {
      send({ type: 'role-read', change, userId, isAdmin: await port.readIsAdmin(userId) })
    } catch (error) {
      // Whose token is refused has to sign in again. A server that stumbles takes nobody's role away: another account
      // begins without one.
      if (!isTokenRefused(error)) send({ type: 'role-read', change, userId, isAdmin: state.isAdmin })
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
    endRecovery: () => send({ type: 'recovery-ended' }),
    async signOut() {
      const { session } = state
      send({ type: 'sign-out-started' })
      try {
        await port.forgetSession()
        await port.signOut(session)
        send({ type: 'sign-out-done' })
        return true
      } catch {
        send({ type: 'sign-out-failed' })
        return false
      }
    },
  }
}

function isAlike(one: AuthState, other: AuthState): boolean {
  const parts = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, part]) => parts.get(name) === part)
}
