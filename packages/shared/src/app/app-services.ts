import { type AccountService, createAccountService } from '../auth/account-service.ts'
import type { AuthState } from '../auth/auth-machine.ts'
import { type AuthStore, createAuthStore } from '../auth/auth-store.ts'
import type { createOfflineAccounts } from '../auth/offline-accounts.ts'
import { type Backend, createBackend } from '../kernel/backend.ts'
import type { BackendConfig } from '../kernel/backend-config.ts'
import type { deferTokenRefresh } from '../kernel/defer-token-refresh.ts'
import { createQueryClient, refetchOnReturn } from '../kernel/query-client.ts'
import type { Platform } from '../platform/platform.ts'
import { createToasts, type Toasts } from '../ui/toasts/toasts.ts'
import type { QueryClient } from '@tanstack/react-query'

/** The services of every app, created once in its composition root. */
export interface AppServices {
  readonly platform: Platform
  readonly backend: Backend
  readonly accountService: AccountService
  readonly authStore: AuthStore
  readonly queryClient: QueryClient
  readonly toasts: Toasts
}

/** The additions of an app with offline support; the website has none. */
export interface OfflineSupport {
  readonly deferTokenRefresh: typeof deferTokenRefresh
  readonly createOfflineAccounts: typeof createOfflineAccounts
}

/** What some apps have and others have not. */
export interface AppOptions {
  readonly offline?: OfflineSupport
  /** The auth state that the HTML of the page shows, where there is one. */
  readonly rendered?: AuthState
}

/** Wires the services to each other; nothing is requested yet. */
export function createAppServices(
  config: BackendConfig,
  platform: Platform,
  { offline, rendered }: AppOptions = {},
): AppServices {
  const backend = createBackend(config, platform.sessionStorage, {
    siteOrigin: platform.siteOrigin,
    deferRefresh: offline?.deferTokenRefresh,
    // With offline support leads are stored encrypted only, not in the browser's HTTP cache.
    cache: offline && 'no-store',
  })
  const accounts = createAccountService(backend, platform)
  const accountService = offline?.createOfflineAccounts(accounts, backend, platform) ?? accounts
  const toasts = createToasts()
  const authStore = createAuthStore(accountService, rendered)
  // A refused administrator may no longer be one.
  const queryClient = createQueryClient(toasts.show, () => void authStore.readRoleAgain())
  refetchOnReturn(queryClient, backend.connectivity)
  forgetOnSignIn(queryClient, authStore)
  authStore.onSignOut(removeStaffNotes)
  return {
    platform,
    backend,
    accountService,
    authStore,
    queryClient,
    toasts,
  }
}

/**
 * Drops results that are not on screen when an account signs in: they may be another account's, or what anonymous visitors
 * get, when the session ended before the request was sent. Those at the start are the page's own. When an account takes the
 * place of another, results on screen are dropped and read again, and requests in flight are cancelled.
 */
function forgetOnSignIn(client: QueryClient, store: AuthStore): void {
  let account = store.get().user?.id
  store.subscribe(() => {
    const { user, isSessionReady } = store.get()
    const isAnother = user !== null && user.id !== account
    const isSwitch = isAnother && account !== undefined
    account = user?.id
    if (!isAnother || !isSessionReady) return
    client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
    if (isSwitch) void client.resetQueries()
  })
}

/** Removes what the back office stores in this browser that names suppliers, and what its version 1.0 did of a breach. */
function removeStaffNotes(): void {
  try {
    for (const key of ['giftwell-import-signs', 'giftwell-breach']) localStorage.removeItem(key)
  } catch {
    // Nothing is stored where the browser forbids it.
  }
}
