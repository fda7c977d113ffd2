import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import type { AuthSession } from '@giftwell/shared/auth/auth-machine.ts'
import { createAuthStore } from '@giftwell/shared/auth/auth-store.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'
import { createWebPlatform } from '@giftwell/shared/platform/web-platform.ts'
import { fakeAccountService } from '@giftwell/shared/testing/fake-account-service.ts'
import { ToastView } from '@giftwell/shared/ui/toasts/toaster.tsx'
import { createToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

import { App } from '../app.tsx'
import { createBasketStore } from '../inquiry/basket.ts'
import { cataloguePage, homePage } from '../pages.ts'

// As `main.tsx` does before it renders.
await Promise.all([homePage.preload(), cataloguePage.preload(), ToastView.preload()])

interface Site {
  readonly path: string
  /** The session; anonymous unless given. */
  readonly session?: AuthSession | null
  readonly accounts?: Partial<AccountService>
}

/** Renders the website at a path, without retries. */
export function renderSite({ path, session = null, accounts = {} }: Site) {
  window.history.replaceState(null, '', path)
  const platform = createWebPlatform(window)
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    platform.sessionStorage,
  )
  const toasts = createToasts()
  const queryClient = createQueryClient(toasts.show)
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const accountService = fakeAccountService({ session, role: 'customer' }, accounts)
  const services = {
    platform,
    backend,
    accountService,
    authStore: createAuthStore(accountService),
    queryClient,
    toasts,
  }
  const view = render(<App services={services} basket={createBasketStore()} />)
  return { user: userEvent.setup({ advanceTimers }), queryClient, ...view }
}

/** Where a test fakes the timers, the user's pauses pass at once. */
function advanceTimers(ms: number): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(ms)
}
