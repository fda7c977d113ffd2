import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import type { AuthState } from '@giftwell/shared/auth/auth-machine.ts'
import type { BackendConfig } from '@giftwell/shared/data/backend-config.ts'
import { createBackend } from '@giftwell/shared/data/backend.ts'
import { createQueryClient } from '@giftwell/shared/data/query-client.ts'
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

/** What the website stands on while a page is rendered: nobody is there, nothing is kept, and nothing changes. */
export function createPageServices({ config, origin, auth, send }: PageServicesOptions): AppServices {
  const platform = createPagePlatform(origin)
  const queryClient = createQueryClient()
  // A page that cannot have its data is sent without; the browser is more patient.
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })
  return {
    platform,
    backend: createBackend(config, platform.sessionStorage, { send }),
    accountService: {
      start: nobody,
      readIsAdmin: nobody,
      clearSession: nobody,
      signOut: nobody,
      signIn: nobody,
      signUp: nobody,
      requestPasswordReset: nobody,
      changePassword: nobody,
    },
    authStore: {
      get: () => auth,
      rendered: () => auth,
      subscribe: () => () => undefined,
      signOut: nobody,
      endRecovery: () => undefined,
    },
    queryClient,
    toasts: createToasts(),
  }
}

function createPagePlatform(siteOrigin: string): Platform {
  return {
    name: 'web',
    sessionStorage: {
      getItem: () => Promise.resolve(null),
      setItem: () => Promise.resolve(),
      removeItem: () => Promise.resolve(),
      keys: () => Promise.resolve([]),
    },
    offlineStorage: null,
    siteOrigin,
    pickImages: nobody,
    readDropped: nobody,
    saveFile: nobody,
    announcesLeads: false,
    announceLeads: () => undefined,
    leadsSeen: () => undefined,
    onSessionChangedElsewhere: () => () => undefined,
  }
}

function nobody(): Promise<never> {
  return Promise.reject(new Error('Nobody is there while a page is rendered'))
}
