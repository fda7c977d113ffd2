import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { createAccountService } from '@giftwell/shared/auth/account-service.ts'
import type { AuthState } from '@giftwell/shared/auth/auth-machine.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'
import type { Platform } from '@giftwell/shared/platform/platform.ts'
import { createToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

interface PageServicesOptions {
  readonly config: BackendConfig
  /** The origin that links lead back to, without a slash at the end. */
  readonly origin: string
  /** Who the page is rendered for. */
  readonly auth: AuthState
  /** Answers what the page's queries ask. */
  readonly send: typeof fetch
}

/** The services of a page that is rendered on a server: no browser, no storage, no changes. */
export function createPageServices({ config, origin, auth, send }: PageServicesOptions): AppServices {
  const platform = createPagePlatform(origin)
  const backend = createBackend(config, platform.sessionStorage, { siteOrigin: origin, send })
  const queryClient = createQueryClient()
  // A page whose data cannot be read is sent without it, and the browser fetches it.
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })
  return {
    platform,
    backend,
    // Loads nothing until it is called, which no render does.
    accountService: createAccountService(backend, platform),
    authStore: {
      get: () => auth,
      rendered: () => auth,
      subscribe: () => () => undefined,
      signOut: unavailable,
      onSignOut: () => () => undefined,
      endRecovery: () => undefined,
      readRoleAgain: unavailable,
    },
    queryClient,
    toasts: createToasts(),
  }
}

function createPagePlatform(siteOrigin: string): Platform {
  return {
    sessionStorage: {
      getItem: () => Promise.resolve(null),
      setItem: () => Promise.resolve(),
      removeItem: () => Promise.resolve(),
      keys: () => Promise.resolve([]),
    },
    offlineStorage: null,
    siteOrigin,
    settingsPath: null,
    confirm: unavailable,
    pickImage: unavailable,
    saveFile: unavailable,
    announcesLeads: false,
    announceLeads: () => undefined,
    leadsSeen: () => undefined,
    showUnanswered: () => undefined,
    onSessionChangedElsewhere: () => () => undefined,
  }
}

function unavailable(): Promise<never> {
  return Promise.reject(new Error('Not available while a page is rendered'))
}
