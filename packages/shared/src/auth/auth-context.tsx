import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'

import type { AccountService } from './account-service.ts'
import type { AuthState } from './auth-machine.ts'
import type { AuthPort, AuthStore } from './auth-store.ts'

/** The auth state and the account operations. */
export interface Auth
  extends
    AuthState,
    Omit<AccountService, keyof AuthPort>,
    Pick<AuthStore, 'signOut' | 'endRecovery' | 'readRoleAgain'> {}

const AuthContext = createContext<{ store: AuthStore; service: AccountService } | null>(null)

/** Provides the auth state and the account operations to `useAuth`. */
export function AuthProvider(props: { store: AuthStore; service: AccountService; children: ReactNode }) {
  const { store, service, children } = props
  const value = useMemo(() => ({ store, service }), [store, service])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** Subscribes to the auth state; throws "Auth context not available" outside a provider. */
export function useAuth(): Auth {
  const { store, service } = useAuthContext()
  const state = useSyncExternalStore(store.subscribe, store.get, store.rendered)
  const { signOut, endRecovery, readRoleAgain } = store
  return { ...service, ...state, signOut, endRecovery, readRoleAgain }
}

function useAuthContext() {
  const context = use(AuthContext)
  if (context === null) throw new Error('Auth context not available')
  return context
}
