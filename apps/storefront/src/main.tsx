import '@giftwell/shared/ui/fonts.css'
import '@giftwell/shared/ui/mantine.css'
import '@giftwell/shared/ui/base.css'

import { createAccountService } from '@giftwell/shared/auth/account-service.ts'
import { createAuthStore } from '@giftwell/shared/auth/auth-store.ts'
import { createBackend } from '@giftwell/shared/data/backend.ts'
import { loadBackendConfig } from '@giftwell/shared/data/backend-config.ts'
import { createQueryClient } from '@giftwell/shared/data/query-client.ts'
import { createWebPlatform } from '@giftwell/shared/platform/web-platform.ts'
import { createToastStore } from '@giftwell/shared/ui/toasts/toast-store.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { createBasketStore } from './basket/basket-store.ts'
import { showStartFailure } from './start-failure.ts'

async function start(root: HTMLElement) {
  const arrival = {
    hash: window.location.hash,
    forget: () =>
      window.history.replaceState(
        window.history.state,
        '',
        window.location.pathname + window.location.search,
      ),
  }
  const platform = createWebPlatform(window)
  const backend = createBackend(await loadBackendConfig('/config.json'), platform.sessionStorage)
  const accountService = createAccountService(backend, platform, arrival)
  const toasts = createToastStore()
  const services = {
    platform,
    backend,
    accountService,
    authStore: createAuthStore(accountService),
    queryClient: createQueryClient(toasts.show),
    toasts,
    basket: createBasketStore(window),
  }
  createRoot(root).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The website could not start', error)
  showStartFailure(root)
})
