/** The signed-in user. */
export interface AuthUser {
  readonly id: string
  readonly email: string
}

/** A session: its user, and the token that requests carry. */
export interface AuthSession {
  readonly user: AuthUser
  readonly accessToken: string
  /** Whether the account has a second factor that the session has not passed: the server gives it a customer's rights. */
  readonly needsCode?: boolean
}

/** An account's role: manage everything, handle leads and read the catalogue, or use the public site. */
export type Role = 'administrator' | 'sales' | 'customer'

/** The auth state of product.md, section 4. */
export interface AuthState {
  readonly user: AuthUser | null
  readonly session: AuthSession | null
  readonly isLoading: boolean
  readonly isSessionReady: boolean
  readonly isAdmin: boolean
  /** Whether the user may open the back office: an administrator or sales. */
  readonly isStaff: boolean
  /** Whether the user may open the back office with a code of their authenticator app. */
  readonly isCodeNeeded: boolean
  /** Whether the role could not be read; until it is, the user is a customer. */
  readonly isRoleUnknown: boolean
  readonly error: string | null
  /** Whether the user followed a password e-mail and has to choose a new password. */
  readonly isRecovering: boolean
}

/** The events of supabase-js. */
export type AuthChange =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

/** The events of the machine. */
export type AuthEvent =
  | { readonly type: 'start-up-failed'; readonly message: string }
  | {
      readonly type: 'changed'
      readonly change: AuthChange
      readonly session: AuthSession | null
      /** Whether a sign-out of this window ends the session. */
      readonly isSigningOut?: boolean
    }
  | {
      readonly type: 'role-read'
      readonly change: AuthChange
      readonly userId: string
      /** Null if it could not be read: then it stays the same. */
      readonly role: Role | null
    }
  | { readonly type: 'change-failed' }
  | { readonly type: 'recovery-ended' }
  | { readonly type: 'sign-out-started' }
  | { readonly type: 'sign-out-done' }
  | { readonly type: 'sign-out-failed' }

/** The state before the session is read. */
export const initialAuth: AuthState = {
  user: null,
  session: null,
  isLoading: true,
  isSessionReady: false,
  isAdmin: false,
  isStaff: false,
  isCodeNeeded: false,
  isRoleUnknown: false,
  error: null,
  isRecovering: false,
}

/** The state without a session. */
export const anonymousAuth: AuthState = { ...initialAuth, isLoading: false, isSessionReady: true }

const signedOut = {
  user: null,
  session: null,
  isAdmin: false,
  isStaff: false,
  isCodeNeeded: false,
  isRoleUnknown: false,
  isRecovering: false,
} as const
const settled = { isLoading: false, isSessionReady: true } as const

/** Every transition of product.md, section 4. Pure: no clock, no network. */
export function nextAuth(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'start-up-failed':
      return { ...signedOut, ...settled, error: event.message }
    case 'changed':
      return event.session === null
        ? ended({ ...state, ...signedOut, error: endReason(state, event.isSigningOut) }, event.change)
        : withSession(state, event.change, event.session)
    case 'role-read':
      return state.user?.id === event.userId ? ended(withRole(state, event.role), event.change) : state
    case 'change-failed':
      return { ...signedOut, ...settled, error: 'Authentication state change failed' }
    case 'recovery-ended':
      return { ...state, isRecovering: false }
    case 'sign-out-started':
      return { ...state, isLoading: true, error: null }
    case 'sign-out-done':
      return { ...signedOut, ...settled, error: null }
    case 'sign-out-failed':
      return { ...state, isLoading: false, error: 'Sign out failed' }
  }
}

/** The error of a session that ended by itself: it expired, or ended elsewhere, or its account is gone. */
export const sessionIsOver = 'Your session is over'

function endReason({ user }: AuthState, isSigningOut = false): string | null {
  return user === null || isSigningOut ? null : sessionIsOver
}

/** A different account loads until its role is read. */
function withSession(state: AuthState, change: AuthChange, session: AuthSession): AuthState {
  const isRecovering = state.isRecovering || change === 'PASSWORD_RECOVERY'
  const changed = { ...state, user: session.user, session, error: null, isRecovering }
  if (state.user?.id === session.user.id) return changed
  return {
    ...changed,
    isAdmin: false,
    isStaff: false,
    isCodeNeeded: false,
    isRoleUnknown: false,
    isLoading: state.isLoading || change !== 'TOKEN_REFRESHED',
  }
}

function withRole(state: AuthState, role: Role | null): AuthState {
  if (role === null) return { ...state, isRoleUnknown: !state.isStaff && !state.isCodeNeeded }
  const isCodeNeeded = role !== 'customer' && state.session?.needsCode === true
  return {
    ...state,
    isAdmin: role === 'administrator' && !isCodeNeeded,
    isStaff: role !== 'customer' && !isCodeNeeded,
    isCodeNeeded,
    isRoleUnknown: false,
  }
}

/** A handled change ends loading, except a token refresh after the start. */
function ended(state: AuthState, change: AuthChange): AuthState {
  return state.isSessionReady && change === 'TOKEN_REFRESHED' ? state : { ...state, ...settled }
}
