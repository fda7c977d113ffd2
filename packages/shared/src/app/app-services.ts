import { type AccountService, type Arrival, createAccountService } from '../auth/account-service.ts'
import { type AuthStore, createAuthStore } from '../auth/auth-store.ts'
import { type Backend, createBackend } from '../data/backend.ts'
import type { BackendConfig } from '../data/backend-config.ts'
import { createQueryClient } from '../data/query-client.ts'
import type { Platform } from '../platform/platform.ts'
import { createToastStore, type ToastStore } from '../ui/toasts/toast-store.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What every app of the product stands on, made once in its composition root. */
export interface AppServices {
  readonly platform: Platform
  readonly backend: Backend
  readonly accountService: AccountService
  readonly authStore: AuthStore
  readonly queryClient: QueryClient
  readonly toasts: ToastStore
}

/** Wires the services to each other; nothing is requested yet. */
export function createAppServices(config: BackendConfig, platform: Platform, arrival: Arrival): AppServices {
  const backend = createBackend(config, platform.sessionStorage)
  const accountService = createAccountService(backend, platform, arrival)
  const toasts = createToastStore()
  return {
    platform,
    backend,
    accountService,
    authStore: createAuthStore(accountService),
    queryClient: createQueryClient(toasts.show),
    toasts,
  }
}
