import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'

import type { AccountService } from './account-service.ts'
import type { AuthState } from './auth-machine.ts'
import type { AuthPort, AuthStore } from './auth-store.ts'

/** The auth state and what can be done about it. */
export interface Auth
  extends AuthState, Omit<AccountService, keyof AuthPort>, Pick<AuthStore, 'signOut' | 'endRecovery'> {}

const AuthContext = createContext<{ store: AuthStore; service: AccountService } | null>(null)

/** Gives the app below it the auth state. */
export function AuthProvider(props: { store: AuthStore; service: AccountService; children: ReactNode }) {
  const { store, service, children } = props
  const value = useMemo(() => ({ store, service }), [store, service])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** The auth state, kept current; throws "Auth context not available" outside of a provider. */
export function useAuth(): Auth {
  const context = use(AuthContext)
  if (context === null) throw new Error('Auth context not available')
  const { store, service } = context
  const state = useSyncExternalStore(store.subscribe, store.get, store.rendered)
  const { signIn, signUp, requestPasswordReset, changePassword } = service
  const { signOut, endRecovery } = store
  return { ...state, signIn, signUp, requestPasswordReset, changePassword, signOut, endRecovery }
}
